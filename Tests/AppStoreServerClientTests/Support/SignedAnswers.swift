import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport

/// Answers of the App Store Server API, signed by the authority of the tests.
enum SignedAnswers {
    static func transaction(
        _ id: String = "2",
        bundleID: String = SampleNotification.bundleID,
        by authority: Result<CertificateAuthority, TrustError> = TestAuthority.trusted
    ) throws -> String {
        var payload = TransactionPayload()
        payload.transactionID = id
        payload.originalTransactionID = "1"
        payload.bundleID = bundleID
        payload.productID = "com.example.app.monthly"
        payload.environment = .sandbox
        payload.signedDate = TestAuthority.signingDate
        return try authority.get().jwsSigner.sign(payload.jsonData)
    }

    static func renewalInfo(of original: String = "1") throws -> String {
        var payload = RenewalInfoPayload()
        payload.originalTransactionID = original
        payload.autoRenewStatus = .on
        payload.environment = .sandbox
        payload.signedDate = TestAuthority.signingDate
        return try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
    }

    static func appTransaction() throws -> String {
        var payload = AppTransactionPayload()
        payload.bundleID = SampleNotification.bundleID
        payload.receiptType = .sandbox
        payload.appTransactionID = "700"
        payload.receiptCreationDate = TestAuthority.signingDate
        return try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
    }

    static func page(_ ids: [String], revision: String, hasMore: Bool) throws -> String {
        let transactions = try ids.map { JSONValue.string(try transaction($0)) }
        let page: JSONValue = [
            "revision": .string(revision), "hasMore": .bool(hasMore), "environment": "Sandbox",
            "signedTransactions": .array(transactions), "somethingNew": 1,
        ]
        return page.serialized()
    }

    static func statuses(renewalInfo: String? = nil) throws -> String {
        let last: JSONValue = [
            "status": 4, "originalTransactionId": "1", "signedTransactionInfo": .string(try transaction()),
            "signedRenewalInfo": .string(try renewalInfo ?? Self.renewalInfo()),
        ]
        let answer: JSONValue = [
            "environment": "Sandbox", "bundleId": .string(SampleNotification.bundleID),
            "data": [["subscriptionGroupIdentifier": "20", "lastTransactions": [last]]],
        ]
        return answer.serialized()
    }

    static func sentNotification() throws -> JSONValue {
        [
            "signedPayload": .string(try SampleNotification().signed()),
            "sendAttempts": [["attemptDate": 1_722_945_600_000, "sendAttemptResult": "SOMETHING_NEW"]],
        ]
    }

    static func member(_ name: String, _ text: String) -> String {
        JSONValue.object([name: .string(text)]).serialized()
    }
}
