"""Asks a running local App Store with one of Apple's own clients of the App Store Server API.

usage: judge_server_api.py sync|async BASE_URL KEY_FILE KEY_ID ISSUER_ID BUNDLE_ID TRANSACTION_ID ORDER_ID NOW PRODUCT_ID
Prints what Apple's library read, as one JSON object.
"""
import asyncio
import json
import sys

from appstoreserverlibrary.api_client import APIException, GetTransactionHistoryVersion
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

from clients import at, close, value


async def code(call):
    """The error code and the HTTP status with which a call is refused."""
    try:
        await value(call())
        return None
    except APIException as error:
        return [error.http_status_code, error.raw_api_error]


async def history(client, transaction_id, request):
    """All pages of a history: how many, and all signed transactions."""
    pages, signed, revision = 0, [], None
    while True:
        page = await value(
            client.get_transaction_history(transaction_id, revision, request, GetTransactionHistoryVersion.V2)
        )
        pages, revision = pages + 1, page.revision
        signed += page.signedTransactions
        if not page.hasMore:
            return pages, signed, revision


async def notifications(client, request):
    """All pages of the notifications: how many, and all of their payloads."""
    pages, payloads, token = 0, [], None
    while True:
        page = await value(client.get_notification_history(token, request))
        pages, token = pages + 1, page.paginationToken
        payloads += [item.signedPayload for item in page.notificationHistory]
        if not page.hasMore:
            return [pages, len(payloads), len(set(payloads))]


async def consumption(client, transaction_id):
    """Both versions of consumption information, and what is refused in them."""

    async def first(**changes):
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
        return await code(lambda: client.send_consumption_data(transaction_id, ConsumptionRequestV1(**values)))

    async def second(**changes):
        values = dict(
            customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED,
            consumptionPercentage=50_000, refundPreference=RefundPreference.GRANT_PRORATED,
        )
        values.update(changes)
        return await code(lambda: client.send_consumption_information(transaction_id, ConsumptionRequest(**values)))

    return [
        await first(), await first(customerConsented=False), await first(appAccountToken="x"),
        await first(accountTenure=None),
        await second(), await second(customerConsented=False), await second(consumptionPercentage=100_001),
    ]


async def mass_extension(client, product_id):
    """An extension of everybody in the United States, its status, and what is refused."""

    def extend(identifier, storefronts, product):
        return client.extend_renewal_date_for_all_active_subscribers(
            MassExtendRenewalDateRequest(
                extendByDays=2, extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE, requestIdentifier=identifier,
                storefrontCountryCodes=storefronts, productId=product,
            )
        )

    identifier = (await value(extend("outage", ["USA"], product_id))).requestIdentifier
    status = await value(client.get_status_of_subscription_renewal_date_extensions(identifier, product_id))
    return [
        identifier, status.complete, status.succeededCount, status.failedCount,
        await code(lambda: extend("other", [], product_id)), await code(lambda: extend("other", ["US"], product_id)),
        await code(lambda: extend("other", None, "none")), await code(lambda: extend("outage", None, product_id)),
        await code(lambda: client.get_status_of_subscription_renewal_date_extensions("none", product_id)),
    ]


async def main() -> None:
    kind, base_url, key_file, key_id, issuer_id, bundle_id, transaction_id, order_id = sys.argv[1:9]
    with open(key_file, "rb") as file:
        key = file.read()
    client = at(base_url, kind, key, key_id, issuer_id, bundle_id, Environment.SANDBOX)
    stranger = at(base_url, kind, key, "AAAAAAAAAA", issuer_id, bundle_id, Environment.SANDBOX)
    now, product_id = int(sys.argv[9]), sys.argv[10]

    pages, signed, revision = await history(client, transaction_id, TransactionHistoryRequest())
    newer = await value(
        client.get_transaction_history(
            transaction_id, revision, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2
        )
    )
    consumables = TransactionHistoryRequest(productTypes=[ProductType.CONSUMABLE], sort=Order.DESCENDING, revoked=False)
    statuses = await value(client.get_all_subscription_statuses(transaction_id))
    extended = await value(
        client.extend_subscription_renewal_date(
            transaction_id,
            ExtendRenewalDateRequest(
                extendByDays=3, extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION, requestIdentifier="one"
            ),
        )
    )
    token = (await value(client.request_test_notification())).testNotificationToken
    test = await value(client.get_test_notification_status(token))
    period = NotificationHistoryRequest(startDate=now - 10 * 86_400_000, endDate=now + 86_400_000)
    order = await value(client.look_up_order_id(order_id))
    result = {
        "info": len((await value(client.get_transaction_info(transaction_id))).signedTransactionInfo.split(".")),
        "history": [pages, len(signed), len(set(signed))],
        "newer": len(newer.signedTransactions),
        "consumables": len((await history(client, transaction_id, consumables))[1]),
        "refunds": len((await value(client.get_refund_history(transaction_id, None))).signedTransactions),
        "environment": statuses.environment.value,
        "statuses": [[item.status.value for item in group.lastTransactions] for group in statuses.data],
        "expired": len((await value(client.get_all_subscription_statuses(transaction_id, [Status.EXPIRED]))).data),
        "extended": extended.success,
        "effectiveDate": extended.effectiveDate,
        "test": test.sendAttempts[0].sendAttemptResult.value,
        "notifications": await notifications(client, period),
        "order": [order.status.value, len(order.signedTransactions)],
        "unknownOrder": (await value(client.look_up_order_id("MNOSUCH"))).status.value,
        "unauthenticated": await code(lambda: stranger.get_transaction_info(transaction_id)),
        "unknown": await code(lambda: client.get_transaction_info("1")),
        "invalid": await code(lambda: client.get_transaction_info("x1")),
        "appTransaction": len(
            (await value(client.get_app_transaction_info(transaction_id))).signedAppTransactionInfo.split(".")
        ),
        "token": [
            await code(
                lambda: client.set_app_account_token(transaction_id, UpdateAppAccountTokenRequest(appAccountToken=token))
            )
            for token in ["7389a31a-fb6d-4569-a2a6-db7d85d84813", "x"]
        ],
        "consumption": await consumption(client, transaction_id),
        "mass": await mass_extension(client, product_id),
        "extendedThrice": await code(
            lambda: client.extend_subscription_renewal_date(
                transaction_id,
                ExtendRenewalDateRequest(
                    extendByDays=3, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier="three"
                ),
            )
        ),
        "changed": len(
            (
                await value(
                    client.get_transaction_history(
                        transaction_id, revision, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2
                    )
                )
            ).signedTransactions
        ),
    }
    await value(client.finish_transaction(transaction_id))
    for each in (client, stranger):
        await close(each)
    print(json.dumps(result))


asyncio.run(main())
