import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("The states of a subscription")
struct TransitionTests {
    @Test("Each transition leads where the table says", arguments: TransitionTable.rows)
    func transition(row: Transition) throws {
        try Self.check(row.from, Transition.facts(row.known), row.rules)
        try Self.check(row.to, Transition.facts(row.known + row.event), row.rules)
    }

    @Test("What is heard in another order, and twice, leads to the same", arguments: TransitionTable.rows)
    func anyOrder(row: Transition) throws {
        let events = row.known + row.event
        try Self.check(row.to, Transition.facts(events.reversed() + row.known), row.rules)
    }

    @Test("The table has every phase, condition and reason that a subscription can have")
    func complete() {
        let standings = TransitionTable.rows.flatMap { [$0.from, $0.to] }
        #expect(
            Set(standings.map(\.phase)) == [
                .trial, .introductory, .offer, .paid, .gracePeriod, .billingRetry, .expired, .refunded, .revoked,
                .upgraded,
            ]
        )
        #expect(
            Set(standings.flatMap(\.conditions)) == [
                .cancelled, .priceConsentPending, .productChangePending, .extended, .refundReversed, .familyShared,
                .renewalAwaited,
            ]
        )
        #expect(
            Set(standings.map(\.reason)) == [
                .freeTrial, .paidPeriod, .billingError, .customerCancelled, .priceIncreaseDeclined,
                .productUnavailable, .periodEnded, .productChanged, .refunded, .refundedForIssueInApp,
                .familySharingEnded, .upgraded, .renewalAwaited,
            ]
        )
    }

    private static func check(
        _ standing: Transition.Standing,
        _ facts: PurchaseFacts,
        _ rules: EntitlementRules
    ) throws {
        let entitlements = facts.entitlements(at: Sample.day(standing.day), rules: rules)
        let found = try #require(entitlements.first { $0.productID == standing.product })
        #expect(found.state == standing.state)
        #expect(found.phase == standing.phase)
        #expect(found.reason == standing.reason)
        #expect(found.conditions == standing.conditions)
        #expect(found.accessEndDate == standing.until.map(Sample.day))
        #expect(found.isEntitled == (found.state == .active || found.state == .gracePeriod))
    }
}
