import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@Suite("From the App Store's formats to facts")
struct ReadingTests {
    @Test("in_app and latest_receipt_info are united by transaction; the newer list knows of the refund")
    func union() throws {
        let facts = try Self.facts(
            """
            {"status":0,"environment":"Sandbox","receipt":{"bundle_id":"com.example.app",
             "receipt_creation_date_ms":"1700000000000","request_date_ms":"1700900000000","in_app":[
              {"transaction_id":"1","original_transaction_id":"1","product_id":"monthly","quantity":"1",
               "purchase_date_ms":"1700000000000","expires_date_ms":"1702592000000"},
              {"transaction_id":"9","original_transaction_id":"9","product_id":"pro","quantity":"1",
               "purchase_date_ms":"1700000000000"}]},
             "latest_receipt_info":[
              {"transaction_id":"1","original_transaction_id":"1","product_id":"monthly","quantity":"1",
               "purchase_date_ms":"1700000000000","expires_date_ms":"1702592000000",
               "cancellation_date_ms":"1700800000000","cancellation_reason":"1"}],
             "pending_renewal_info":[{"product_id":"monthly","original_transaction_id":"1","auto_renew_status":"0"}]}
            """
        )
        #expect(facts.purchases.count == 3)
        #expect(facts.purchases.allSatisfy { $0.bundleID == "com.example.app" && $0.environment == .sandbox })
        let entitlements = facts.entitlements(at: Date(millisecondsSince1970: 1_701_000_000_000))
        #expect(entitlements.map(\.productID) == ["monthly", "pro"])
        #expect(entitlements.map(\.state) == [.revoked, .active])
        #expect(entitlements.map(\.willAutoRenew) == [false, nil])
    }

    @Test("Elements without an identifier or date are reported and cost nothing else")
    func incomplete() throws {
        var problems: [FactError] = []
        let facts = PurchaseFacts(
            unverified: try Self.response(
                """
                {"status":0,"latest_receipt_info":[{"product_id":"a"},{"transaction_id":"1"},
                 {"transaction_id":"2","product_id":"b"},
                 {"transaction_id":"3","product_id":"c","purchase_date_ms":"1700000000000"}],
                 "pending_renewal_info":[{"auto_renew_status":"1"}]}
                """
            ),
            environment: .production,
            receivedAt: Sample.day(0),
            onIncomplete: { problems.append($0) }
        )
        #expect(facts.purchases.map(\.transactionID) == ["3"])
        #expect(
            problems.map(\.member) == ["transaction_id", "product_id", "purchase_date_ms", "original_transaction_id"]
        )
        #expect(problems.map(\.transactionID) == [nil, "1", "2", nil])
    }

    @Test("An iOS 6 style body is read from its flat receipt, its milliseconds in expires_date")
    func oldStyle() throws {
        let facts = try Self.facts(
            """
            {"status":21006,"auto_renew_status":0,"expiration_intent":"1","receipt":{"bid":"com.example.app",
             "transaction_id":"5","original_transaction_id":"4","product_id":"monthly","quantity":"1",
             "purchase_date_ms":"1700000000000","expires_date":"1702592000000"},
             "latest_expired_receipt_info":{"transaction_id":"6","original_transaction_id":"4","product_id":"monthly",
             "quantity":"1","purchase_date_ms":"1702592000000","expires_date":"1705184000000"}}
            """
        )
        let entitlements = facts.entitlements(at: Date(millisecondsSince1970: 1_710_000_000_000))
        #expect(entitlements.map(\.transactionID) == ["6"])
        #expect(entitlements.map(\.state) == [.expired])
        #expect(entitlements.map(\.bundleID) == ["com.example.app"])
        #expect(entitlements.map(\.reason) == [.customerCancelled])
    }

    @Test("Signed payloads state the same as the old format, and the kind of product")
    func signed() throws {
        var payload = TransactionPayload()
        payload.transactionID = "2"
        payload.originalTransactionID = "1"
        payload.productID = "monthly"
        payload.environment = .production
        payload.type = .autoRenewableSubscription
        payload.purchaseDate = Sample.day(0)
        payload.expiresDate = Sample.day(30)
        payload.signedDate = Sample.day(1)
        let fact = try PurchaseFact(unverified: payload)
        #expect(fact.productType == .autoRenewableSubscription)
        #expect(fact.statedDate == Sample.day(1))
        payload.signedDate = nil
        #expect(throws: FactError.self) { try PurchaseFact(unverified: payload) }
    }

    @Test("Every recorded answer gives facts and an answer", .enabled(if: Fixtures.areAvailable))
    func recordings() throws {
        let folder = try Fixtures.url("verifyreceipt-json")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        #expect(!files.isEmpty)
        for file in files {
            guard let response = try? VerifyReceiptResponse(jsonData: Data(contentsOf: file)) else { continue }
            let facts = PurchaseFacts(unverified: response, environment: .production, receivedAt: Sample.day(0))
            let entitlements = facts.entitlements(at: Date(timeIntervalSince1970: 1_800_000_000))
            #expect(entitlements.isEmpty == facts.purchases.isEmpty, "\(file.lastPathComponent)")
        }
    }

    private static func response(_ text: String) throws -> VerifyReceiptResponse {
        try VerifyReceiptResponse(jsonData: Data(text.utf8))
    }

    private static func facts(_ text: String) throws -> PurchaseFacts {
        PurchaseFacts(unverified: try response(text), environment: .production, receivedAt: Sample.day(120))
    }
}
