"""Has a running local App Store refuse Apple's own client for every reason that Apple has a number for.

usage: judge_errors.py sync|async KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID < setup.json

The setup says where the stores are and what was bought. Prints, as one JSON object, the numbers that were expected and not
read, those that were reached by what a caller can send, those that only a fault can bring about, and Apple's that are missing.

The emulator never says eleven of Apple's numbers by itself, and here a fault has to:

- 4000002, 4040003, 4040004: a store has one app, and the token is for it, or it is no token (401).
- 4000043: since Apple takes consumption information of subscriptions too, what is of another type is 4000047.
- 4040001, 4040002: a store's customers do not vanish.
- 4040006: what is not known is not known at once, which is 4040005.
- 4040019: every customer of a store has an app transaction.
- 4290000, 5000000, 5000001: a store has no limit of its own, and no fault that nobody made.
"""
import asyncio
import base64
import inspect
import json
import sys
import urllib.request

from appstoreserverlibrary.api_client import APIError, APIException
from appstoreserverlibrary.models.Environment import Environment

from clients import at, close, value

BY_FAULT = [4000002, 4000043, 4040001, 4040002, 4040003, 4040004, 4040006, 4040019, 4290000, 5000000, 5000001]
IMAGE, BULLET, MESSAGE, ABSENT = ("00000000-0000-4000-8000-%012d" % number for number in range(1, 5))
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
LONG = "x" * 256


def control(base_url, method, path, body=None):
    """A command to the local store."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{base_url}/control/{path}", data=data, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


async def send(client, method, path, query=None, body=None, content_type=None):
    """A request as Apple's client makes it of a path, also where its own methods would not let a caller be wrong."""
    return await value(client._make_request("/inApps/" + path, method, query or {}, body, None, content_type))


async def number(client, *request):
    """The number that Apple's client reads of a refusal; None if there was none, or it could not read one."""
    try:
        await send(client, *request)
        return None
    except APIException as error:
        # Its own list of numbers has each, by name.
        assert error.raw_api_error is None or error.api_error is None or error.api_error.value == error.raw_api_error
        return error.raw_api_error


def look_ups(s):
    transaction, history = f"v1/transactions/{s['subscription']}", f"v2/history/{s['subscription']}"
    token = {"appAccountToken": "7389a31a-fb6d-4569-a2a6-db7d85d84813"}
    return [
        (4000006, "GET", "v1/transactions/x1"),
        (4000048, "GET", f"v1/transactions/{s['appTransaction']}"),
        (4040010, "GET", "v1/transactions/1"),
        (4000005, "GET", history, {"revision": "x"}),
        (4000013, "GET", history, {"startDate": "2", "endDate": "1"}),
        (4000015, "GET", history, {"startDate": "x"}),
        (4000016, "GET", history, {"endDate": "x"}),
        (4000021, "GET", history, {"sort": "x"}),
        (4000022, "GET", history, {"productType": "x"}),
        (4000023, "GET", history, {"productId": LONG}),
        (4000024, "GET", history, {"subscriptionGroupIdentifier": LONG}),
        (4000025, "GET", history, {"excludeRevoked": "x"}),
        (4000026, "GET", history, {"inAppOwnershipType": "x"}),
        (4000030, "GET", history, {"revoked": "x"}),
        (4000031, "GET", f"v1/subscriptions/{s['subscription']}", {"status": "9"}),
        (4000183, "PUT", transaction + "/appAccountToken", {}, {"appAccountToken": "x"}),
        (4000185, "PUT", f"v1/transactions/{s['shared']}/appAccountToken", {}, token),
        (4000187, "PUT", f"v1/transactions/{s['renewal']}/appAccountToken", {}, token),
    ]


def extensions(s):
    def body(**changes):
        return {"extendByDays": 1, "extendReasonCode": 1, "requestIdentifier": "one", **changes}

    one, everybody = "v1/subscriptions/extend/", "v1/subscriptions/extend/mass"
    return [
        (4000008, "PUT", one + "x1", {}, body()),
        (4000009, "PUT", one + s["subscription"], {}, body(extendByDays=91)),
        (4000010, "PUT", one + s["subscription"], {}, body(extendReasonCode=9)),
        (4000011, "PUT", one + s["subscription"], {}, body(requestIdentifier="")),
        (4040005, "PUT", one + "1", {}, body()),
        (4030004, "PUT", one + s["trial"], {}, body()),
        (4030007, "PUT", one + s["shared"], {}, body()),
        (None, "PUT", one + s["subscription"], {}, body(requestIdentifier="two")),
        (None, "PUT", one + s["subscription"], {}, body(requestIdentifier="three")),
        (4030005, "PUT", one + s["subscription"], {}, body(requestIdentifier="four")),
        (4000027, "POST", everybody, {}, body(productId=s["product"], storefrontCountryCodes=[])),
        (4000028, "POST", everybody, {}, body(productId=s["product"], storefrontCountryCodes=["XX"])),
        (4040009, "GET", f"{everybody}/{s['product']}/none"),
    ]


def consumption(s):
    right = {
        "customerConsented": True, "consumptionStatus": 1, "platform": 1, "sampleContentProvided": False,
        "deliveryStatus": 0, "appAccountToken": "", "accountTenure": 1, "playTime": 1, "lifetimeDollarsRefunded": 1,
        "lifetimeDollarsPurchased": 1, "userStatus": 1,
    }
    path = f"v1/transactions/consumption/{s['consumable']}"
    wrong = [
        (4000032, "accountTenure"), (4000034, "consumptionStatus"), (4000036, "deliveryStatus"),
        (4000037, "lifetimeDollarsPurchased"), (4000038, "lifetimeDollarsRefunded"), (4000039, "platform"),
        (4000040, "playTime"), (4000042, "userStatus"),
    ]
    return [(code, "PUT", path, {}, {**right, name: 99}) for code, name in wrong] + [
        (4000033, "PUT", path, {}, {**right, "appAccountToken": "x"}),
        (4000035, "PUT", path, {}, {**right, "customerConsented": False}),
        (4000041, "PUT", path, {}, {**right, "sampleContentProvided": "x"}),
        (4000047, "PUT", f"v1/transactions/consumption/{s['nonConsumable']}", {}, right),
    ]


def notifications(s):
    def body(**changes):
        return {"startDate": s["now"] - 86_400_000, "endDate": s["now"] + 86_400_000, **changes}

    path = "v1/notifications/history"
    return [
        (4000000, "POST", path, {}, body(onlyFailures="x")),
        (4000012, "POST", path, {}, body(startDate=s["now"] - 40 * 86_400_000)),
        (4000014, "POST", path, {"paginationToken": "x"}, body()),
        (4000018, "POST", path, {}, body(notificationType="GARDENING")),
        (4000019, "POST", path, {}, body(notificationType="REFUND", transactionId="1")),
        (4000020, "GET", "v1/notifications/test/x"),
        (4040008, "GET", f"v1/notifications/test/{ABSENT}"),
    ]


def messages(s):
    image, message = f"v1/messaging/image/{IMAGE}", f"v1/messaging/message/{MESSAGE}"
    default, url = f"v1/messaging/default/{s['product']}/en-US", "v1/messaging/realtime/url"
    test = "v1/messaging/performanceTest"

    def text(**changes):
        return {"header": "Stay", "body": "Roses next week", **changes}

    def point(**changes):
        return {"text": "Fresh", "imageIdentifier": BULLET, "altText": "A leaf", **changes}

    full = {"imageSize": "FULL_SIZE"}
    picture = {"imageIdentifier": IMAGE, "altText": "Roses"}
    chosen = {"messageIdentifier": MESSAGE}
    return [
        (4000161, "PUT", image, full, b"no image", "image/png"),
        (4000216, "PUT", image, {"imageSize": "HUGE"}, PNG, "image/png"),
        (None, "PUT", image, full, PNG, "image/png"),
        (None, "PUT", f"v1/messaging/image/{BULLET}", {"imageSize": "BULLET_POINT"}, PNG, "image/png"),
        (4090000, "PUT", image, full, PNG, "image/png"),
        (4040014, "DELETE", f"v1/messaging/image/{ABSENT}"),
        (4000162, "PUT", message, {}, text(header="x" * 67)),
        (4000163, "PUT", message, {}, text(body="x" * 145)),
        (4000175, "PUT", message, {}, text(image={**picture, "altText": "x" * 151})),
        (4000218, "PUT", message, {}, text(bulletPoints=[point()] * 6)),
        (4000219, "PUT", message, {}, text(bulletPoints=[point(text="x" * 67)])),
        (4000224, "PUT", message, {}, text(headerPosition="ABOVE_IMAGE")),
        (None, "PUT", message, {}, text(image=picture)),
        (4090001, "PUT", message, {}, text()),
        (4030019, "DELETE", image),
        (4040015, "DELETE", f"v1/messaging/message/{ABSENT}"),
        (4030017, "PUT", default, {}, chosen),
        (4000164, "PUT", f"v1/messaging/default/{s['product']}/english", {}, chosen),
        (4040020, "GET", default),
        ("approve", "messages", MESSAGE),
        (4030018, "PUT", default, {}, chosen),
        (4040021, "GET", url),
        (4000215, "PUT", url, {}, {"realtimeURL": "ftp://example.com"}),
        (None, "PUT", url, {}, {"realtimeURL": "http://127.0.0.1:9/never"}),
        (4000211, "POST", test, {}, {"originalTransactionId": "1"}),
        (4000212, "GET", test + "/result/x"),
        (4040018, "GET", f"{test}/result/{ABSENT}"),
        (None, "POST", test, {}, {"originalTransactionId": s["subscription"]}),
        (4000213, "POST", test, {}, {"originalTransactionId": s["subscription"]}),
    ]


def elsewhere():
    """What is refused by a store that is full of images and messages, and by one in production that has no address."""
    image = f"v1/messaging/image/{ABSENT}"
    return {
        "full": [
            (4030014, "PUT", image, {"imageSize": "FULL_SIZE"}, PNG, "image/png"),
            (4030016, "PUT", f"v1/messaging/message/{ABSENT}", {}, {"header": "Stay", "body": "Roses next week"}),
        ],
        "production": [
            (4030026, "PUT", "v1/messaging/realtime/url", {}, {"realtimeURL": "https://example.com"}),
            (4040007, "POST", "v1/notifications/test"),
        ],
    }


async def expired_token(client, s):
    """A token for the next page, a day and a little later."""
    path, body = "v1/notifications/history", {"startDate": s["now"] - 86_400_000, "endDate": s["now"] + 86_400_000}
    url, headers = client._get_full_url("/inApps/" + path), client._get_headers()
    answer = client._execute_request("POST", url, {}, headers, body, None)
    answer = await answer if inspect.isawaitable(answer) else answer
    control(s["url"], "POST", "clock", {"seconds": 86_401})
    return (4000017, "POST", path, {"paginationToken": answer.json()["paginationToken"]}, body)


async def play(client, base_url, requests, seen, wrong):
    """Sends requests in order, and notes which numbers came and which did not."""
    for expected, *request in requests:
        if expected == "approve":
            control(base_url, "POST", "/".join(request + ["approve"]))
            continue
        read = await number(client, *request)
        if read == expected:
            seen += [read] if read else []
        else:
            wrong.append([expected, read, *request[:2]])


async def main() -> None:
    kind, key_file, key_id, issuer_id, bundle_id = sys.argv[1:6]
    s = json.load(sys.stdin)
    with open(key_file, "rb") as file:
        key = file.read()

    def client(base_url, environment=Environment.SANDBOX):
        return at(base_url, kind, key, key_id, issuer_id, bundle_id, environment)

    seen, faulty, wrong = [], [], []
    own = client(s["url"])
    await play(own, s["url"], look_ups(s) + extensions(s) + consumption(s) + notifications(s) + messages(s), seen, wrong)
    await play(own, s["url"], [await expired_token(own, s)], seen, wrong)
    for code in BY_FAULT:
        control(s["url"], "POST", "faults", {"kind": "apiError", "errorCode": code, "times": 1})
        await play(own, s["url"], [(code, "GET", f"v1/transactions/{s['subscription']}")], faulty, wrong)
    await close(own)
    for name, requests in elsewhere().items():
        other = client(s[name])
        await play(other, s[name], requests, seen, wrong)
        await close(other)
    known = {error.value for error in APIError}
    print(json.dumps({
        "wrong": wrong, "reached": len(set(seen)), "byFault": len(set(faulty)),
        "missing": sorted(known - set(seen) - set(faulty)), "both": sorted(set(seen) & set(faulty)),
        "unknown": sorted((set(seen) | set(faulty)) - known),
    }))


asyncio.run(main())
