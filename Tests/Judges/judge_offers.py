"""Signs offers with Apple's own library for a running local App Store, and buys with them: first bent, then as they should be.

usage: judge_offers.py BASE_URL KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID ACCOUNT TRANSACTION_ID PRODUCT OTHER_PRODUCT OFFER NOW
       GENERIC_PRODUCT
Prints what the store answered to each, as one JSON object: the status, and of a refusal the words. Decisions about
introductory offers are printed as they are signed, for the control interface takes none.
"""
import datetime
import json
import sys
import urllib.error
import urllib.request
import uuid

from appstoreserverlibrary import jws_signature_creator as creators
from appstoreserverlibrary.models.AdvancedCommerceOneTimeChargeCreateRequest import (
    AdvancedCommerceOneTimeChargeCreateRequest,
)
from appstoreserverlibrary.models.AdvancedCommerceOneTimeChargeItem import AdvancedCommerceOneTimeChargeItem
from appstoreserverlibrary.models.AdvancedCommerceRequestInfo import AdvancedCommerceRequestInfo
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

BASE_URL, KEY_FILE, KEY_ID, ISSUER_ID, BUNDLE_ID, ACCOUNT, TRANSACTION, PRODUCT, OTHER, OFFER = sys.argv[1:11]
NOW = int(sys.argv[11])
DAY = 86_400_000


def clock(milliseconds):
    """What the library takes for the module `datetime`: it signs with the date of the store, not of this machine."""
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)

    class Standing:
        timezone = datetime.timezone

        class datetime:
            @staticmethod
            def now(_):
                return moment

    return Standing


def post(path, body):
    """A command to the local store: the status, and the words of a refusal."""
    request = urllib.request.Request(f"{BASE_URL}/control/{path}", data=json.dumps(body).encode(), method="POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return [answer.status, ""]
    except urllib.error.HTTPError as error:
        return [error.code, json.load(error)["error"]["message"]]


with open(KEY_FILE, "rb") as file:
    KEY = file.read()
FOREIGN = ec.generate_private_key(ec.SECP256R1()).private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
)
USED = uuid.UUID(int=7, version=4)


def first(key=KEY, key_id=KEY_ID, bundle=BUNDLE_ID, product=PRODUCT, offer=OFFER, name="", nonce=None, signed_nonce=None,
          timestamp=NOW, signed_timestamp=None, app_name=None):
    """A promotional offer of version 1, with what the app passes and what its server signed."""
    nonce = nonce or uuid.uuid4()
    signature = PromotionalOfferSignatureCreator(key, key_id, bundle).create_signature(
        product, offer, name, signed_nonce or nonce, signed_timestamp or timestamp
    )
    body = {
        "productId": PRODUCT, "account": ACCOUNT,
        "offer": {"type": "promotional", "identifier": OFFER, "keyId": key_id, "nonce": str(nonce),
                  "timestamp": timestamp, "signature": signature},
    }
    if app_name or name:
        body["applicationUsername"] = app_name if app_name is not None else name
    if app_name == "":
        del body["applicationUsername"]
    return post("purchases", body)


def second(key=KEY, key_id=KEY_ID, bundle=BUNDLE_ID, product=PRODUCT, offer=OFFER, transaction=TRANSACTION, audience=None,
           at=NOW):
    """A promotional offer of version 2."""
    creators.datetime = clock(at)
    creator = creators.PromotionalOfferV2SignatureCreator(key, key_id, ISSUER_ID, bundle)
    creator._audience = audience or creator._audience
    return buy(creator.create_signature(product, offer, transaction))


def buy(jws):
    return post("purchases", {
        "productId": PRODUCT, "account": ACCOUNT, "offer": {"type": "promotional", "identifier": OFFER, "jws": jws},
    })


def eligibility(key=KEY, key_id=KEY_ID, bundle=BUNDLE_ID, product=PRODUCT, allowed=True, transaction=TRANSACTION,
                audience=None, at=NOW):
    """Whether an introductory offer is allowed: the JWS itself, which an app shows with its purchase."""
    creators.datetime = clock(at)
    creator = creators.IntroductoryOfferEligibilitySignatureCreator(key, key_id, ISSUER_ID, bundle)
    creator._audience = audience or creator._audience
    return creator.create_signature(product, allowed, transaction)


def commerce(key=KEY, key_id=KEY_ID, bundle=BUNDLE_ID, audience=None, at=NOW, currency="USD", price=1_990, sku="bunch"):
    """A request of Advanced Commerce, signed for the app."""
    creators.datetime = clock(at)
    creator = creators.AdvancedCommerceAPIInAppSignatureCreator(key, key_id, ISSUER_ID, bundle)
    creator._audience = audience or creator._audience
    jws = creator.create_signature(AdvancedCommerceOneTimeChargeCreateRequest(
        requestInfo=AdvancedCommerceRequestInfo(requestReferenceId=uuid.uuid4()), currency=currency, taxCode="C003-00-2",
        item=AdvancedCommerceOneTimeChargeItem(SKU=sku, displayName="Bunch", description="Of roses", price=price),
    ))
    return post("advanced-commerce", {"productId": sys.argv[12], "account": ACCOUNT, "jws": jws})


def twice(make):
    """The answer to the second use of one JWS."""
    creators.datetime = clock(NOW)
    jws = make()
    assert buy(jws)[0] == 201
    return buy(jws)


v2 = creators.PromotionalOfferV2SignatureCreator(KEY, KEY_ID, ISSUER_ID, BUNDLE_ID)
print(json.dumps({
    "first": {
        "key": first(key=FOREIGN),
        "key id": first(key_id="OTHER00000"),
        "app": first(bundle=BUNDLE_ID + ".dev"),
        "product": first(product=OTHER),
        "offer": first(offer="autumn"),
        "customer": first(name="fern", app_name=ACCOUNT),
        "customer left out": first(name="fern", app_name=""),
        "case": first(name=ACCOUNT, app_name=ACCOUNT.upper()),
        "nonce": first(signed_nonce=uuid.uuid4()),
        "timestamp": first(signed_timestamp=NOW // 1000),
        "old": first(timestamp=NOW - DAY - 1_000),
        "right": first(nonce=USED),
        "used": first(nonce=USED),
        "with a name": first(name=ACCOUNT),
    },
    "second": {
        "key": second(key=FOREIGN),
        "key id": second(key_id="OTHER00000"),
        "app": second(bundle=BUNDLE_ID + ".dev"),
        "product": second(product=OTHER),
        "offer": second(offer="autumn"),
        "customer": second(transaction="12"),
        "audience": second(audience="introductory-offer-eligibility"),
        "old": second(at=NOW - DAY - 1_000),
        "right": second(),
        "for anybody": second(transaction=None),
        "used": twice(lambda: v2.create_signature(PRODUCT, OFFER, TRANSACTION)),
    },
    "eligibility": {
        "key": eligibility(key=FOREIGN),
        "key id": eligibility(key_id="OTHER00000"),
        "app": eligibility(bundle=BUNDLE_ID + ".dev"),
        "product": eligibility(product=OTHER),
        "customer": eligibility(transaction="12"),
        "audience": eligibility(audience="promotional-offer"),
        "old": eligibility(at=NOW - DAY - 1_000),
        "allowed": eligibility(),
        "not allowed": eligibility(allowed=False),
    },
    "commerce": {
        "key": commerce(key=FOREIGN),
        "key id": commerce(key_id="OTHER00000"),
        "app": commerce(bundle=BUNDLE_ID + ".dev"),
        "audience": commerce(audience="promotional-offer"),
        "old": commerce(at=NOW - DAY - 1_000),
        "currency": commerce(currency="EUR"),
        "price": commerce(price=-1),
        "right": commerce(),
    },
}))
