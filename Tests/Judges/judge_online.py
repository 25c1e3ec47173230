"""Verifies a signed transaction with Apple's own server library, which asks the responder that the certificates name.

usage: judge_online.py ROOT.der BUNDLE_ID ENVIRONMENT < signedTransaction
Prints the transaction, or the status with which Apple's library refused it.
"""
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException


def main() -> None:
    root, bundle_id, environment = sys.argv[1:4]
    with open(root, "rb") as file:
        verifier = SignedDataVerifier([file.read()], True, Environment(environment), bundle_id)
    try:
        print(verifier.verify_and_decode_signed_transaction(sys.stdin.read().strip()).transactionId)
    except VerificationException as refusal:
        print(refusal.status.name)


main()
