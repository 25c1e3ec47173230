import AppStoreModels
import Entitlements

/// The schemas that the document of the purchase server names.
extension JSONSchema {
    static let all: KeyValuePairs<String, JSONSchema> = [
        "Error": .object(["error": .object(["code": .text, "message": .text], ["rule": .text])]),
        "Customer": .object([
            "customer": .text, "date": .date, "entitlements": .list(of: .named("Entitlement")),
            "pendingUploadCount": .integer,
        ]),
        "Entitlement": entitlement,
        "Upload": .object(["receiptData": .text], ["transactionId": .text, "productId": .text]),
        "Key": .object(keyMembers, optionalKeyMembers),
        "Keys": .object(["keys": .list(of: .named("Key"))]),
        "NewKey": newKey,
        "KeyOrder": .body(
            ["kind": kind, "name": .text(1...ServerKey.maximumNameLength)],
            ["scopes": .list(of: scope), "expirationDate": .date]
        ),
        "KeyRotation": .body([:], ["graceSeconds": .integer(0...Int(KeyBook.maximumGrace))]),
        "Health": .object(["status": .choice(["ok", "cannot-write", "ending"])], ["error": .object([:])]),
        "Done": .object(["status": .choice(["ok"])]),
    ]

    private static let kind = choice(KeyKind.allCases.map(\.rawValue))
    private static let scope = choice(KeyScope.allCases.map(\.rawValue))

    private static let keyMembers: KeyValuePairs<String, JSONSchema> = [
        "id": .text, "kind": kind, "name": .text, "scopes": .list(of: scope), "creationDate": .date,
    ]

    private static let optionalKeyMembers: KeyValuePairs<String, JSONSchema> = [
        "lastUseDate": .date, "expirationDate": .date, "revocationDate": .date, "successorId": .text,
    ]

    private static let newKey = object(
        [
            "id": .text, "kind": kind, "name": .text, "scopes": .list(of: scope), "creationDate": .date,
            "text": .text,
        ],
        optionalKeyMembers
    )

    private static let entitlement = object(
        ["productId": .text, "state": .text, "isEntitled": .flag, "reason": .text, "environment": .text],
        [
            "expiresDate": .date, "originalTransactionId": .text, "transactionId": .text, "type": .text,
            "quantity": .integer, "purchaseDate": .date, "revocationDate": .date, "autoRenewStatus": .integer(0...1),
            "autoRenewProductId": .text, "subscriptionGroupIdentifier": .text, "inAppOwnershipType": .text,
            "bundleId": .text,
        ]
    )
}
