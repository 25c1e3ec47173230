import AppStoreModels

/// How each notification of Apple's table is brought about.
enum NotificationCauses {
    /// Brings a notification about, and notes what it did.
    typealias Action = @Sendable (inout StoreEngine, inout CauseScene) throws(StoreError) -> Void

    /// One line of the table.
    struct Line: Sendable {
        let name: String
        let act: Action

        init(_ name: String, _ act: @escaping Action) {
            self.name = name
            self.act = act
        }
    }

    static let all: [Line] = subscribing + renewing + ending + refunding + others

    /// The line of a name.
    static subscript(name: String) -> Line? { all.first { $0.name == name } }

    private static let subscribing = [
        Line("SUBSCRIBED/INITIAL_BUY") { engine, scene throws(StoreError) in try engine.subscribeFirst(&scene) },
        Line("SUBSCRIBED/RESUBSCRIBE") { engine, scene throws(StoreError) in try engine.subscribeAgain(&scene) },
        Line("DID_CHANGE_RENEWAL_PREF/UPGRADE") { engine, scene throws(StoreError) in
            try engine.changeLevel(.up, &scene)
        },
        Line("DID_CHANGE_RENEWAL_PREF/DOWNGRADE") { engine, scene throws(StoreError) in
            try engine.changeLevel(.down, &scene)
        },
        Line("DID_CHANGE_RENEWAL_PREF") { engine, scene throws(StoreError) in try engine.takeBackDowngrade(&scene) },
        Line("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED") { engine, scene throws(StoreError) in
            try engine.toggleAutoRenew(true, &scene)
        },
        Line("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED") { engine, scene throws(StoreError) in
            try engine.toggleAutoRenew(false, &scene)
        },
        Line("OFFER_REDEEMED") { engine, scene throws(StoreError) in try engine.redeemOffer(nil, &scene) },
        Line("OFFER_REDEEMED/UPGRADE") { engine, scene throws(StoreError) in try engine.redeemOffer(.up, &scene) },
        Line("OFFER_REDEEMED/DOWNGRADE") { engine, scene throws(StoreError) in try engine.redeemOffer(.down, &scene) },
    ]

    private static let renewing = [
        Line("DID_RENEW") { engine, scene throws(StoreError) in try engine.renewNow(&scene) },
        Line("DID_RENEW/BILLING_RECOVERY") { engine, scene throws(StoreError) in try engine.recoverNow(&scene) },
        Line("DID_FAIL_TO_RENEW") { engine, scene throws(StoreError) in
            try engine.failNow(withGrace: false, &scene)
        },
        Line("DID_FAIL_TO_RENEW/GRACE_PERIOD") { engine, scene throws(StoreError) in
            try engine.failNow(withGrace: true, &scene)
        },
        Line("GRACE_PERIOD_EXPIRED") { engine, scene throws(StoreError) in try engine.endGracePeriodNow(&scene) },
        Line("PRICE_INCREASE/PENDING") { engine, scene throws(StoreError) in try engine.askAboutPrice(&scene) },
        Line("PRICE_INCREASE/ACCEPTED") { engine, scene throws(StoreError) in try engine.acceptPrice(&scene) },
        Line("RENEWAL_EXTENDED") { engine, scene throws(StoreError) in try engine.extendNow(&scene) },
    ]

    private static let ending = [
        ("EXPIRED/VOLUNTARY", ExpirationIntent.customerCancelled), ("EXPIRED/BILLING_RETRY", .billingError),
        ("EXPIRED/PRICE_INCREASE", .priceIncreaseDeclined), ("EXPIRED/PRODUCT_NOT_FOR_SALE", .productUnavailable),
        ("EXPIRED", ExpirationIntent(rawValue: 5)),
    ]
    .map { name, intent in
        Line(name) { engine, scene throws(StoreError) in try engine.endNow(because: intent, &scene) }
    }

    private static let refunding = [
        Line("REFUND") { engine, scene throws(StoreError) in try engine.refundNow(&scene) },
        Line("REFUND_DECLINED") { engine, scene throws(StoreError) in try engine.declineRefundNow(&scene) },
        Line("REFUND_REVERSED") { engine, scene throws(StoreError) in try engine.reverseRefundNow(&scene) },
        Line("CONSUMPTION_REQUEST") { engine, scene throws(StoreError) in try engine.askForRefund(&scene) },
        Line("REVOKE") { engine, scene throws(StoreError) in try engine.endSharing(&scene) },
        Line("ONE_TIME_CHARGE") { engine, scene throws(StoreError) in try engine.chargeOnce(&scene) },
    ]

    private static let others = [
        Line("RENEWAL_EXTENSION/SUMMARY") { engine, scene throws(StoreError) in
            try engine.extendMany(withFailure: false, &scene)
        },
        Line("RENEWAL_EXTENSION/FAILURE") { engine, scene throws(StoreError) in
            try engine.extendMany(withFailure: true, &scene)
        },
        Line("EXTERNAL_PURCHASE_TOKEN/CREATED") { engine, scene throws(StoreError) in
            _ = try engine.makeToken(&scene)
        },
        Line("EXTERNAL_PURCHASE_TOKEN/UNREPORTED") { engine, scene throws(StoreError) in
            try engine.remindOfToken(isReported: false, &scene)
        },
        Line("EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER") { engine, scene throws(StoreError) in
            try engine.remindOfToken(isReported: true, &scene)
        },
        Line("RESCIND_CONSENT") { engine, scene throws(StoreError) in try engine.rescindConsentNow(&scene) },
        Line("METADATA_UPDATE") { engine, scene throws(StoreError) in try engine.updateMetadataNow(&scene) },
        Line("MIGRATION") { engine, scene throws(StoreError) in try engine.migrateNow(&scene) },
        Line("PRICE_CHANGE") { engine, scene throws(StoreError) in try engine.changePriceNow(&scene) },
    ]
}

/// What a notification is to be about, and what was done for it so far.
struct CauseScene {
    let cause: NotificationCause
    let isSandbox: Bool
    var steps: [String] = []

    /// Notes what was done.
    mutating func note(_ step: String) { steps.append(step) }
}

/// To which side of its group a subscription goes.
enum LevelDirection {
    case up, down
}

extension StoreEngine {
    /// Brings a notification about; it is certain then that there is one.
    ///
    /// - Throws: `invalidValue`, `invalidState`; what the steps throw
    @discardableResult
    package mutating func cause(
        _ cause: NotificationCause,
        isSandbox: Bool
    ) throws(StoreError) -> NotificationCauseReport {
        guard let line = NotificationCauses[cause.name] else {
            let known = NotificationCause.allNames.joined(separator: ", ")
            throw StoreError(.invalidValue, "there is no cause for \"\(cause.name)\"; there are \(known)")
        }
        told = []
        defer { told = nil }
        var scene = CauseScene(cause: cause, isSandbox: isSandbox)
        try line.act(&self, &scene)
        let notifications = told ?? []
        guard notifications.contains(where: { $0.type == cause.type && $0.subtype == cause.subtype }) else {
            let names = notifications.map { "\($0.type)" + ($0.subtype.map { "/\($0)" } ?? "") }
            throw StoreError(
                .invalidState,
                "\(cause.name) does not come of this here; there would be \(names.joined(separator: ", "))"
            )
        }
        return NotificationCauseReport(steps: scene.steps, notifications: notifications)
    }
}
