import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport

/// Tokens signed by the authority of the tests.
enum SampleJWS {
    /// A member that every payload has: the signing date of the tests.
    static let signedDate = JSONValue.number(JSONNumber(TestAuthority.signingDate.millisecondsSince1970))

    static let transaction: JSONObject = [
        "transactionId": "2001", "originalTransactionId": "2000", "bundleId": "com.example.app",
        "productId": "com.example.app.monthly", "price": 4990, "currency": "EUR", "environment": "Sandbox",
        "purchaseDate": signedDate, "signedDate": signedDate,
    ]
    static let renewalInfo: JSONObject = [
        "originalTransactionId": "2000", "autoRenewProductId": "com.example.app.monthly", "autoRenewStatus": 1,
        "environment": "Sandbox", "signedDate": signedDate,
    ]
    static let appTransaction: JSONObject = [
        "receiptType": "Sandbox", "bundleId": "com.example.app", "applicationVersion": "3",
        "receiptCreationDate": signedDate,
    ]

    /// A notification with these signed inside.
    static func notification(_ transaction: JSONObject, _ renewalInfo: JSONObject) throws -> JSONObject {
        [
            "notificationType": "DID_RENEW", "notificationUUID": "u-1", "version": "2.0", "signedDate": signedDate,
            "data": [
                "bundleId": "com.example.app", "environment": "Sandbox", "status": 1,
                "signedTransactionInfo": .string(try sign(transaction)),
                "signedRenewalInfo": .string(try sign(renewalInfo)),
            ],
        ]
    }

    static func sign(_ payload: JSONObject) throws -> String {
        try TestAuthority.trusted.get().jwsSigner.sign(JSONValue.object(payload).jsonData)
    }
}

extension JSONObject {
    /// The same object with one member changed; nil removes it.
    func with(_ key: String, _ value: JSONValue?) -> JSONObject {
        var object = self
        object[key] = value
        return object
    }
}
