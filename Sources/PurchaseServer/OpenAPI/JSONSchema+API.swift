import AppStoreModels
import Entitlements
import HTTPServing

/// The schemas that the document of the purchase server names.
extension JSONSchema {
    static let all: KeyValuePairs<String, JSONSchema> = [
        "Error": .object(
            [
                "type": .text, "title": .text, "status": .integer, "detail": .text, "code": .text,
                "error": failure,
            ]
        ),
        "Customer": customer,
        "Entitlement": entitlement,
        "Level": level,
        "Balance": balance,
        "Upload": .body(["receiptData": .text], ["transactionId": .text, "productId": .text]),
        "SignedUpload": .body(["signedTransactions": .list(of: .text)], ["signedRenewalInfo": .list(of: .text)]),
        "CustomerName": .object(["customer": .text, "isAnonymous": .flag, "createdDate": .date], ["alias": .text]),
        "Purchase": .object(["originalTransactionId": .text, "environment": .text]),
        "Grant": .object(
            ["grant": .text, "level": .text, "startDate": .date, "madeDate": .date, "actor": .text],
            ["endDate": .date, "reason": .text, "revokedDate": .date]
        ),
        "Balances": .object(["balances": .list(of: .named("Balance"))], ["entry": .named("BalanceEntry")]),
        "BalanceEntry": .object(
            ["entry": .text, "currency": .text, "amount": .integer, "madeDate": .date, "actor": .text],
            ["reason": .text]
        ),
        "Offering": .object(
            ["offering": .text, "isCurrent": .flag, "productIds": .list(of: .text)],
            ["metadata": .something]
        ),
        "AuditEntry": auditEntry,
        "RefundRequest": refundRequest,
        "StatedTransaction": statedTransaction,
        "StatedRenewal": statedRenewal,
        "Document": document,
        "Webhook": webhook,
        "WebhookWish": webhookWish,
        "Delivery": delivery,
        "Event": event,
        "Key": .object(keyMembers, optionalKeyMembers),
        "Keys": .object(["keys": .list(of: .named("Key"))]),
        "NewKey": newKey,
        "KeyOrder": .body(
            ["kind": kind, "name": .text(1...ServerKey.maximumNameLength)],
            ["scopes": .list(of: scope), "expirationDate": .date]
        ),
        "KeyRotation": .body([:], ["graceSeconds": .integer(0...Int(KeyBook.maximumGrace))]),
        "CustomerToken": .object(["customer": .text, "customerToken": .text], ["expirationDate": .date]),
        "OfferSignature": .object(
            ["kind": .choice(OfferOrder.Kind.allCases.map(\.rawValue))],
            [
                "jws": .text, "isAllowed": .flag, "offerIdentifier": .text, "keyIdentifier": .text, "nonce": .text,
                "timestamp": .integer, "signature": .text,
            ]
        ),
        "StatementKey": .object(["id": .text, "publicKey": .text, "createdDate": .date], ["retirementDate": .date]),
        "Figure": .object(["id": .text, "title": .text, "definition": .text, "isMoney": .flag]),
        "FigureSeries": .object(
            [
                "figure": .text, "title": .text, "definition": .text, "currency": .text, "asOf": .day,
                "lines": .list(of: .object(["name": .text, "points": .list(of: figurePoint)], ["segment": .text])),
                "missing": .list(
                    of: .object([
                        "reason": .choice("rate", "price", "proceeds"), "currency": .text, "count": .integer,
                    ])
                ),
            ]
        ),
        "Health": .object(
            ["status": .choice("ok", "cannot-write", "ending")],
            ["error": failure, "connections": connections]
        ),
        "Done": .object(["status": .choice(["ok"])]),
    ]

    /// What went wrong: a code for programs, a message for people.
    private static let failure = object(["code": .text, "message": .text], ["rule": .text])

    private static let connections = object([
        "open": .integer, "limit": .integer, "bodyBytes": .integer, "answerBytes": .integer, "refused": .integer,
        "badHeads": .integer, "lateBodies": .integer, "refusedBodies": .integer, "refusedAnswers": .integer,
        "stalledAnswers": .integer, "pauses": .integer,
    ])

    private static let environment = choice("Production", "Sandbox")
    private static let shape = choice(WebhookShape.allCases.map(\.rawValue))

    /// What a field of HTTP can be.
    private static let visibleText = JSONSchema([
        "type": "string", "minLength": 1, "maxLength": 1_024, "pattern": "^[ -~]*$",
    ])

    private static let webhook = object(
        [
            "id": .text, "address": .text, "types": list(of: .text).orNull, "environment": environment.orNull,
            "isEnabled": .flag, "forwardsNotifications": .flag, "shape": shape, "createdDate": .date,
        ],
        ["secret": .text]
    )

    private static let webhookWish = body(
        [:],
        [
            "address": .text, "isEnabled": .flag, "forwardsNotifications": .flag,
            "types": list(of: .choice(PurchaseEventType.all.map(\.rawValue))).orNull,
            "environment": environment.orNull, "shape": shape, "authorization": visibleText.orNull,
        ]
    )

    /// Of a notification of the App Store that is forwarded there is no event.
    static let delivery = object(
        [
            "id": .integer, "type": .text, "state": .choice("pending", "delivered", "dead"),
            "attemptCount": .integer,
        ],
        ["eventId": .text, "nextAttemptDate": .date, "lastStatus": .integer, "lastFailure": .text]
    )

    private static let event = object(
        ["id": .text, "type": .text, "createdDate": .date],
        [
            "customer": .text, "environment": .text, "originalTransactionId": .text, "transactionId": .text,
            "latestTransactionId": .text, "bundleId": .text, "productId": .text, "previousProductId": .text,
            "productType": .text, "state": .text, "reason": .text, "purchaseDate": .date, "expiresDate": .date,
            "autoRenewStatus": .integer(0...1), "autoRenewProductId": .text,
            "entitlements": .list(of: .named("Entitlement")), "entitlementCount": .integer, "from": .text,
            "to": .text, "grant": .named("Grant"), "levels": .list(of: .named("Level")), "currency": .text,
            "amount": .integer, "balance": .integer,
        ]
    )

    private static let figurePoint = object(
        [
            "start": .day, "end": .day, "isComplete": .flag,
            "value": .object(
                [:],
                ["count": .integer, "money": .text, "share": .text, "part": .text, "whole": .text, "total": .text]
            ),
        ],
        ["step": .integer]
    )

    private static let kind = choice(KeyKind.allCases.map(\.rawValue))
    private static let scope = choice(KeyScope.allCases.map(\.rawValue))

    private static let keyMembers: KeyValuePairs<String, JSONSchema> = [
        "id": .text, "kind": kind, "name": .text, "scopes": .list(of: scope), "createdDate": .date,
    ]

    private static let optionalKeyMembers: KeyValuePairs<String, JSONSchema> = [
        "lastUseDate": .date, "expirationDate": .date, "revocationDate": .date, "successorId": .text,
    ]

    private static let newKey = object(
        [
            "id": .text, "kind": kind, "name": .text, "scopes": .list(of: scope), "createdDate": .date,
            "text": .text,
        ],
        optionalKeyMembers
    )
}
