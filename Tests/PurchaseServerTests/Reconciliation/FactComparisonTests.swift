import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("What the App Store says otherwise than is known")
struct FactComparisonTests {
    /// What is known of a price, and what the App Store says; with the difference, if it is one.
    private static let prices: [(known: PriceIncreaseStatus?, said: PriceIncreaseStatus?, isOne: Bool)] = [
        (nil, nil, false), (.pending, .pending, false), (.pending, .accepted, true), (.pending, nil, true),
        (nil, .pending, true), (.accepted, .accepted, false), (.accepted, nil, false),
    ]

    @Test("Whether a higher price was agreed to, where it was asked or the App Store says so", arguments: prices)
    func price(known: PriceIncreaseStatus?, said: PriceIncreaseStatus?, isOne: Bool) {
        let renewals = [(known, Purchases.start), (said, Purchases.start + 60)].map { status, date in
            var fact = RenewalFact(originalTransactionID: "1", environment: .production, statedDate: date)
            (fact.autoRenewStatus, fact.priceIncreaseStatus) = (.on, status)
            return fact
        }
        let rows = FactComparison(
            of: ChainKey(environment: .production, originalTransactionID: "1"),
            known: PurchaseFacts(renewals: [renewals[0]]),
            stated: PurchaseFacts(renewals: [renewals[1]]),
            isComplete: true,
            notAfter: Purchases.start + 1_000
        ).differences
        #expect(rows.map(\.kind) == (isOne ? [.priceIncreaseStatus] : []))
        #expect(rows.allSatisfy { $0.isMended })
        #expect(rows.map(\.known) == (isOne ? [known?.description] : []))
        #expect(rows.map(\.stated) == (isOne ? [said?.description] : []))
    }

    @Test("How much was given back, and whose purchase it is, where the App Store says so")
    func partAndOwner() {
        func rows(_ known: PurchaseFact, _ change: (inout PurchaseFact) -> Void) -> [ReconciliationDifference] {
            var said = known
            said.statedDate += 60
            change(&said)
            return FactComparison(
                of: ChainKey(environment: .production, originalTransactionID: "1"),
                known: PurchaseFacts(purchases: [known]),
                stated: PurchaseFacts(purchases: [said]),
                isComplete: true,
                notAfter: Purchases.start + 1_000
            ).differences
        }
        let bought = Purchases.fact("1")
        let refunded = Purchases.fact("1") { $0.revocationDate = Purchases.start + 30 }
        let own = rows(bought) { $0.inAppOwnershipType = .purchased }
        #expect(own == [])
        let whole = rows(refunded) { $0.revocationPercentage = 100_000 }
        #expect(whole == [])
        let shared = rows(bought) { $0.inAppOwnershipType = .familyShared }
        #expect(shared.map(\.kind) == [.inAppOwnershipType])
        #expect(shared.map(\.known) == ["PURCHASED"] && shared.map(\.stated) == ["FAMILY_SHARED"])
        #expect(shared.allSatisfy { $0.isMended })
        let part = rows(refunded) { $0.revocationPercentage = 40_000 }
        #expect(part.map(\.kind) == [.revocationPercentage])
        #expect(part.map(\.known) == ["100000"] && part.map(\.stated) == ["40000"])
        #expect(part.allSatisfy { $0.isMended })
        // The refund itself is the difference.
        let unheard = rows(bought) {
            ($0.revocationDate, $0.revocationPercentage) = (Purchases.start + 30, 40_000)
        }
        #expect(unheard.map(\.kind) == [.revocationDate])
    }
}
