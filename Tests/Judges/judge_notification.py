"""Verifies a notification of the local App Store, and what is signed inside it, with Apple's own server library.

usage: judge_notification.py ROOT.der BUNDLE_ID ENVIRONMENT < signedPayload
Prints what Apple's library read, as one JSON object.
"""
import json
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


def main() -> None:
    root, bundle_id, environment = sys.argv[1:4]
    with open(root, "rb") as file:
        roots = [file.read()]
    verifier = SignedDataVerifier(
        roots,
        False,
        Environment(environment),
        bundle_id,
        int(sys.argv[4]) if len(sys.argv) > 4 else None,
    )
    notification = verifier.verify_and_decode_notification(sys.stdin.read().strip())
    result = {
        "type": notification.rawNotificationType,
        "subtype": notification.rawSubtype,
        "uuid": notification.notificationUUID,
        "status": notification.data.rawStatus,
        "signedDate": notification.signedDate,
    }
    if notification.data.signedTransactionInfo:
        transaction = verifier.verify_and_decode_signed_transaction(notification.data.signedTransactionInfo)
        result["transaction"] = {
            "transactionId": transaction.transactionId,
            "originalTransactionId": transaction.originalTransactionId,
            "productId": transaction.productId,
            "type": transaction.rawType,
            "expiresDate": transaction.expiresDate,
            "price": transaction.price,
            "revocationDate": transaction.revocationDate,
        }
    if notification.data.signedRenewalInfo:
        renewal = verifier.verify_and_decode_renewal_info(notification.data.signedRenewalInfo)
        result["renewal"] = {
            "originalTransactionId": renewal.originalTransactionId,
            "autoRenewStatus": renewal.rawAutoRenewStatus,
            "autoRenewProductId": renewal.autoRenewProductId,
        }
    print(json.dumps(result))


main()
