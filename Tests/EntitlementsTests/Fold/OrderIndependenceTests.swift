import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@Suite("The order of facts")
struct OrderIndependenceTests {
    @Test("Shuffled and repeated facts give the same answer", arguments: UInt64(1)...200)
    func shuffled(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let purchases = (0..<40).map { _ in Self.purchase(&random) }
        let renewals = (0..<10).map { _ in Self.renewal(&random) }
        let moment = Sample.day(Double.random(in: 0...150, using: &random))
        let reference = PurchaseFacts(purchases: purchases, renewals: renewals).entitlements(at: moment)

        var others = PurchaseFacts()
        for fact in (purchases + purchases.prefix(13)).shuffled(using: &random) { others.insert(fact) }
        for fact in (renewals + renewals).shuffled(using: &random) { others.insert(fact) }
        #expect(others.entitlements(at: moment) == reference, "seed \(seed)")

        let half = PurchaseFacts(purchases: purchases.prefix(20), renewals: renewals.prefix(5))
        let rest = PurchaseFacts(purchases: purchases.dropFirst(20), renewals: renewals.dropFirst(5))
        #expect(rest.union(half).entitlements(at: moment) == reference, "seed \(seed)")
    }

    private static func purchase(_ random: inout SeededGenerator) -> PurchaseFact {
        let number = Int.random(in: 0..<8, using: &random)
        var fact = PurchaseFact(
            transactionID: "\(number)",
            originalTransactionID: "\(number / 4)",
            productID: ["basic", "premium", "pro"].randomElement(using: &random) ?? "pro",
            environment: [.production, .sandbox].randomElement(using: &random) ?? .production,
            purchaseDate: Sample.day(Double(number) * 15),
            statedDate: Sample.day(Double(Int.random(in: 0..<6, using: &random)))
        )
        if Bool.random(using: &random) { fact.expiresDate = Sample.day(Double(number) * 15 + 30) }
        if Int.random(in: 0..<4, using: &random) == 0 { fact.revocationDate = Sample.day(40) }
        if Int.random(in: 0..<5, using: &random) == 0 { fact.isUpgraded = true }
        if Bool.random(using: &random) { fact.subscriptionGroupID = "\(Int.random(in: 0..<3, using: &random))" }
        fact.quantity = Int.random(in: 1...3, using: &random)
        if Bool.random(using: &random) { fact.offerType = [.introductory, .winBack].randomElement(using: &random) }
        if Bool.random(using: &random) { fact.price = Decimal(Int.random(in: 1...3, using: &random)) }
        if Bool.random(using: &random) { fact.currency = ["EUR", "USD"].randomElement(using: &random) }
        return fact
    }

    private static func renewal(_ random: inout SeededGenerator) -> RenewalFact {
        var fact = RenewalFact(
            originalTransactionID: "\(Int.random(in: 0..<2, using: &random))",
            environment: .production,
            statedDate: Sample.day(Double(Int.random(in: 0..<4, using: &random)) * 40)
        )
        fact.autoRenewStatus = Bool.random(using: &random) ? .on : .off
        if Bool.random(using: &random) { fact.isInBillingRetryPeriod = true }
        if Bool.random(using: &random) { fact.gracePeriodExpiresDate = Sample.day(100) }
        if Bool.random(using: &random) { fact.priceIncreaseStatus = .pending }
        if Bool.random(using: &random) { fact.renewalDate = Sample.day(Double.random(in: 0...9, using: &random)) }
        return fact
    }
}
