import AppStoreModels
import Entitlements
import Foundation

extension TransitionTable {
    static let takenBack = [
        Transition(
            name: "a period is refunded",
            known: [.period("1", from: 0), .on(0)],
            from: .active(10),
            event: [.refund("1", from: 0, on: 12)],
            to: .refunded(12, until: 12)
        ),
        Transition(
            name: "a trial is refunded",
            known: [.offer("1", from: 0, .introductory, free: true)],
            from: .active(10, .trial),
            event: [.refund("1", from: 0, on: 12)],
            to: .refunded(12, until: 12)
        ),
        Transition(
            name: "a period is refunded for a problem with the app",
            known: [.period("1", from: 0)],
            from: .active(10),
            event: [
                .period("1", from: 0, stated: 12) {
                    $0.revocationDate = Sample.day(12)
                    $0.revocationReason = .issueInApp
                }
            ],
            to: Transition.Standing(
                day: 12,
                state: .revoked,
                phase: .refunded,
                reason: .refundedForIssueInApp,
                until: 12
            )
        ),
        Transition(
            name: "the refund is reversed",
            known: [.period("1", from: 0), .refund("1", from: 0, on: 12)],
            from: .refunded(13, until: 12),
            event: [.period("1", from: 0, stated: 14)],
            to: .active(14, .paid, [.refundReversed])
        ),
        Transition(
            name: "the refund is reversed after the end",
            known: [.period("1", from: 0), .refund("1", from: 0, on: 12)],
            from: .refunded(13, until: 12),
            event: [.period("1", from: 0, stated: 40)],
            to: .expired(41, .periodEnded, [.refundReversed])
        ),
        Transition(
            name: "what was reversed is refunded again",
            known: [.refund("1", from: 0, on: 12), .period("1", from: 0, stated: 14)],
            from: .active(14, .paid, [.refundReversed]),
            event: [.refund("1", from: 0, on: 16)],
            to: .refunded(16, until: 16)
        ),
        Transition(
            name: "after a refund it is bought again",
            known: [.refund("1", from: 0, on: 12)],
            from: .refunded(13, until: 12),
            event: [.period("2", from: 20)],
            to: .active(21, until: 50)
        ),
        Transition(
            name: "a period that has ended is refunded",
            known: [.period("1", from: 0)],
            from: .expired(31, .periodEnded),
            event: [.refund("1", from: 0, on: 33)],
            to: .refunded(33, until: 30)
        ),
        Transition(
            name: "a refund ends a grace period",
            known: [.period("1", from: 0), .failed(30, graceUntil: 46)],
            from: .grace(40),
            event: [.refund("1", from: 0, on: 41)],
            to: .refunded(41, until: 41)
        ),
        Transition(
            name: "what was upgraded is refunded in part",
            known: [
                .period("1", from: 0, stated: 12) { $0.isUpgraded = true },
                .period("2", from: 12) { $0.productID = "premium" },
            ],
            from: Transition.Standing(day: 13, state: .upgraded, phase: .upgraded, reason: .upgraded, until: 12),
            event: [
                .period("1", from: 0, stated: 14) {
                    $0.revocationDate = Sample.day(12)
                    $0.revocationPercentage = 60_000
                }
            ],
            to: Transition.Standing(day: 15, state: .upgraded, phase: .upgraded, reason: .upgraded, until: 12)
        ),
    ]

    static let family = [
        Transition(
            name: "the family stops sharing",
            known: [.shared("1", from: 0)],
            from: .active(10, .paid, [.familyShared]),
            event: [
                .period("1", from: 0, stated: 12) {
                    $0.inAppOwnershipType = .familyShared
                    $0.revocationDate = Sample.day(12)
                }
            ],
            to: Transition.Standing(
                day: 12,
                state: .revoked,
                phase: .revoked,
                reason: .familySharingEnded,
                conditions: [.familyShared],
                until: 12
            )
        ),
        Transition(
            name: "signed data says that the family stopped, and not whose it was",
            known: [.period("1", from: 0)],
            from: .active(10),
            event: [
                .period("1", from: 0, stated: 12) {
                    $0.revocationType = .familyRevoke
                    $0.revocationDate = Sample.day(12)
                }
            ],
            to: Transition.Standing(
                day: 12,
                state: .revoked,
                phase: .revoked,
                reason: .familySharingEnded,
                until: 12
            )
        ),
        Transition(
            name: "the family shares again, which no refund was reversed for",
            known: [
                .period("1", from: 0, stated: 12) {
                    $0.inAppOwnershipType = .familyShared
                    $0.revocationDate = Sample.day(12)
                }
            ],
            from: Transition.Standing(
                day: 12,
                state: .revoked,
                phase: .revoked,
                reason: .familySharingEnded,
                conditions: [.familyShared],
                until: 12
            ),
            event: [
                .period("1", from: 0, stated: 14) { $0.inAppOwnershipType = .familyShared }
            ],
            to: .active(14, .paid, [.familyShared])
        ),
    ]

    static let aDay = EntitlementRules(leewayAfterExpiry: 86_400)

    static let awaited = Transition.Standing(
        day: 30.5,
        state: .active,
        phase: .paid,
        reason: .renewalAwaited,
        conditions: [.renewalAwaited],
        until: 31
    )

    static let leeway = [
        Transition(
            name: "the leeway begins with the end of the period",
            known: [.period("1", from: 0), .on(0)],
            from: .active(29, until: 31),
            to: awaited,
            rules: aDay
        ),
        Transition(
            name: "in the leeway the renewal is heard of",
            known: [.period("1", from: 0), .on(0)],
            from: awaited,
            event: [.period("2", from: 30, stated: 30.6)],
            to: .active(30.6, until: 61),
            rules: aDay
        ),
        Transition(
            name: "the leeway ends",
            known: [.period("1", from: 0)],
            from: awaited,
            to: .expired(31, .periodEnded, until: 31),
            rules: aDay
        ),
        Transition(
            name: "in the leeway the end is heard of",
            known: [.period("1", from: 0)],
            from: awaited,
            event: [.ended(30.6, .customerCancelled)],
            to: .expired(30.6, .customerCancelled),
            rules: aDay
        ),
        Transition(
            name: "in the leeway it is heard that the account could not be charged",
            known: [.period("1", from: 0)],
            from: awaited,
            event: [.failed(30.6)],
            to: .retry(30.6),
            rules: aDay
        ),
        Transition(
            name: "in the leeway a refund is heard of",
            known: [.period("1", from: 0)],
            from: awaited,
            event: [.refund("1", from: 0, on: 30.6)],
            to: .refunded(30.6, until: 30),
            rules: aDay
        ),
        Transition(
            name: "who cancels has no leeway",
            known: [.period("1", from: 0)],
            from: .active(10, until: 31),
            event: [.off(10)],
            to: .active(10, .paid, [.cancelled]),
            rules: aDay
        ),
    ]
}
