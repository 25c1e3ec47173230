import AppStoreModels
import Entitlements
import Foundation

extension TransitionTable {
    static let pricing = [
        Transition(
            name: "consent to a higher price is asked for",
            known: [.period("1", from: 0), .on(0)],
            from: .active(10),
            event: [.price(10, .pending)],
            to: .active(10, .paid, [.priceConsentPending])
        ),
        Transition(
            name: "consent is given",
            known: [.period("1", from: 0), .price(10, .pending)],
            from: .active(11, .paid, [.priceConsentPending]),
            event: [.price(12, .accepted)],
            to: .active(12)
        ),
        Transition(
            name: "consent is given, and the renewal alone says so",
            known: [.period("1", from: 0), .price(10, .pending)],
            from: .active(11, .paid, [.priceConsentPending]),
            event: [.period("2", from: 30)],
            to: .active(31, until: 60)
        ),
        Transition(
            name: "consent is not given until the end",
            known: [.period("1", from: 0), .price(10, .pending)],
            from: .active(29, .paid, [.priceConsentPending]),
            event: [.ended(30, .priceIncreaseDeclined)],
            to: .expired(30, .priceIncreaseDeclined)
        ),
        Transition(
            name: "who was asked cancels",
            known: [.period("1", from: 0), .price(10, .pending)],
            from: .active(11, .paid, [.priceConsentPending]),
            event: [
                .told(12) {
                    $0.autoRenewStatus = .off
                    $0.priceIncreaseStatus = .pending
                }
            ],
            to: .active(12, .paid, [.cancelled, .priceConsentPending])
        ),
    ]

    static let changing = [
        Transition(
            name: "a higher level takes the place of a lower one",
            known: [.period("1", from: 0)],
            from: .active(10),
            event: [
                .period("1", from: 0, stated: 12) { $0.isUpgraded = true },
                .period("2", from: 12) { $0.productID = "premium" },
            ],
            to: Transition.Standing(day: 12, state: .upgraded, phase: .upgraded, reason: .upgraded, until: 12)
        ),
        Transition(
            name: "the higher level is active",
            known: [.period("1", from: 0)],
            from: .active(10),
            event: [
                .period("1", from: 0, stated: 12) { $0.isUpgraded = true },
                .period("2", from: 12) { $0.productID = "premium" },
            ],
            to: .active(12, until: 42, product: "premium")
        ),
        Transition(
            name: "a lower level is chosen for the next period",
            known: [.period("1", from: 0), .next(0, "monthly")],
            from: .active(10),
            event: [.next(10, "basic")],
            to: .active(10, .paid, [.productChangePending])
        ),
        Transition(
            name: "the choice is taken back",
            known: [.period("1", from: 0), .next(10, "basic")],
            from: .active(11, .paid, [.productChangePending]),
            event: [.next(12, "monthly")],
            to: .active(12)
        ),
        Transition(
            name: "the lower level begins",
            known: [.period("1", from: 0), .next(10, "basic")],
            from: .active(11, .paid, [.productChangePending]),
            event: [.period("2", from: 30) { $0.productID = "basic" }],
            to: .active(31, until: 60, product: "basic")
        ),
        Transition(
            name: "the higher level is over then",
            known: [.period("1", from: 0), .next(10, "basic")],
            from: .active(11, .paid, [.productChangePending]),
            event: [.period("2", from: 30) { $0.productID = "basic" }],
            to: .expired(31, .productChanged)
        ),
    ]
}
