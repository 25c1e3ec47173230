"""Asks a running local App Store with Apple's own client of the App Store Server API.

usage: judge_server_api.py BASE_URL KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID ORDER_ID
Prints what Apple's library read, as one JSON object.
"""
import json
import sys

from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest


class LocalClient(AppStoreServerAPIClient):
    """Apple's client at another address."""

    def __init__(self, base_url, *arguments):
        super().__init__(*arguments)
        self._base_url = base_url


def code(call):
    """The error code and the HTTP status with which a call is refused."""
    try:
        call()
        return None
    except APIException as error:
        return [error.http_status_code, error.raw_api_error]


def history(client, transaction_id, request):
    """All pages of a history: how many, and all signed transactions."""
    pages, signed, revision = 0, [], None
    while True:
        page = client.get_transaction_history(transaction_id, revision, request, GetTransactionHistoryVersion.V2)
        pages, revision = pages + 1, page.revision
        signed += page.signedTransactions
        if not page.hasMore:
            return pages, signed, revision


def main() -> None:
    base_url, key_file, key_id, issuer_id, bundle_id, transaction_id, order_id = sys.argv[1:8]
    with open(key_file, "rb") as file:
        key = file.read()
    client = LocalClient(base_url, key, key_id, issuer_id, bundle_id, Environment.SANDBOX)
    stranger = LocalClient(base_url, key, "AAAAAAAAAA", issuer_id, bundle_id, Environment.SANDBOX)
    now = int(sys.argv[8])

    pages, signed, revision = history(client, transaction_id, TransactionHistoryRequest())
    newer = client.get_transaction_history(
        transaction_id, revision, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2
    )
    consumables = TransactionHistoryRequest(productTypes=[ProductType.CONSUMABLE], sort=Order.DESCENDING, revoked=False)
    statuses = client.get_all_subscription_statuses(transaction_id)
    extended = client.extend_subscription_renewal_date(
        transaction_id,
        ExtendRenewalDateRequest(
            extendByDays=3, extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION, requestIdentifier="one"
        ),
    )
    token = client.request_test_notification().testNotificationToken
    test = client.get_test_notification_status(token)
    sent = client.get_notification_history(
        None, NotificationHistoryRequest(startDate=now - 10 * 86_400_000, endDate=now + 86_400_000)
    )
    order = client.look_up_order_id(order_id)
    result = {
        "info": len(client.get_transaction_info(transaction_id).signedTransactionInfo.split(".")),
        "history": [pages, len(signed), len(set(signed))],
        "newer": len(newer.signedTransactions),
        "consumables": len(history(client, transaction_id, consumables)[1]),
        "refunds": len(client.get_refund_history(transaction_id, None).signedTransactions),
        "environment": statuses.environment.value,
        "statuses": [[item.status.value for item in group.lastTransactions] for group in statuses.data],
        "expired": len(client.get_all_subscription_statuses(transaction_id, [Status.EXPIRED]).data),
        "extended": extended.success,
        "effectiveDate": extended.effectiveDate,
        "test": test.sendAttempts[0].sendAttemptResult.value,
        "notifications": len(sent.notificationHistory),
        "order": [order.status.value, len(order.signedTransactions)],
        "unknownOrder": client.look_up_order_id("MNOSUCH").status.value,
        "unauthenticated": code(lambda: stranger.get_transaction_info(transaction_id)),
        "unknown": code(lambda: client.get_transaction_info("1")),
        "invalid": code(lambda: client.get_transaction_info("x1")),
    }
    client.finish_transaction(transaction_id)
    print(json.dumps(result))


main()
