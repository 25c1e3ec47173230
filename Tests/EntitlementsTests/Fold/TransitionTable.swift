import AppStoreModels
import Entitlements
import Foundation

/// Every way from one standing of a subscription to another, in days after its beginning.
enum TransitionTable {
    static let rows: [Transition] = [
        beginning, renewing, failing, pricing, changing, replacing, takenBack, family, leeway,
    ].flatMap(\.self)

    static let beginning = [
        Transition(
            name: "a trial becomes a paid period",
            known: [.offer("1", from: 0, .introductory, free: true)],
            from: .active(10, .trial),
            event: [.period("2", from: 30)],
            to: .active(31, until: 60)
        ),
        Transition(
            name: "a trial is cancelled",
            known: [.offer("1", from: 0, .introductory, free: true)],
            from: .active(10, .trial),
            event: [.off(10)],
            to: .active(10, .trial, [.cancelled])
        ),
        Transition(
            name: "a cancelled trial ends",
            known: [.offer("1", from: 0, .introductory, free: true), .off(10)],
            from: .active(29, .trial, [.cancelled]),
            event: [.ended(30, .customerCancelled)],
            to: .expired(30, .customerCancelled)
        ),
        Transition(
            name: "a trial cannot be charged",
            known: [.offer("1", from: 0, .introductory, free: true)],
            from: .active(10, .trial),
            event: [.failed(30)],
            to: .retry(31)
        ),
        Transition(
            name: "a trial of an old receipt becomes a paid introduction",
            known: [.period("1", from: 0) { $0.isFreeTrial = true }],
            from: .active(10, .trial),
            event: [.offer("2", from: 30, .introductory)],
            to: .active(31, .introductory, until: 60)
        ),
        Transition(
            name: "an introduction becomes a period at the usual price",
            known: [.offer("1", from: 0, .introductory)],
            from: .active(10, .introductory),
            event: [.period("2", from: 30)],
            to: .active(31, until: 60)
        ),
        Transition(
            name: "a promotional offer becomes a period at the usual price",
            known: [.offer("1", from: 0, .promotional, free: false)],
            from: .active(10, .offer),
            event: [.period("2", from: 30)],
            to: .active(31, until: 60)
        ),
        Transition(
            name: "a subscriber takes an offer code",
            known: [.period("1", from: 0)],
            from: .active(10),
            event: [.offer("2", from: 30, .offerCode)],
            to: .active(31, .offer, until: 60)
        ),
    ]

    static let renewing = [
        Transition(
            name: "a period is renewed",
            known: [.period("1", from: 0), .on(0)],
            from: .active(29),
            event: [.period("2", from: 30)],
            to: .active(30, until: 60)
        ),
        Transition(
            name: "a renewal is charged a day ahead",
            known: [.period("1", from: 0), .on(0)],
            from: .active(29.2),
            event: [.period("2", from: 30, stated: 29.1)],
            to: .active(29.2, until: 60)
        ),
        Transition(
            name: "renewal is turned off",
            known: [.period("1", from: 0), .on(0)],
            from: .active(10),
            event: [.off(10)],
            to: .active(10, .paid, [.cancelled])
        ),
        Transition(
            name: "renewal is turned on again",
            known: [.period("1", from: 0), .off(10)],
            from: .active(11, .paid, [.cancelled]),
            event: [.on(12)],
            to: .active(12)
        ),
        Transition(
            name: "what was cancelled ends",
            known: [.period("1", from: 0), .off(10)],
            from: .active(29, .paid, [.cancelled]),
            event: [.ended(30, .customerCancelled)],
            to: .expired(30, .customerCancelled)
        ),
        Transition(
            name: "what was cancelled ends, and nobody says so",
            known: [.period("1", from: 0), .off(10)],
            from: .active(29, .paid, [.cancelled]),
            to: .expired(30, .periodEnded)
        ),
        Transition(
            name: "the product is not for sale any more",
            known: [.period("1", from: 0)],
            from: .active(29),
            event: [.ended(30, .productUnavailable)],
            to: .expired(30, .productUnavailable)
        ),
        Transition(
            name: "it ends for another reason",
            known: [.period("1", from: 0)],
            from: .active(29),
            event: [.ended(30, .other)],
            to: .expired(30, .periodEnded)
        ),
        Transition(
            name: "who left subscribes again",
            known: [.period("1", from: 0), .ended(30, .customerCancelled)],
            from: .expired(40, .customerCancelled),
            event: [.period("2", from: 50), .on(50)],
            to: .active(51, until: 80)
        ),
        Transition(
            name: "who left comes back by a win-back offer",
            known: [.period("1", from: 0), .ended(30, .customerCancelled)],
            from: .expired(40, .customerCancelled),
            event: [.offer("2", from: 50, .winBack), .on(50)],
            to: .active(51, .offer, until: 80)
        ),
        Transition(
            name: "the renewal date is extended",
            known: [.period("1", from: 0), .on(0)],
            from: .active(10),
            event: [.period("1", from: 0, stated: 10) { $0.expiresDate = Sample.day(45) }],
            to: .active(31, .paid, [.extended], until: 45)
        ),
        Transition(
            name: "an extended period ends",
            known: [.period("1", from: 0), .period("1", from: 0, stated: 10) { $0.expiresDate = Sample.day(45) }],
            from: .active(44, .paid, [.extended], until: 45),
            event: [.ended(45, .customerCancelled)],
            to: .expired(46, .customerCancelled, until: 45, [.extended])
        ),
    ]

    static let failing = [
        Transition(
            name: "a renewal fails with a grace period",
            known: [.period("1", from: 0), .on(0)],
            from: .active(29),
            event: [.failed(30, graceUntil: 46)],
            to: .grace(31)
        ),
        Transition(
            name: "the grace period is promised before the period ends",
            known: [.period("1", from: 0), .on(0)],
            from: .active(29.5),
            event: [.failed(29.4, graceUntil: 46)],
            to: .active(29.5, until: 46)
        ),
        Transition(
            name: "a renewal fails without a grace period",
            known: [.period("1", from: 0), .on(0)],
            from: .active(29),
            event: [.failed(30)],
            to: .retry(31)
        ),
        Transition(
            name: "the account is charged in the grace period",
            known: [.period("1", from: 0), .failed(30, graceUntil: 46)],
            from: .grace(40),
            event: [.period("2", from: 30, stated: 41), .on(41)],
            to: .active(41, until: 60)
        ),
        Transition(
            name: "the grace period ends",
            known: [.period("1", from: 0), .failed(30, graceUntil: 46)],
            from: .grace(45),
            to: .retry(46, until: 46)
        ),
        Transition(
            name: "the App Store says that the grace period has ended",
            known: [.period("1", from: 0), .failed(30, graceUntil: 46)],
            from: .grace(45),
            event: [.failed(46)],
            to: .retry(47, until: 46)
        ),
        Transition(
            name: "renewal is turned off in the grace period",
            known: [.period("1", from: 0), .failed(30, graceUntil: 46)],
            from: .grace(40),
            event: [.ended(41, .customerCancelled)],
            to: .expired(41, .customerCancelled, until: 41)
        ),
        Transition(
            name: "the account is charged at last",
            known: [.period("1", from: 0), .failed(30)],
            from: .retry(40),
            event: [.period("2", from: 41), .on(41)],
            to: .active(41, until: 71)
        ),
        Transition(
            name: "the App Store gives up",
            known: [.period("1", from: 0), .failed(30)],
            from: .retry(40),
            event: [.ended(90, .billingError)],
            to: .expired(90, .billingError)
        ),
        Transition(
            name: "the App Store gives up, and nobody says so",
            known: [.period("1", from: 0), .failed(30)],
            from: .retry(89),
            to: .expired(90, .billingError)
        ),
        Transition(
            name: "renewal is turned off while the App Store tries",
            known: [.period("1", from: 0), .failed(30)],
            from: .retry(40),
            event: [.ended(41, .customerCancelled)],
            to: .expired(41, .customerCancelled)
        ),
    ]
}
