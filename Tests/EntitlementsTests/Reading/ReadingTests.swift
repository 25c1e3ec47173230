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

    @Test("A signed transaction tells of its offer, its price and what a refund took")
    func signedTerms() throws {
        let payload = try TransactionPayload(
            jsonData: Data(
                """
                {"transactionId":"2","originalTransactionId":"1","productId":"monthly","environment":"Production",
                 "purchaseDate":1700000000000,"expiresDate":1702592000000,"signedDate":1700000001000,
                 "offerType":4,"offerIdentifier":"come-back","offerDiscountType":"PAY_UP_FRONT","offerPeriod":"P3M",
                 "price":10990,"currency":"EUR","storefront":"DEU","transactionReason":"RENEWAL",
                 "revocationDate":1700000002000,"revocationReason":0,"revocationType":"REFUND_PRORATED",
                 "revocationPercentage":40000}
                """.utf8
            )
        )
        let fact = try PurchaseFact(unverified: payload)
        #expect(fact.offerType == .winBack)
        #expect(fact.offerIdentifier == "come-back")
        #expect(fact.offerDiscountType == .payUpFront)
        #expect(fact.offerPeriod == "P3M")
        #expect(fact.isFreeTrial == false)
        #expect(fact.price == Decimal(string: "10.99"))
        #expect(fact.currency == "EUR")
        #expect(fact.storefront == "DEU")
        #expect(fact.transactionReason == .renewal)
        #expect(fact.revocationType == .refundProrated)
        #expect(fact.revocationPercentage == 40_000)
    }

    @Test("Signed renewal information tells of the next period")
    func signedRenewal() throws {
        let payload = try RenewalInfoPayload(
            jsonData: Data(
                """
                {"originalTransactionId":"1","environment":"Production","signedDate":1700000001000,
                 "priceIncreaseStatus":0,"renewalDate":1702592000000,"renewalPrice":12990,"currency":"EUR",
                 "offerType":2,"offerIdentifier":"spring","offerDiscountType":"FREE_TRIAL",
                 "eligibleWinBackOfferIds":["a","b"]}
                """.utf8
            )
        )
        let fact = try RenewalFact(unverified: payload)
        #expect(fact.priceIncreaseStatus == .pending)
        #expect(fact.renewalDate == Date(millisecondsSince1970: 1_702_592_000_000))
        #expect(fact.renewalPrice == Decimal(string: "12.99"))
        #expect(fact.currency == "EUR")
        #expect(fact.offerType == .promotional)
        #expect(fact.offerIdentifier == "spring")
        #expect(fact.offerDiscountType == .freeTrial)
        #expect(fact.eligibleWinBackOfferIDs == ["a", "b"])
    }

    @Test(
        "The old format tells of offers by a member for each kind",
        arguments: [
            (#""is_trial_period":"false""#, OfferType?.none, String?.none, false),
            (#""is_trial_period":"true""#, .introductory, nil, true),
            (#""is_trial_period":"false","is_in_intro_offer_period":"true""#, .introductory, nil, false),
            (#""promotional_offer_id":"spring""#, .promotional, "spring", false),
            (#""offer_code_ref_name":"summer","is_in_intro_offer_period":"false""#, .offerCode, "summer", false),
        ]
    )
    func offers(members: String, type: OfferType?, identifier: String?, isFree: Bool) throws {
        let facts = try Self.facts(
            """
            {"status":0,"latest_receipt_info":[{"transaction_id":"1","product_id":"monthly",
             "purchase_date_ms":"1700000000000","expires_date_ms":"1702592000000",\(members)}]}
            """
        )
        #expect(facts.purchases.map(\.offerType) == [type])
        #expect(facts.purchases.map(\.offerIdentifier) == [identifier])
        #expect(facts.purchases.map(\.isFreeTrial) == [isFree])
        #expect(facts.purchases.map(\.offerDiscountType) == [isFree ? .freeTrial : nil])
    }

    @Test(
        "The old format tells of consent to a price by either of two members",
        arguments: [
            (#""price_increase_status":"0""#, PriceIncreaseStatus?.some(.pending)),
            (#""price_increase_status":"1","price_consent_status":"0""#, .accepted),
            (#""price_consent_status":"0""#, .pending), (#""price_consent_status":"1""#, .accepted),
            (#""auto_renew_status":"1""#, nil), (#""price_increase_status":"x""#, nil),
        ]
    )
    func consent(members: String, status: PriceIncreaseStatus?) throws {
        let facts = try Self.facts(
            #"{"status":0,"pending_renewal_info":[{"original_transaction_id":"1",\#(members)}]}"#
        )
        #expect(facts.renewals.map(\.priceIncreaseStatus) == [status])
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
