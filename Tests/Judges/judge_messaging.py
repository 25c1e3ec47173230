"""Uses the Retention Messaging of a running local App Store with Apple's own client, and answers as a developer's server.

usage: judge_messaging.py BASE_URL KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID APP_ID ROOT_DER ORIGINAL_TRANSACTION_ID PRODUCT
Prints what Apple's library read, as one JSON object.
"""
import asyncio
import base64
import json
import sys
import threading
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from appstoreserverlibrary.api_client import APIException
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

from clients import at, close, value

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
IMAGE, BULLET, MESSAGE, OTHER, ABSENT = (uuid.UUID(int=number, version=4) for number in range(1, 6))


async def code(call, *arguments):
    """The number with which a call is refused; None if it is not."""
    try:
        await value(call(*arguments))
        return None
    except APIException as error:
        return error.raw_api_error


def control(base_url, method, path, body=None):
    """A command to the local store."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base_url}/control/{path}", data=data, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def developer_server(verifier):
    """A developer's server that reads each question with Apple's verifier, and the questions that it heard."""
    heard = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.append(verifier.verify_and_decode_realtime_request(body["signedPayload"]))
            answer = json.dumps({"message": {"messageIdentifier": str(MESSAGE)}}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, heard


async def story(client, base_url, verifier, subscription, product):
    """Every call of Retention Messaging, and a refusal of most; judge_errors.py has every number."""
    codes = {}
    await value(client.upload_image(IMAGE, PNG, ImageSize.FULL_SIZE))
    await value(client.upload_image(BULLET, PNG, ImageSize.BULLET_POINT))
    codes["4000161"] = await code(client.upload_image, OTHER, b"no image")
    codes["4090000"] = await code(client.upload_image, IMAGE, PNG)
    message = UploadMessageRequestBody(
        header="Stay",
        body="Roses next week",
        image=UploadMessageImage(imageIdentifier=IMAGE, altText="Roses"),
        headerPosition=HeaderPosition.ABOVE_IMAGE,
        bulletPoints=[BulletPoint(text="Fresh", imageIdentifier=BULLET, altText="A leaf")],
    )
    await value(client.upload_message(MESSAGE, message))
    codes["4090001"] = await code(client.upload_message, MESSAGE, message)
    codes["4000224"] = await code(
        client.upload_message,
        OTHER,
        UploadMessageRequestBody(header="H", body="B", headerPosition=HeaderPosition.ABOVE_IMAGE),
    )
    unknown = UploadMessageImage(imageIdentifier=ABSENT, altText="A")
    codes["4040014"] = await code(
        client.upload_message, OTHER, UploadMessageRequestBody(header="H", body="B", image=unknown)
    )
    codes["4030019"] = await code(client.delete_image, IMAGE)
    default = DefaultConfigurationRequest(messageIdentifier=MESSAGE)
    codes["4030017"] = await code(client.configure_default_message, product, "en-US", default)
    before = await value(client.get_message_list())
    control(base_url, "POST", f"messages/{MESSAGE}/approve")
    codes["4030018"] = await code(client.configure_default_message, product, "en-US", default)
    for image in (IMAGE, BULLET):
        control(base_url, "POST", f"images/{image}/approve")
    codes["4000164"] = await code(client.configure_default_message, product, "english", default)
    codes["4000023"] = await code(client.configure_default_message, "no.product", "en-US", default)
    absent = DefaultConfigurationRequest(messageIdentifier=ABSENT)
    codes["4040015"] = await code(client.configure_default_message, product, "en-US", absent)
    codes["4040020"] = await code(client.get_default_message, product, "en-US")
    await value(client.configure_default_message(product, "en-US", default))
    configured = await value(client.get_default_message(product, "en-US"))
    codes["4040021"] = await code(client.get_realtime_url)
    codes["4000215"] = await code(client.configure_realtime_url, RealtimeUrlRequest(realtimeURL="ftp://example.com"))
    server, heard = developer_server(verifier)
    url = f"http://127.0.0.1:{server.server_port}/retain"
    await value(client.configure_realtime_url(RealtimeUrlRequest(realtimeURL=url)))
    same = (await value(client.get_realtime_url())).realtimeURL == url
    sheet = control(base_url, "POST", "cancellations", {"originalTransactionId": subscription, "locale": "en_US"})
    question = heard[0]
    codes["4000211"] = await code(client.initiate_performance_test, PerformanceTestRequest(originalTransactionId="1"))
    codes["4000212"] = await code(client.get_performance_test_results, "x")
    codes["4040018"] = await code(client.get_performance_test_results, str(ABSENT))
    control(base_url, "PATCH", "realtime", {"totalRequests": 20, "responseTimeThreshold": 60000, "totalDuration": 600000})
    begun = await value(client.initiate_performance_test(PerformanceTestRequest(originalTransactionId=subscription)))
    control(base_url, "POST", "realtime/performance-tests")
    tested = await value(client.get_performance_test_results(begun.requestId))
    result = {
        "images": [[i.imageState.value, i.imageSize.value] for i in (await value(client.get_image_list())).imageIdentifiers],
        "messages": [[m.messageState.value for m in items.messageIdentifiers] for items in
                     (before, await value(client.get_message_list()))],
        "default": configured.messageIdentifier == MESSAGE,
        "url": same,
        "shown": [sheet["source"], sheet["message"]["header"]],
        "asked": [question.productId == product, question.originalTransactionId == subscription, question.userLocale,
                  question.environment.value, str(question.requestIdentifier) == sheet["requestIdentifier"]],
        "performance": [tested.result.value, tested.successRate, tested.numPending, tested.config.totalRequests,
                        tested.target == url, len(heard)],
        "wrong": {expected: seen for expected, seen in codes.items() if str(seen) != expected},
        "codes": len(codes),
    }
    await value(client.delete_default_message(product, "en-US"))
    await value(client.delete_realtime_url())
    await value(client.delete_message(MESSAGE))
    for image in (IMAGE, BULLET):
        await value(client.delete_image(image))
    control(base_url, "POST", f"cancellations/{subscription}/stay")
    server.shutdown()
    return result


async def main() -> None:
    base_url, key_file, key_id, issuer_id, bundle_id, app_id, root, subscription, product = sys.argv[1:10]
    with open(key_file, "rb") as file:
        key = file.read()
    with open(root, "rb") as file:
        verifier = SignedDataVerifier([file.read()], False, Environment.SANDBOX, bundle_id, int(app_id))
    arguments = (key, key_id, issuer_id, bundle_id, Environment.SANDBOX)
    result = {}
    for kind in ("sync", "async"):
        client = at(base_url, kind, *arguments)
        result[kind] = await story(client, base_url, verifier, subscription, product)
        await close(client)
    print(json.dumps(result))


asyncio.run(main())
