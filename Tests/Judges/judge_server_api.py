"""Asks a running local App Store with Apple's own client of the App Store Server API.

usage: judge_server_api.py BASE_URL KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID ORDER_ID NOW PRODUCT_ID
Prints what Apple's library read, as one JSON object.
"""
import json
import sys

from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient, GetTransactionHistoryVersion
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus


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


def consumption(client, transaction_id):
    """Both versions of consumption information, and what is refused in them."""

    def first(**changes):
        values = dict(
            customerConsented=True, consumptionStatus=ConsumptionStatus.NOT_CONSUMED,
            platform=Platform.NON_APPLE, sampleContentProvided=False,
            deliveryStatus=DeliveryStatusV1.DID_NOT_DELIVER_DUE_TO_SERVER_OUTAGE,
            appAccountToken="7389a31a-fb6d-4569-a2a6-db7d85d84813", accountTenure=AccountTenure.THIRTY_DAYS_TO_NINETY_DAYS,
            playTime=PlayTime.ONE_DAY_TO_FOUR_DAYS,
            lifetimeDollarsRefunded=LifetimeDollarsRefunded(6), lifetimeDollarsPurchased=LifetimeDollarsPurchased(7),
            userStatus=UserStatus.LIMITED_ACCESS,
        )
        values.update(changes)
        return code(lambda: client.send_consumption_data(transaction_id, ConsumptionRequestV1(**values)))

    def second(**changes):
        values = dict(
            customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED,
            consumptionPercentage=50_000, refundPreference=RefundPreference.GRANT_PRORATED,
        )
        values.update(changes)
        return code(lambda: client.send_consumption_information(transaction_id, ConsumptionRequest(**values)))

    return [
        first(), first(customerConsented=False), first(appAccountToken="x"), first(accountTenure=None),
        second(), second(customerConsented=False), second(consumptionPercentage=100_001),
    ]


def mass_extension(client, product_id):
    """An extension of everybody in the United States, its status, and what is refused."""

    def extend(identifier, storefronts, product):
        return client.extend_renewal_date_for_all_active_subscribers(
            MassExtendRenewalDateRequest(
                extendByDays=2, extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE, requestIdentifier=identifier,
                storefrontCountryCodes=storefronts, productId=product,
            )
        )

    identifier = extend("outage", ["USA"], product_id).requestIdentifier
    status = client.get_status_of_subscription_renewal_date_extensions(identifier, product_id)
    return [
        identifier, status.complete, status.succeededCount, status.failedCount,
        code(lambda: extend("other", [], product_id)), code(lambda: extend("other", ["US"], product_id)),
        code(lambda: extend("other", None, "none")), code(lambda: extend("outage", None, product_id)),
        code(lambda: client.get_status_of_subscription_renewal_date_extensions("none", product_id)),
    ]


def main() -> None:
    base_url, key_file, key_id, issuer_id, bundle_id, transaction_id, order_id = sys.argv[1:8]
    with open(key_file, "rb") as file:
        key = file.read()
    client = LocalClient(base_url, key, key_id, issuer_id, bundle_id, Environment.SANDBOX)
    stranger = LocalClient(base_url, key, "AAAAAAAAAA", issuer_id, bundle_id, Environment.SANDBOX)
    now, product_id = int(sys.argv[8]), sys.argv[9]

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
        "appTransaction": len(client.get_app_transaction_info(transaction_id).signedAppTransactionInfo.split(".")),
        "token": [
            code(lambda: client.set_app_account_token(transaction_id, UpdateAppAccountTokenRequest(appAccountToken=token)))
            for token in ["7389a31a-fb6d-4569-a2a6-db7d85d84813", "x"]
        ],
        "consumption": consumption(client, transaction_id),
        "mass": mass_extension(client, product_id),
        "extendedThrice": code(
            lambda: client.extend_subscription_renewal_date(
                transaction_id,
                ExtendRenewalDateRequest(
                    extendByDays=3, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier="three"
                ),
            )
        ),
        "changed": len(
            client.get_transaction_history(
                transaction_id, revision, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2
            ).signedTransactions
        ),
    }
    client.finish_transaction(transaction_id)
    print(json.dumps(result))


main()
