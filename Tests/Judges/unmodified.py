"""An ordinary program of a developer, with Apple's own library, that has never heard of a local App Store.

It knows what it would know of App Store Connect: key, issuer, app. Prints what Apple's library read, as one JSON object.

usage: unmodified.py TRANSACTION_ID RECEIPT
"""
import base64
import json
import os
import sys

import requests
from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


def root() -> bytes:
    with open(os.environ["APP_STORE_ROOT_FILE"], encoding="ascii") as file:
        return base64.b64decode("".join(line for line in file if not line.startswith("-----")))


def main() -> None:
    transaction_id, receipt = sys.argv[1:3]
    with open(os.environ["APP_STORE_KEY_FILE"], "rb") as file:
        key = file.read()
    bundle_id = os.environ["APP_STORE_BUNDLE_ID"]

    def client(environment):
        return AppStoreServerAPIClient(
            key, os.environ["APP_STORE_KEY_ID"], os.environ["APP_STORE_ISSUER_ID"], bundle_id, environment
        )

    signed = client(Environment.SANDBOX).get_transaction_info(transaction_id).signedTransactionInfo
    # With online checks: the library asks the OCSP responder that the certificates name.
    verifier = SignedDataVerifier([root()], True, Environment.SANDBOX, bundle_id)
    try:
        client(Environment.PRODUCTION).get_transaction_info(transaction_id)
        production = None
    except APIException as error:
        production = [error.http_status_code, error.raw_api_error]

    def verify(host):
        return requests.post(f"https://{host}/verifyReceipt", json={"receipt-data": receipt}, timeout=60).json()

    print(
        json.dumps(
            {
                "transaction": verifier.verify_and_decode_signed_transaction(signed).transactionId,
                "production": production,
                "buy": verify("buy.itunes.apple.com")["status"],
                "sandbox": verify("sandbox.itunes.apple.com")["status"],
            }
        )
    )


main()
