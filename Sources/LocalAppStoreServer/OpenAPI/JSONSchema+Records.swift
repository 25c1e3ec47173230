/// The document's own schemas: what the control interface answers, and its longer bodies.
///
/// Only what is always there is required. ``StoreRecord`` tells more.
extension JSONSchema {
    static let all: KeyValuePairs<String, JSONSchema> = [
        "Error": .object(["error": .object(["code": .text, "message": .text])]),
        "AppStoreError": .object(["errorCode": .integer(4_000_000...5_999_999), "errorMessage": .text]),
        "Account": .object(
            [
                "id": .text, "storefront": .text, "createdDate": .date, "appTransactionId": .text,
                "canMakePayments": .flag, "requiresApproval": .flag, "renewalChargesFail": .flag,
            ],
            ["familyId": .text, "unsharedPurchases": .list(of: .text), "purchaseIntents": .list(of: .text)]
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
            ["now": .date, "date": .moment, "isRunning": .flag, "timeRate": .text],
            ["nextDueDate": .date, "journey": .something]
        ),
        "Settings": .object([
            "storefront": .text, "locale": .text, "timeRate": .text, "renewalLimit": JSONSchema.integer.orNull,
            "askToBuyEnabled": .flag, "interruptedPurchasesEnabled": .flag, "purchaseFailure": JSONSchema.text.orNull,
            "billingRetryOnRenewalEnabled": .flag, "billingGracePeriodEnabled": .flag, "disableDialogs": .flag,
        ]),
        "SettingsChange": .object(
            [:],
            [
                "storefront": .text, "locale": .text, "timeRate": .text, "renewalLimit": JSONSchema.integer.orNull,
                "askToBuyEnabled": .flag, "interruptedPurchasesEnabled": .flag,
                "purchaseFailure": JSONSchema.text.orNull,
                "billingRetryOnRenewalEnabled": .flag, "billingGracePeriodEnabled": .flag, "disableDialogs": .flag,
                "priceOverrides": .something, "withdrawnProductIds": .list(of: .text), "winBackRules": .something,
                "hostedContentVersions": .something, "environment": JSONSchema.text.orNull,
                "receiptDigest": .choice("SHA-256", "SHA-1"),
            ]
        ),
        "Fault": .object(["id": .text, "kind": .text, "times": JSONSchema.integer.orNull]),
        "NewFault": .object(
            ["kind": .text],
            [
                "times": JSONSchema.integer.orNull, "account": .text, "productId": .text, "seconds": .number,
                "failure": .text, "storefront": .text, "otherAccount": .text, "environment": .text,
            ]
        ),
        "Notification": .object([
            "notificationUUID": .text, "notificationType": .text, "date": .date, "signedPayload": .text,
            "isDelivered": .flag, "sendAttempts": .list(of: .something),
        ]),
        "SentNotification": .object(["signedPayload": .text, "sendAttempts": .list(of: .something)]),
        "TransactionPage": .object(["revision": .text, "hasMore": .flag, "signedTransactions": .list(of: .text)]),
        "Signed": .object(["jws": .text, "header": .something, "payload": .something]),
        "Purchase": .body(
            ["productId": .text, "account": .text],
            [
                "quantity": .integer(1...10), "appAccountToken": .uuid, "applicationUsername": .text,
                "simulatesAskToBuy": .flag, "offer": .something, "purchaseDate": .date, "renewsUntilNow": .flag,
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
        "Health": .object(["status": .choice("ok", "cannot-write"), "bundleId": .text, "connections": .something]),
    ]
}
