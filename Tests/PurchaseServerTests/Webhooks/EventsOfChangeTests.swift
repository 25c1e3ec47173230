import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("The events of a change")
struct EventsOfChangeTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let month: TimeInterval = 30 * 86_400

    /// A period of a subscription, as the App Store states it.
    private static func period(
        _ number: Int,
        product: String = "monthly",
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        let begin = start + Double(number) * month
        var fact = PurchaseFact(
            transactionID: "\(number)",
            originalTransactionID: "0",
            productID: product,
            environment: .production,
            purchaseDate: begin,
            statedDate: begin
        )
        fact.productType = .autoRenewableSubscription
        fact.expiresDate = begin + month
        change(&fact)
        return fact
    }

    private static func renewal(_ day: Double, _ change: (inout RenewalFact) -> Void) -> RenewalFact {
        var fact = RenewalFact(originalTransactionID: "0", environment: .production, statedDate: start + day * 86_400)
        fact.autoRenewStatus = .on
        fact.productID = "monthly"
        fact.autoRenewProductID = "monthly"
        change(&fact)
        return fact
    }

    /// One more thing that is stated, and the day on which everything is looked at.
    private struct Step {
        let day: Double
        var purchase: PurchaseFact?
        var renewal: RenewalFact?
    }

    /// A life of a subscription, and what is told of it step by step.
    private struct Life: CustomTestStringConvertible, Sendable {
        let name: String
        let steps: [(PurchaseFact?, RenewalFact?, day: Double)]
        let events: [[PurchaseEventType]]

        var testDescription: String { name }
    }

    private static let trial = period(0) { $0.isFreeTrial = true }

    private static let lives = [
        Life(
            name: "trial, conversion, renewal",
            steps: [(trial, nil, 0), (period(1), nil, 30), (period(2), nil, 60)],
            events: [[.trialStarted], [.trialConverted], [.subscriptionRenewed]]
        ),
        Life(
            name: "turned off, on, off, and over",
            steps: [
                (period(0), renewal(0) { _ in }, 0),
                (nil, renewal(3) { $0.autoRenewStatus = .off }, 3),
                (nil, renewal(4) { _ in }, 4),
                (nil, renewal(5) { $0.autoRenewStatus = .off }, 5),
                (nil, renewal(31) { ($0.autoRenewStatus, $0.expirationIntent) = (.off, .customerCancelled) }, 31),
                (period(3), renewal(90) { _ in }, 90),
            ],
            events: [
                [.subscriptionStarted], [.renewalTurnedOff], [.renewalTurnedOn], [.renewalTurnedOff], [.expired],
                [.subscriptionResumed],
            ]
        ),
        Life(
            name: "grace, retry, recovery",
            steps: [
                (period(0), renewal(0) { _ in }, 0),
                (
                    nil,
                    renewal(30) {
                        $0.isInBillingRetryPeriod = true
                        $0.gracePeriodExpiresDate = start + 36 * 86_400
                    }, 30.5
                ),
                (nil, nil, 37),
                (period(2) { $0.purchaseDate = start + 40 * 86_400 }, renewal(40) { _ in }, 40),
            ],
            events: [[.subscriptionStarted], [.gracePeriodStarted], [.billingRetryStarted], [.billingRecovered]]
        ),
        Life(
            name: "refund, and the refund taken back",
            steps: [
                (period(0), nil, 0),
                (period(0) { ($0.revocationDate, $0.statedDate) = (start + 5 * 86_400, start + 5 * 86_400) }, nil, 5),
                (period(0) { $0.statedDate = start + 6 * 86_400 }, nil, 6),
            ],
            events: [[.subscriptionStarted], [.refunded], [.refundReversed]]
        ),
        Life(
            name: "extended",
            steps: [
                (period(0), nil, 0),
                (period(0) { ($0.expiresDate, $0.statedDate) = (start + 40 * 86_400, start + 86_400) }, nil, 1),
            ],
            events: [[.subscriptionStarted], [.subscriptionExtended]]
        ),
        Life(
            name: "a lower level from the next period on",
            steps: [
                (period(0), renewal(0) { _ in }, 0),
                (nil, renewal(2) { $0.autoRenewProductID = "basic" }, 2),
                (
                    period(1, product: "basic"),
                    renewal(30) { ($0.productID, $0.autoRenewProductID) = ("basic", "basic") }, 30
                ),
            ],
            events: [[.subscriptionStarted], [.productChangeScheduled], [.productChanged, .subscriptionRenewed]]
        ),
        Life(
            name: "another level, and then not",
            steps: [
                (period(0), renewal(0) { _ in }, 0),
                (nil, renewal(2) { $0.autoRenewProductID = "basic" }, 2),
                (nil, renewal(3) { _ in }, 3),
            ],
            events: [[.subscriptionStarted], [.productChangeScheduled], [.productChangeCancelled]]
        ),
        Life(
            name: "first heard of when it was over",
            steps: [
                (period(0), renewal(40) { ($0.autoRenewStatus, $0.expirationIntent) = (.off, .customerCancelled) }, 50)
            ],
            events: [[.subscriptionStarted, .expired]]
        ),
    ]

    @Test("A subscription's life is told step by step", arguments: lives)
    private func life(_ life: Life) {
        var facts = PurchaseFacts()
        var told: PurchaseStanding?
        for (step, expected) in zip(life.steps, life.events) {
            if let fact = step.0 { facts.insert(fact) }
            if let fact = step.1 { facts.insert(fact) }
            let date = Self.start + step.day * 86_400
            guard let now = PurchaseStanding(facts, at: date, rules: EntitlementRules()) else {
                Issue.record("nothing is known on day \(step.day)")
                return
            }
            #expect(EventsOfChange(from: told, to: now).types == expected, "day \(step.day)")
            #expect(EventsOfChange(from: now, to: now).types == [], "the same once more")
            told = now
        }
    }

    @Test(
        "What does not renew is bought once, and refunded",
        arguments: [ProductType.consumable, .nonConsumable, .nonRenewingSubscription]
    )
    func oneTime(type: ProductType) throws {
        var fact = PurchaseFact(
            transactionID: "1",
            productID: "seeds",
            environment: .sandbox,
            purchaseDate: Self.start,
            statedDate: Self.start
        )
        fact.productType = type
        let bought = try #require(
            PurchaseStanding(PurchaseFacts(purchases: [fact]), at: Self.start, rules: EntitlementRules())
        )
        #expect(EventsOfChange(from: nil, to: bought).types == [.oneTimePurchased])
        fact.revocationDate = Self.start + 60
        fact.statedDate = Self.start + 60
        let refunded = try #require(
            PurchaseStanding(PurchaseFacts(purchases: [fact]), at: Self.start + 60, rules: EntitlementRules())
        )
        #expect(EventsOfChange(from: bought, to: refunded).types == [.refunded])
        #expect(EventsOfChange(from: nil, to: refunded).types == [.oneTimePurchased, .refunded])
    }

    @Test("That a purchase is of a consumable is learned later: nothing has happened")
    func kind() throws {
        var fact = PurchaseFact(
            transactionID: "1",
            productID: "seeds",
            environment: .sandbox,
            purchaseDate: Self.start,
            statedDate: Self.start
        )
        let unknown = try #require(
            PurchaseStanding(PurchaseFacts(purchases: [fact]), at: Self.start, rules: EntitlementRules())
        )
        fact.productType = .consumable
        let known = try #require(
            PurchaseStanding(PurchaseFacts(purchases: [fact]), at: Self.start, rules: EntitlementRules())
        )
        #expect((unknown.state, known.state) == (.active, .bought))
        #expect(EventsOfChange(from: unknown, to: known).types == [])
        #expect(EventsOfChange(from: known, to: unknown).types == [])
    }

    @Test("Every type has a name of its own")
    func names() { #expect(Set(PurchaseEventType.all.map(\.rawValue)).count == PurchaseEventType.all.count) }
}
