import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("An upgrade in a receipt, which has one date for it and for refunds")
struct UpgradeInReceiptTests {
    private static let beginning = Sample.day(12)

    @Test("A period is upgraded if another product begins when it was cancelled, and refunded if none does")
    func cancelled() {
        let cases = [(12.0, "premium", true), (12.0, "monthly", false), (13.0, "premium", false)]
        for (day, product, isUpgraded) in cases {
            let facts = Self.facts(inApp: [Self.old, Self.element("2", product, day)], latest: [])
            let old = facts.purchases.first { $0.transactionID == "1" }
            #expect(old?.isUpgraded == isUpgraded, "\(product) on day \(day)")
            #expect(old?.revocationDate == Self.beginning)
        }
    }

    @Test("An answer without old transactions speaks of the new one only, and the receipt in it tells of the old one")
    func withoutOldTransactions() {
        let new = Self.element("2", "premium", 12)
        let facts = Self.facts(inApp: [Self.old, new], latest: [new])
        let entitlements = facts.entitlements(at: Sample.day(14))
        #expect(entitlements.map(\.productID) == ["monthly", "premium"])
        #expect(entitlements.map(\.reason) == [.upgraded, .paidPeriod])
    }

    @Test("Where the answer itself speaks of the old transaction, that holds")
    func latestHolds() {
        let new = Self.element("2", "premium", 12)
        let refunded = Self.facts(inApp: [Self.old, new], latest: [Self.old, new])
        #expect(refunded.purchases.allSatisfy { !$0.isUpgraded })
        var upgraded = Self.old
        upgraded.isUpgraded = true
        let facts = Self.facts(inApp: [Self.old, new], latest: [upgraded, new])
        #expect(facts.entitlements(at: Sample.day(14)).map(\.reason) == [.upgraded, .paidPeriod])
    }

    private static var old: VerifyReceiptTransaction {
        var old = element("1", "monthly", 0)
        old.cancellationDate = beginning
        return old
    }

    private static func element(_ id: String, _ product: String, _ day: Double) -> VerifyReceiptTransaction {
        var element = VerifyReceiptTransaction()
        element.transactionID = id
        element.originalTransactionID = "1"
        element.productID = product
        element.purchaseDate = Sample.day(day)
        element.expiresDate = Sample.day(day + 30)
        return element
    }

    private static func facts(
        inApp: [VerifyReceiptTransaction],
        latest: [VerifyReceiptTransaction]
    ) -> PurchaseFacts {
        var response = VerifyReceiptResponse()
        var receipt = VerifyReceiptAppReceipt()
        receipt.receiptCreationDate = Sample.day(13)
        receipt.requestDate = Sample.day(14)
        receipt.inApp = inApp
        response.receipt = receipt
        response.latestReceiptInfo = latest
        return PurchaseFacts(unverified: response, environment: .production, receivedAt: Sample.day(14))
    }
}
