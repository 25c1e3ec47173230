import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("The refunds of a chain")
struct ChainRefundsTests {
    private static let rules = EntitlementRules()

    private static func date(_ day: Double) -> Date { Purchases.start + day * 86_400 }

    /// A month of the chain, as it was stated when it began or, if it was refunded, then.
    private static func period(
        _ number: Int,
        refundedOn day: Double? = nil,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        Purchases.fact("2000", transaction: "\(2001 + number)", at: date(Double(number) * 30)) { fact in
            if let day { (fact.revocationDate, fact.statedDate) = (date(day), date(day)) }
            change(&fact)
        }
    }

    /// What took the place of the first month on the tenth day.
    private static let higher = Purchases.fact(
        "2000",
        transaction: "3001",
        product: "yearly",
        lasts: 365 * 86_400,
        at: date(10)
    )

    /// What comes on a day, and what is told then.
    private struct Step {
        let day: Double
        let facts: [PurchaseFact]
        var told: [String] = []
    }

    private struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let steps: [Step]

        var testDescription: String { name }
    }

    private static let cases = [
        Case(
            name: "after the next month has begun, and taken back",
            steps: [
                Step(day: 0, facts: [period(0)]), Step(day: 30, facts: [period(1)]),
                Step(day: 40, facts: [period(0, refundedOn: 40)], told: ["refunded 2001 revoked 2002"]),
                Step(
                    day: 41,
                    facts: [period(0) { $0.statedDate = date(41) }],
                    told: ["refundReversed 2001 expired 2002"]
                ),
            ]
        ),
        Case(
            name: "heard together with the next month",
            steps: [
                Step(day: 0, facts: [period(0)]),
                Step(
                    day: 31,
                    facts: [period(0, refundedOn: 20), period(1)],
                    told: ["refunded 2001 revoked 2002"]
                ),
            ]
        ),
        Case(
            name: "of a month that was never heard of, after what was told of",
            steps: [
                Step(day: 30, facts: [period(1)]),
                Step(day: 36, facts: [period(0, refundedOn: 35)], told: ["refunded 2001 revoked 2002"]),
            ]
        ),
        Case(
            name: "history that is looked at for the first time",
            steps: [
                Step(day: 30, facts: [period(1)]), Step(day: 31, facts: [period(0, refundedOn: 10)]),
                Step(day: 32, facts: [period(0, refundedOn: 10) { $0.statedDate = date(32) }]),
            ]
        ),
        Case(
            name: "all of it at once",
            steps: [Step(day: 40, facts: [period(0, refundedOn: 20), period(1)]), Step(day: 41, facts: [])]
        ),
        Case(
            name: "no refund: a higher plan took the place, by its word or by the moment",
            steps: [
                Step(day: 0, facts: [period(0)]),
                Step(day: 10, facts: [period(0, refundedOn: 10) { $0.isUpgraded = true }, higher]),
                Step(day: 11, facts: [period(0, refundedOn: 10) { $0.statedDate = date(11) }]),
            ]
        ),
        Case(
            name: "no refund: the moment at which another product began",
            steps: [
                Step(day: 0, facts: [period(0)]), Step(day: 10, facts: [period(0, refundedOn: 10), higher]),
            ]
        ),
        Case(
            name: "of what a higher plan had replaced",
            steps: [
                Step(day: 0, facts: [period(0)]),
                Step(day: 10, facts: [period(0, refundedOn: 10) { $0.isUpgraded = true }, higher]),
                Step(
                    day: 20,
                    facts: [period(0, refundedOn: 20) { ($0.isUpgraded, $0.price) = (true, 5) }],
                    told: ["refunded 2001 revoked 3001"]
                ),
            ]
        ),
        Case(
            name: "the family's",
            steps: [
                Step(day: 0, facts: [period(0) { $0.inAppOwnershipType = .familyShared }]),
                Step(day: 30, facts: [period(1) { $0.inAppOwnershipType = .familyShared }]),
                Step(day: 40, facts: [period(0, refundedOn: 40) { $0.inAppOwnershipType = .familyShared }]),
            ]
        ),
    ]

    @Test("Each that is news is told once, with how the transaction stands and what the newest is", arguments: cases)
    private func told(_ story: Case) throws {
        var facts = PurchaseFacts()
        var before: PurchaseStanding?
        for step in story.steps {
            for fact in step.facts { facts.insert(fact) }
            let date = Self.date(step.day)
            // Once more, and nothing is news.
            for expected in [step.told, []] {
                var now = try #require(PurchaseStanding(facts, at: date, rules: Self.rules))
                let refunds = ChainRefunds(facts, notAfter: date)
                now.toldRefunds = refunds.told(after: before?.toldRefunds)
                var changes: [ChainChange] = []
                if let before {
                    changes = refunds.changes(since: before, to: now, besides: [], at: date, Self.rules)
                }
                let told = changes.map { change in
                    "\(change.type) \(change.standing.transactionID) \(change.standing.state.rawValue)"
                        + " \(change.latestTransactionID ?? "-")"
                }
                #expect(told == expected, "day \(step.day)")
                before = now
            }
        }
    }

    @Test("What is told anyhow is not told twice; what nobody noted is told, of an earlier month as well")
    func besides() throws {
        let facts = PurchaseFacts(purchases: [Self.period(0), Self.period(0, refundedOn: 40), Self.period(1)])
        let date = Self.date(40)
        var standing = try #require(PurchaseStanding(facts, at: date, rules: Self.rules))
        let refunds = ChainRefunds(facts, notAfter: date)
        standing.toldRefunds = []
        let changes = refunds.changes(since: standing, to: standing, besides: [], at: date, Self.rules)
        #expect(changes.map(\.standing.transactionID) == ["2001"])
        let again = refunds.changes(since: standing, to: standing, besides: changes, at: date, Self.rules)
        #expect(again.count == 0)
        standing.toldRefunds = nil
        let unknown = refunds.changes(since: standing, to: standing, besides: [], at: date, Self.rules)
        #expect(unknown.map(\.standing.transactionID) == ["2001"])
        #expect(refunds.told(after: nil) == ["2001"])
    }

    /// Of which transactions a refund is told, where what was told does not say which were.
    private static func untold(
        since known: [PurchaseFact],
        on day: Double,
        hearing facts: [PurchaseFact] = [],
        on later: Double
    ) throws -> [String] {
        let all = PurchaseFacts(purchases: known + facts)
        var told = try #require(PurchaseStanding(PurchaseFacts(purchases: known), at: date(day), rules: rules))
        told.toldRefunds = nil
        let now = try #require(PurchaseStanding(all, at: date(later), rules: rules))
        return ChainRefunds(all, notAfter: date(later))
            .changes(since: told, to: now, besides: [], at: date(later), rules)
            .map(\.standing.transactionID)
    }

    @Test("Where nobody noted refunds those count as told that are older than what was told, and its own")
    func unnoted() throws {
        let old = [Self.period(0), Self.period(0, refundedOn: 20)]
        #expect(try Self.untold(since: old + [Self.period(1)], on: 31, on: 32).isEmpty)
        #expect(try Self.untold(since: [Self.period(1)], on: 31, hearing: old, on: 32).isEmpty)
        let refunded = [Self.period(1), Self.period(1, refundedOn: 40)]
        #expect(try Self.untold(since: refunded, on: 41, on: 42).isEmpty)
        // The month before goes on, and is what was told.
        let long = Self.period(0) { $0.expiresDate = Self.date(45) }
        #expect(try Self.untold(since: refunded + [long], on: 41, on: 42).isEmpty)
        let next = [Self.period(1, refundedOn: 40), Self.period(2)]
        #expect(try Self.untold(since: [Self.period(0), Self.period(1)], on: 31, hearing: next, on: 61) == ["2002"])
    }

    @Test("Where nobody noted more refunds than are remembered, none of them is told anew")
    func unnotedBound() throws {
        let periods = (0..<130).flatMap { [Self.period($0), Self.period($0, refundedOn: Double($0) * 30 + 10)] }
        let known = periods + [Self.period(130)]
        let next = [Self.period(130, refundedOn: 3_911)]
        #expect(try Self.untold(since: known, on: 3_910, on: 3_912).isEmpty)
        #expect(try Self.untold(since: known, on: 3_910, hearing: next, on: 3_912) == ["2131"])
    }

    @Test("A clock that goes back takes no refund back, and has none told again")
    func clock() throws {
        let facts = PurchaseFacts(purchases: [Self.period(0), Self.period(0, refundedOn: 40), Self.period(1)])
        var standing = try #require(PurchaseStanding(facts, at: Self.date(40), rules: Self.rules))
        standing.toldRefunds = ["2001"]
        for day in [35.0, 40] {
            let date = Self.date(day)
            let refunds = ChainRefunds(facts, notAfter: date)
            #expect(refunds.told(after: ["2001"]) == ["2001"])
            let changes = refunds.changes(since: standing, to: standing, besides: [], at: date, Self.rules)
            #expect(changes.count == 0)
        }
    }

    @Test("The newest hundred are remembered, and the others are not told anew")
    func bound() throws {
        let periods = (0..<130).flatMap { [Self.period($0), Self.period($0, refundedOn: 4_000)] }
        let facts = PurchaseFacts(purchases: periods + [Self.period(130)])
        let date = Self.date(4_001)
        let refunds = ChainRefunds(facts, notAfter: date)
        let told = refunds.told(after: nil)
        #expect(told.count == 100)
        #expect((told.first, told.last) == ("2130", "2031"))
        var standing = try #require(PurchaseStanding(facts, at: date, rules: Self.rules))
        standing.toldRefunds = told
        #expect(refunds.told(after: told) == told)
        let none = refunds.changes(since: standing, to: standing, besides: [], at: date, Self.rules)
        #expect(none.count == 0)
        let more = ChainRefunds(
            facts.union(PurchaseFacts(purchases: [Self.period(130, refundedOn: 4_001)])),
            notAfter: date
        )
        let changes = more.changes(since: standing, to: standing, besides: [], at: date, Self.rules)
        #expect(changes.map(\.standing.transactionID) == ["2131"])
        #expect(more.told(after: told).first == "2131")
        #expect(more.told(after: told).count == 100)
    }
}
