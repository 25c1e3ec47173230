import HTTPServing
import LocalAppStore

/// The document's own schemas: what the control interface answers, and its longer bodies.
///
/// Only what is always there is required. ``StoreRecord`` tells more.
extension JSONSchema {
    static var all: [(key: String, value: JSONSchema)] { Array(records) + Array(messaging) }

    private static let records: KeyValuePairs<String, JSONSchema> = [
        "Error": .object(["error": .object(["code": .text, "message": .text])]),
        "AppStoreError": .object(["errorCode": .integer(4_000_000...5_999_999), "errorMessage": .text]),
        "Account": .object(
            [
                "id": .text, "storefront": .text, "createdDate": .date, "appTransactionId": .text,
                "canMakePayments": .flag, "requiresApproval": .flag, "renewalChargesFail": .flag,
            ],
            [
                "familyId": .text, "unsharedPurchases": .list(of: .text), "purchaseIntents": .list(of: .text),
                "purchaseIntentOffers": .object([:]),
                "consentRescindedDate": .date,
            ]
        ),
        "Family": .object(["id": .text, "organizer": .text, "members": .list(of: .text)]),
        "Storefront": .object(["storefront": .text, "storefrontId": .text, "currency": .text]),
        "Product": .object(
            [
                "productId": .text, "type": .text, "title": .text, "description": .text, "isFamilyShareable": .flag,
                "price": .integer, "currency": .text,
            ],
            ["subscriptionGroupIdentifier": .text, "period": .text]
        ),
        "Transaction": .object(
            [
                "transactionId": .text, "originalTransactionId": .text, "productId": .text, "type": .text,
                "quantity": .integer, "purchaseDate": .date, "originalPurchaseDate": .date, "account": .text,
                "isFinished": .flag, "storefront": .text,
            ],
            [
                "price": .integer, "currency": .text, "expiresDate": .date, "revocationDate": .date,
                "webOrderLineItemId": .text, "subscriptionGroupIdentifier": .text, "orderId": .text,
            ]
        ),
        "Subscription": .object([
            "originalTransactionId": .text, "productId": .text, "autoRenewProductId": .text,
            "autoRenewStatus": .integer(0...1), "account": .text, "status": .integer(1...5),
            "latestTransactionId": .text, "expiresDate": .date, "subscriptionGroupIdentifier": .text,
            "renewalCount": .integer,
        ]),
        "Attempt": .object(
            [
                "id": .text, "status": .text, "productId": .text, "account": .text, "quantity": .integer, "date": .date,
            ],
            ["failure": .text, "reason": .text, "transactionId": .text]
        ),
        "OfferCode": .object([
            "code": .text, "productId": .text, "referenceName": .text, "redemptionLimit": JSONSchema.integer.orNull,
            "redeemedBy": .list(of: .text), "isUsedUp": .flag,
        ]),
        "Event": .object(["sequence": .integer, "name": .text, "date": .date]),
        "Clock": .object(
            ["now": .date, "isRunning": .flag, "timeRate": .text],
            ["nextDueDate": .date, "journey": .something]
        ),
        "Settings": .object([
            "storefront": .text, "locale": .text, "timeRate": .text, "renewalLimit": JSONSchema.integer.orNull,
            "askToBuyEnabled": .flag, "interruptedPurchasesEnabled": .flag, "purchaseFailure": JSONSchema.text.orNull,
            "billingRetryOnRenewalEnabled": .flag, "billingGracePeriodEnabled": .flag, "disableDialogs": .flag,
            "withdrawnProductIds": .list(of: .text), "winBackRules": .something, "hostedContentVersions": .something,
            "environment": JSONSchema.text.orNull, "receiptDigest": .choice("SHA-256", "SHA-1"),
            "retentionReviewSeconds": JSONSchema.integer.orNull, "priceOverrides": .something,
        ]),
        "SettingsChange": .body(
            [:],
            [
                "storefront": .text, "locale": .text, "timeRate": .text, "renewalLimit": JSONSchema.integer.orNull,
                "askToBuyEnabled": .flag, "interruptedPurchasesEnabled": .flag,
                "purchaseFailure": JSONSchema.text.orNull,
                "billingRetryOnRenewalEnabled": .flag, "billingGracePeriodEnabled": .flag, "disableDialogs": .flag,
                "priceOverrides": .something, "withdrawnProductIds": .list(of: .text), "winBackRules": .something,
                "hostedContentVersions": .something, "environment": JSONSchema.text.orNull,
                "receiptDigest": .choice("SHA-256", "SHA-1"), "retentionReviewSeconds": JSONSchema.integer.orNull,
            ]
        ),
        "Fault": .object(["id": .text, "kind": .text, "times": JSONSchema.integer.orNull]),
        "NewFault": .body(
            ["kind": .choice(StoreFault.Kind.all.map(\.rawValue))],
            [
                "times": JSONSchema.integer.orNull, "account": .text, "productId": .text, "seconds": .number,
                "failure": .text, "storefront": .text, "otherAccount": .text, "environment": .text, "call": .text,
                "rate": .number, "errorCode": .integer, "status": .integer, "body": .choice("json", "html", "empty"),
                "isRetryable": .flag, "attemptCount": .integer, "result": .text,
            ]
        ),
        "Notification": .object(
            [
                "notificationUUID": .uuid, "notificationType": .text, "date": .date, "version": .integer(1...2),
                "isDelivered": .flag, "sendAttempts": .list(of: .named("SendAttempt")),
            ],
            [
                "subtype": .text, "signedPayload": .text, "content": .something, "account": .text,
                "transactionId": .text, "originalTransactionId": .text, "eventSequence": .integer,
                "nextAttemptDate": .date, "sendAttemptResult": .text,
            ]
        ),
        "SendAttempt": .object(["attemptDate": .date, "sendAttemptResult": .text]),
        "SentNotification": .object(["signedPayload": .text, "sendAttempts": .list(of: .named("SendAttempt"))]),
        "TransactionPage": .object(["revision": .text, "hasMore": .flag, "signedTransactions": .list(of: .text)]),
        "Signed": .object(["jws": .text, "header": .something, "payload": .something]),
        "Purchase": .body(
            ["productId": .text, "account": .text],
            [
                "quantity": .integer(1...10), "appAccountToken": .uuid, "applicationUsername": .text,
                "simulatesAskToBuy": .flag, "offer": .something,
                "introductoryOfferEligibility": .text, "purchaseDate": .dateOrMoment, "renewsUntilNow": .flag,
                "asDevice": .flag,
            ]
        ),
        "State": .object([
            "app": .something, "environment": .text, "sequence": .integer, "clock": .named("Clock"),
            "settings": .named("Settings"), "storefronts": .list(of: .named("Storefront")),
            "products": .list(of: .named("Product")), "accounts": .list(of: .named("Account")),
            "families": .list(of: .named("Family")), "codes": .list(of: .named("OfferCode")),
            "faults": .list(of: .named("Fault")), "attempts": .list(of: .named("Attempt")),
            "subscriptions": .list(of: .named("Subscription")), "transactions": .list(of: .named("Transaction")),
        ]),
        "WholeState": .object([
            "sequence": .integer, "date": .date, "accountCount": .integer, "subscriptionCount": .integer,
        ]),
        "RefundRequest": .object(
            [
                "transactionId": .text, "account": .text, "consumptionRequestReason": .text, "decision": .text,
                "date": .date, "deadlineDate": .date,
            ],
            ["consumption": .something, "isGranted": .flag, "decisionDate": .date]
        ),
        "MassExtension": .object(
            [
                "requestIdentifier": .text, "productId": .text, "extendByDays": .integer, "extendReasonCode": .integer,
                "succeededCount": .integer, "failedCount": .integer,
            ],
            ["storefrontCountryCodes": .list(of: .text), "completeDate": .date]
        ),
        "Health": .object(
            ["status": .choice("ok", "cannot-write"), "bundleId": .text, "connections": .something],
            ["error": .object(["code": .text, "message": .text])]
        ),
    ]
}
