import AppReceipt
import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("Questions about the purchases of a receipt")
struct PurchaseLookupTests {
    private let receipt: AppReceipt
    private let start = TestAuthority.signingDate
    private let month: TimeInterval = 30 * 86_400

    init() throws {
        receipt = try AppReceipt(
            wireForm: SampleReceipt.signed { draft in
                var renewal = SampleReceipt.subscription
                renewal.transactionID = "2002"
                renewal.isTrialPeriod = false
                renewal.purchaseDate += 30 * 86_400
                renewal.expiresDate? += 30 * 86_400
                var refunded = SampleReceipt.subscription
                refunded.productID = "com.example.app.yearly"
                refunded.transactionID = "2003"
                refunded.isTrialPeriod = false
                refunded.cancellationDate = refunded.purchaseDate + 60
                refunded.cancellationReason = .issueInApp
                var refundedPro = SampleReceipt.nonConsumable
                refundedPro.productID = "com.example.app.theme"
                refundedPro.cancellationDate = refundedPro.purchaseDate + 60
                draft.inAppPurchases += [renewal, refunded, refundedPro]
            }
        )
    }

    @Test("by product and by chain")
    func lookups() {
        #expect(receipt.purchases(of: "com.example.app.monthly").count == 2)
        #expect(Set(receipt.purchases(originalTransactionID: "2000").map(\.transactionID)) == ["2001", "2002", "2003"])
        #expect(receipt.purchases(originalTransactionID: "1").isEmpty)
        #expect(receipt.containsPurchase(of: "com.example.app.pro"))
        #expect(!receipt.containsPurchase(of: "com.example.app.theme"))
        #expect(!receipt.containsPurchase(of: "com.example.app.other"))
    }

    @Test("about the newest period, where refunded ones do not count")
    func newest() {
        #expect(receipt.newestExpiresDate(of: "com.example.app.monthly") == start + 2 * month)
        #expect(receipt.newestExpiresDate(of: "com.example.app.yearly") == nil)
        #expect(receipt.newestExpiresDate(of: "com.example.app.pro") == nil)
        #expect(receipt.newestSubscriptionPeriods.mapValues(\.transactionID) == ["com.example.app.monthly": "2002"])
    }

    @Test("about what is active: from the purchase on, until just before the end")
    func active() {
        func active(at date: Date) -> [String] { receipt.activePurchases(at: date).map(\.transactionID) }
        #expect(active(at: start - 1) == [])
        #expect(active(at: start) == ["2001"])
        #expect(active(at: start + month - 1) == ["2001"])
        #expect(active(at: start + month) == ["2002"])
        #expect(active(at: start + 2 * month) == [])
    }

    @Test("about introductory offers, for a whole group")
    func introductoryOffer() {
        #expect(receipt.hasUsedIntroductoryOffer(for: ["com.example.app.yearly", "com.example.app.monthly"]))
        #expect(!receipt.hasUsedIntroductoryOffer(for: ["com.example.app.yearly"]))
        #expect(!receipt.hasUsedIntroductoryOffer(for: []))
    }

    @Test("and what they are called in logs")
    func descriptions() {
        #expect(
            receipt.description
                == "receipt of com.example.app 1.2.3 (ProductionSandbox), 5 purchases, made 2024-08-06T12:00:00Z"
        )
        #expect(
            receipt.purchases(of: "com.example.app.pro").map(\.description)
                == ["transaction 1000 of com.example.app.pro, 2024-08-05T12:00:00Z"]
        )
    }

    @Test("and how verifyReceipt would write a refund")
    func refundJSON() throws {
        let record = try #require(receipt.purchases(of: "com.example.app.yearly").first).verifyReceiptJSON()
        #expect(record.cancellationDate == start + 60)
        #expect(record.cancellationReason == .issueInApp)
        #expect(record.json[string: "cancellation_reason"] == "1")
        #expect(record.json[string: "in_app_ownership_type"] == "PURCHASED")
    }
}
