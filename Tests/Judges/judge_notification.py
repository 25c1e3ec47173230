"""Verifies a notification of the local App Store, and what is signed inside it, with Apple's own server library.

usage: judge_notification.py ROOT.der BUNDLE_ID ENVIRONMENT < signedPayload
Prints what Apple's library read, as one JSON object.
"""
import json
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


def read_data(verifier: SignedDataVerifier, data, result: dict) -> None:
    result["status"] = data.rawStatus
    if data.signedTransactionInfo:
        transaction = verifier.verify_and_decode_signed_transaction(data.signedTransactionInfo)
        result["transaction"] = {
            "transactionId": transaction.transactionId,
            "originalTransactionId": transaction.originalTransactionId,
            "productId": transaction.productId,
            "type": transaction.rawType,
            "expiresDate": transaction.expiresDate,
            "price": transaction.price,
            "revocationDate": transaction.revocationDate,
        }
    if data.signedRenewalInfo:
        renewal = verifier.verify_and_decode_renewal_info(data.signedRenewalInfo)
        result["renewal"] = {
            "originalTransactionId": renewal.originalTransactionId,
            "autoRenewStatus": renewal.rawAutoRenewStatus,
            "autoRenewProductId": renewal.autoRenewProductId,
        }


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
        "signedDate": notification.signedDate,
    }
    if notification.data:
        read_data(verifier, notification.data, result)
    if notification.summary:
        summary = notification.summary
        result["summary"] = {
            "requestIdentifier": summary.requestIdentifier,
            "productId": summary.productId,
            "succeededCount": summary.succeededCount,
            "failedCount": summary.failedCount,
        }
    if notification.externalPurchaseToken:
        token = notification.externalPurchaseToken
        result["externalPurchaseToken"] = {
            "externalPurchaseId": token.externalPurchaseId,
            "tokenCreationDate": token.tokenCreationDate,
            "bundleId": token.bundleId,
        }
    app_data = getattr(notification, "appData", None)
    if app_data:
        transaction = verifier.verify_and_decode_app_transaction(app_data.signedAppTransactionInfo)
        result["appData"] = {"bundleId": app_data.bundleId, "appTransactionId": transaction.appTransactionId}
    print(json.dumps(result))


main()
