import AppStoreModels
import HTTPServing

// What the document says of customers, of what they have, and of what is known about them.

extension JSONSchema {
    static let customer = object(
        [
            "customer": .text, "date": .date, "entitlements": .list(of: .named("Entitlement")),
            "pendingUploadCount": .integer, "isAnonymous": .flag, "aliases": .list(of: .text),
            "levels": .list(of: .named("Level")), "balances": .list(of: .named("Balance")),
        ],
        [
            "managementUrl": .text, "billingUrl": .text, "refusedPurchases": .list(of: .named("Purchase")),
            "merged": .flag, "customerToken": .text, "signedStatement": .text,
        ]
    )

    static let entitlement = object(
        [
            "productId": .text, "state": .text, "isEntitled": .flag, "reason": .text, "environment": .text,
            "originalTransactionId": .text, "transactionId": .text, "quantity": .integer, "purchaseDate": .date,
        ],
        [
            "phase": .text, "conditions": .list(of: .text), "accessEndDate": .date, "expiresDate": .date,
            "type": .text, "revocationDate": .date, "autoRenewStatus": .integer(0...1),
            "autoRenewProductId": .text, "subscriptionGroupIdentifier": .text, "inAppOwnershipType": .text,
            "bundleId": .text, "isProvisional": .flag,
        ]
    )

    /// A level that a customer has, by what gives it for longest.
    static let level = object(["level": .text], ["expiresDate": .date, "productId": .text, "grant": .text])

    static let balance = object(["currency": .text, "amount": .integer])

    static let auditEntry = object(
        ["kind": .choice(AuditEntry.Kind.allCases.map(\.rawValue)), "date": .date, "actor": .text],
        [
            "from": .text, "to": .text, "environment": .text, "originalTransactionId": .text, "reason": .text,
        ]
    )

    /// Everything about a person but for what there may be any amount of.
    private static let record = customer.with(
        .object(
            [
                "transactions": .list(of: .named("StatedTransaction")), "renewals": .list(of: .named("StatedRenewal")),
                "grants": .list(of: .named("Grant")), "entries": .list(of: .named("BalanceEntry")),
                "audit": .list(of: .named("AuditEntry")), "refundRequests": .list(of: .named("RefundRequest")),
                "attributes": .list(of: .object(["name": .text, "updatedDate": .date], ["value": .text])),
            ],
            ["createdDate": .date, "lastSeenDate": .date, "platform": .text, "offering": .text]
        )
    )

    static let export = record.with(
        .object([
            "uploads": .list(
                of: .object(
                    ["customer": .text, "status": .choice("pending", "verified"), "uploadDate": .date],
                    ["receiptData": .text]
                )
            ),
            "signedTransactions": .list(of: .text), "signedRenewalInfo": .list(of: .text),
            "events": .list(of: .named("Event")),
        ])
    )

    static let history = record.with(
        .object([
            "moment": pastMoment,
            "notifications": .list(
                of: .object(["id": .text, "type": .text, "receivedDate": .date], ["signedDate": .date])
            ),
            "deliveries": .list(of: delivery.with(.object(["webhook": .text]))),
        ])
    )

    /// What a customer had at a moment, and by which statements.
    private static let pastMoment = object([
        "known": .choice(PastMoment.Knowledge.allCases.map(\.rawValue)), "date": .date,
        "entitlements": .list(of: entitlement.with(.object(["decidedBy": .list(of: statement)]))),
        "levels": .list(of: .named("Level")),
    ])

    private static let statement = object([
        "kind": .choice("transaction", "renewal"), "transactionId": .text, "signedDate": .date,
    ])

    /// What the App Store stated about a transaction; the price in thousandths of the currency.
    static let statedTransaction = object(
        [
            "transactionId": .text, "originalTransactionId": .text, "productId": .text, "environment": .text,
            "signedDate": .date, "purchaseDate": .date, "quantity": .integer, "isUpgraded": .flag,
            "isTrialPeriod": .flag,
        ],
        [
            "bundleId": .text, "type": .text, "originalPurchaseDate": .date, "expiresDate": .date,
            "revocationDate": .date, "revocationReason": .integer, "revocationType": .text,
            "revocationPercentage": .integer, "offerType": .integer, "offerIdentifier": .text,
            "offerDiscountType": .text, "offerPeriod": .text, "price": .integer, "currency": .text,
            "storefront": .text, "transactionReason": .text, "inAppOwnershipType": .text,
            "subscriptionGroupIdentifier": .text, "webOrderLineItemId": .text, "appAccountToken": .text,
        ]
    )

    static let statedRenewal = object(
        ["originalTransactionId": .text, "environment": .text, "signedDate": .date],
        [
            "productId": .text, "autoRenewStatus": .integer, "autoRenewProductId": .text, "expirationIntent": .integer,
            "isInBillingRetryPeriod": .flag, "gracePeriodExpiresDate": .date, "priceIncreaseStatus": .integer,
            "renewalDate": .date, "renewalPrice": .integer, "currency": .text, "offerType": .integer,
            "offerIdentifier": .text, "offerDiscountType": .text, "eligibleWinBackOfferIds": .list(of: .text),
        ]
    )

    static let refundRequest = object(
        [
            "id": .text, "environment": .text, "originalTransactionId": .text, "transactionId": .text,
            "bundleId": .text, "state": .choice(RefundRequestState.allCases.map(\.rawValue)), "deadlineDate": .date,
            "attemptCount": .integer,
        ],
        [
            "customer": .text, "reason": .text, "answer": consumptionAnswer, "lastFailure": .text,
            "settledDate": .date,
        ]
    )

    /// What the App Store is told about a refund; the body is Apple's, by its version.
    static let consumptionAnswer = object(["version": .integer(1...2), "body": .something])

    /// Something signed, or a receipt, with what became of every rule; what is inside of it is the same once more.
    static let document = object(
        [
            "isValid": .flag, "kind": .text,
            "checks": .list(
                of: .object(
                    ["rule": .text, "outcome": .choice("passed", "failed", "notApplicable")],
                    ["reason": .text]
                )
            ),
        ],
        [
            "payload": .something, "jws": .text, "receipt": .text, "byteCount": .integer, "isWaiting": .flag,
            "member": .text, "parts": .list(of: .named("Document")), "text": .text,
        ]
    )

    /// The same object with the members of another one.
    func with(_ other: JSONSchema) -> JSONSchema {
        var json = self.json
        var properties = json[object: "properties"] ?? [:]
        for (name, schema) in (other.json[object: "properties"] ?? [:]).members { properties[name] = schema }
        json["properties"] = .object(properties)
        let required = (json[array: "required"] ?? []) + (other.json[array: "required"] ?? [])
        json["required"] = required.isEmpty ? nil : .array(required)
        return JSONSchema(json)
    }
}
