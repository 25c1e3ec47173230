import AppStoreModels
import Entitlements
import Foundation

/// Upgrades of which only the new transaction is heard, and what looks like one.
extension TransitionTable {
    static let replacing = silentUpgrades + noUpgrades

    static let silentUpgrades = [
        Transition(
            name: "only the new transaction of an upgrade is heard of",
            known: [.period("1", from: 0), .on(0)],
            from: .active(10),
            event: [.other("2", from: 12)],
            to: .upgraded(12)
        ),
        Transition(
            name: "the higher level, the only one that is heard of, is active",
            known: [.period("1", from: 0), .on(0)],
            from: .active(10),
            event: [.other("2", from: 12)],
            to: .active(12, until: 42, product: "premium")
        ),
        Transition(
            name: "the higher level is refunded, and nothing is owed from the lower one",
            known: [.period("1", from: 0), .other("2", from: 12)],
            from: .upgraded(13),
            event: [.other("2", from: 12, stated: 14) { $0.revocationDate = Sample.day(14) }],
            to: .upgraded(15)
        ),
        Transition(
            name: "the higher level itself is refunded",
            known: [.period("1", from: 0), .other("2", from: 12)],
            from: .active(13, until: 42, product: "premium"),
            event: [.other("2", from: 12, stated: 14) { $0.revocationDate = Sample.day(14) }],
            to: Transition.Standing(
                day: 15,
                product: "premium",
                state: .revoked,
                phase: .refunded,
                reason: .refunded,
                until: 14
            )
        ),
        Transition(
            name: "the lower level would have lasted longer: the renewal is about the higher one",
            known: [
                .period("1", from: 0) { $0.expiresDate = Sample.day(365) }, .other("2", from: 12), .off(12),
            ],
            from: .active(13, .paid, [.cancelled], until: 42, product: "premium"),
            event: [.ended(42, .customerCancelled)],
            to: .expired(43, .customerCancelled, until: 42, product: "premium")
        ),
        Transition(
            name: "an upgrade on the last day is one if the transaction is no renewal",
            known: [.period("1", from: 0)],
            from: .active(29),
            event: [.other("2", from: 29.5) { $0.transactionReason = .purchase }],
            to: .upgraded(29.6, since: 29.5)
        ),
        Transition(
            name: "a period that was extended is upgraded",
            known: [.period("1", from: 0), .period("1", from: 0, stated: 10) { $0.expiresDate = Sample.day(45) }],
            from: .active(34, .paid, [.extended], until: 45),
            event: [.other("2", from: 35)],
            to: .upgraded(36, [.extended], since: 35)
        ),
        Transition(
            name: "what a family shares is upgraded",
            known: [.shared("1", from: 0)],
            from: .active(10, .paid, [.familyShared]),
            event: [.other("2", from: 12) { $0.inAppOwnershipType = .familyShared }],
            to: .upgraded(13, [.familyShared])
        ),
    ]

    static let noUpgrades = [
        Transition(
            name: "who has a share of the family buys another level",
            known: [.shared("1", from: 0)],
            from: .active(10, .paid, [.familyShared]),
            event: [.other("2", from: 12)],
            to: .active(13, .paid, [.familyShared])
        ),
        Transition(
            name: "a change at the renewal is charged, and dated, a day ahead",
            known: [.period("1", from: 0)],
            from: .active(29),
            event: [.other("2", from: 29.1) { $0.transactionReason = .renewal }],
            to: .active(29.2)
        ),
        Transition(
            name: "a change is dated a day ahead, and nobody says that it is a renewal",
            known: [.period("1", from: 0)],
            from: .active(29),
            event: [.other("2", from: 29.1)],
            to: .active(29.2)
        ),
        Transition(
            name: "another product follows without a gap, dated less than a second before",
            known: [.period("1", from: 0)],
            from: .active(29),
            event: [.other("2", from: 30 - 0.4 / 86_400) { $0.transactionReason = .purchase }],
            to: .expired(31, .productChanged)
        ),
        Transition(
            name: "who left subscribes again to another product",
            known: [.period("1", from: 0), .ended(30, .customerCancelled)],
            from: .expired(40, .customerCancelled),
            event: [.other("2", from: 50)],
            to: .expired(51, .productChanged)
        ),
        Transition(
            name: "after a refund another product is bought",
            known: [.refund("1", from: 0, on: 10)],
            from: .refunded(11, until: 10),
            event: [.other("2", from: 12)],
            to: .refunded(13, until: 10)
        ),
        Transition(
            name: "after a refund another product is bought, and then the refund is reversed",
            known: [.refund("1", from: 0, on: 10), .other("2", from: 12)],
            from: .refunded(13, until: 10),
            event: [.period("1", from: 0, stated: 14)],
            to: .active(15, .paid, [.refundReversed])
        ),
        Transition(
            name: "a period is extended after another has begun where it was to end",
            known: [.period("1", from: 0), .other("2", from: 30)],
            from: .expired(31, .productChanged),
            event: [.period("1", from: 0, stated: 32) { $0.expiresDate = Sample.day(45) }],
            to: .active(33, .paid, [.extended], until: 45)
        ),
        Transition(
            name: "the App Store speaks of a period after another has begun, and of no upgrade",
            known: [.period("1", from: 0), .other("2", from: 12)],
            from: .upgraded(13),
            event: [.period("1", from: 0, stated: 14)],
            to: .active(15)
        ),
    ]
}

extension Transition.Event {
    /// A period of the other product.
    fileprivate static func other(
        _ id: String,
        from day: Double,
        stated: Double? = nil,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> Self {
        .purchase(Sample.period(id, from: day, product: "premium", stated: stated, change))
    }
}

extension Transition.Standing {
    fileprivate static func upgraded(
        _ day: Double,
        _ conditions: [EntitlementCondition] = [],
        since beginning: Double = 12
    ) -> Self {
        Self(
            day: day,
            state: .upgraded,
            phase: .upgraded,
            reason: .upgraded,
            conditions: conditions,
            until: beginning
        )
    }
}
