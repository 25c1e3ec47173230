"""Asks others about many JWS and receipts at once.

usage: judge_many.py JWS_ROOT.der RECEIPT_ROOT.der NOW_IN_MILLISECONDS BUNDLE_ID Sandbox|Production < lines

A line is `jws TOKEN` or `receipt BASE64`. For each one line is printed: `accepted` and what was read of it, or
`refused` and why. JWS are judged by Apple's own library, receipts by an independent verifier.
"""
import json
import sys

from apple_purchase_receipt_verifier import Config, Verifier
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException


def judge_jws(verifier: SignedDataVerifier, token: str) -> str:
    try:
        read = verifier.verify_and_decode_signed_transaction(token)
    except VerificationException as error:
        return f"refused {error.status.name}"
    # What its converter to models raises is no verdict of its own kind, but its caller gets no transaction either.
    except Exception as error:
        return f"refused {type(error).__name__}"
    return "accepted " + json.dumps(read.transactionId)


def judge_receipt(verifier: Verifier, receipt: str) -> str:
    result = verifier.verify_receipt(receipt)
    if result.verified:
        return "accepted " + json.dumps(result.payload.bundle_id)
    return f"refused {result.failure.reason.value}"


def main() -> None:
    jws_root, receipt_root, now, bundle_id, environment = sys.argv[1:6]
    with open(jws_root, "rb") as file:
        apple = SignedDataVerifier([file.read()], False, Environment(environment), bundle_id)
    with open(receipt_root, "rb") as file:
        independent = Verifier(Config(roots=[file.read()], clock=lambda: int(now)))
    for line in sys.stdin:
        kind, _, text = line.rstrip("\n").partition(" ")
        print(judge_jws(apple, text) if kind == "jws" else judge_receipt(independent, text))


main()
