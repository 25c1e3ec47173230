import AppStoreModels
import Foundation
import LocalAppStore
import Testing

/// Every notification by one command, whatever the store looks like.
@Suite("What brings a notification about")
struct NotificationCauseTests {
    private static func cause(_ name: String) -> NotificationCause {
        let parts = name.split(separator: "/").map(String.init)
        return NotificationCause(
            NotificationType(rawValue: parts[0]),
            parts.count == 2 ? NotificationSubtype(rawValue: parts[1]) : nil
        )
    }

    private func names(_ report: NotificationCauseReport) -> [String] {
        report.notifications.map { told in
            [told.type.rawValue, told.subtype?.rawValue].compactMap(\.self).joined(separator: "/")
        }
    }

    @Test("The table is Apple's, but for what many subscriptions at once and the server itself cause")
    func table() {
        let names = Set(NotificationCause.allNames)
        #expect(names.count == NotificationCause.allNames.count)
        #expect(
            names.isSuperset(of: [
                "SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/RESUBSCRIBE", "DID_CHANGE_RENEWAL_PREF/UPGRADE",
                "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_CHANGE_RENEWAL_PREF",
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "OFFER_REDEEMED", "OFFER_REDEEMED/UPGRADE", "OFFER_REDEEMED/DOWNGRADE", "DID_RENEW",
                "DID_RENEW/BILLING_RECOVERY", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD",
                "GRACE_PERIOD_EXPIRED", "EXPIRED/VOLUNTARY", "EXPIRED/BILLING_RETRY", "EXPIRED/PRICE_INCREASE",
                "EXPIRED/PRODUCT_NOT_FOR_SALE", "EXPIRED", "PRICE_INCREASE/PENDING", "PRICE_INCREASE/ACCEPTED",
                "REFUND",
                "REFUND_DECLINED", "REFUND_REVERSED", "CONSUMPTION_REQUEST", "REVOKE", "RENEWAL_EXTENDED",
                "ONE_TIME_CHARGE", "EXTERNAL_PURCHASE_TOKEN/UNREPORTED", "EXTERNAL_PURCHASE_TOKEN/CREATED",
                "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", "RESCIND_CONSENT", "METADATA_UPDATE", "MIGRATION",
                "PRICE_CHANGE",
            ])
        )
    }

    @Test("In a shop without customers what is missing is made", arguments: NotificationCause.allNames)
    func emptyShop(name: String) throws {
        var engine = StoreEngine(
            configuration: try OfferShop.configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 7
        )
        let report = try engine.cause(Self.cause(name), isSandbox: true)
        #expect(names(report).contains(name))
        #expect(report.steps.first == "created account customer")
        #expect(engine.takeNotifications() == names(report), "what is told is what happened")
        // Where the state is now, the same can happen again.
        #expect(names(try engine.cause(Self.cause(name), isSandbox: true)).contains(name))
    }

    @Test("A customer with a trial, and one whose subscription has ended", arguments: NotificationCause.allNames)
    func otherStates(name: String) throws {
        for isEnded in [false, true] {
            var engine = try OfferShop.engine()
            let posy = try engine.buy(Shop.posy)
            if isEnded { try engine.expire(originalTransactionID: posy.transactionID) }
            var cause = Self.cause(name)
            cause.accountID = Shop.flora
            #expect(names(try engine.cause(cause, isSandbox: true)).contains(name))
        }
    }

    @Test("What cannot be is refused", arguments: ["GARDENING", "REFUND/UPGRADE", "SUBSCRIBED"])
    func unknown(name: String) throws {
        var engine = try OfferShop.engine()
        let before = engine
        let error = #expect(throws: StoreError.self) { try engine.cause(Self.cause(name), isSandbox: true) }
        #expect(error?.code == .invalidValue)
        #expect(engine == before)
    }

    @Test("A cause that fails half-way has not happened")
    func half() throws {
        let store = try Shop.store()
        let before = store.engine
        // A subscription would have been bought first, to a product that is none.
        #expect(throws: StoreError.self) {
            try store.cause(NotificationCause(.offerRedeemed, account: "new", productID: Shop.seeds))
        }
        #expect(store.engine == before)
        #expect(throws: StoreError.self) {
            try store.cause(NotificationCause(.refund, account: Shop.flora, transactionID: "1"))
        }
        #expect(store.engine == before)
    }

    @Test("It concerns the account and the transaction that were named")
    func chosen() throws {
        var engine = try OfferShop.engine()
        let first = try engine.buy(Shop.seeds)
        _ = try engine.buy(Shop.seeds)
        let report = try engine.cause(
            NotificationCause(.refund, transactionID: first.transactionID),
            isSandbox: true
        )
        #expect(report.notifications.map(\.transactionID) == [first.transactionID])
        #expect(report.steps == ["refunded transaction \(first.transactionID)"])
        #expect(try engine.transaction(first.transactionID).revocationDate == engine.now)
        let other = try engine.cause(NotificationCause(.oneTimeCharge, account: "rose"), isSandbox: true)
        #expect(other.notifications.map(\.accountID) == ["rose"])
    }

    @Test("A failed renewal leaves a card that does not work, and the settings as they were")
    func failed() throws {
        var engine = try OfferShop.engine()
        try engine.cause(NotificationCause(.didFailToRenew, .gracePeriod), isSandbox: true)
        let chain = try #require(engine.subscriptions.first)
        #expect(chain.status == .billingGracePeriod)
        #expect(try engine.account(Shop.flora).renewalChargesFail)
        #expect(!engine.settings.billingGracePeriodEnabled)
        try engine.cause(NotificationCause(.gracePeriodExpired), isSandbox: true)
        #expect(try engine.subscription(chain.id).status == .billingRetryPeriod)
        try engine.cause(NotificationCause(.didRenew, .billingRecovery), isSandbox: true)
        #expect(try engine.subscription(chain.id).status == .active)
        #expect(try !engine.account(Shop.flora).renewalChargesFail)
    }

    @Test("A token is told of every thirty days until it expires, by what was reported")
    func tokens() throws {
        var engine = try OfferShop.engine()
        let token = try engine.createExternalPurchaseToken(.acquisition, account: Shop.flora, isSandbox: true)
        #expect(token.id.hasPrefix("SANDBOX"))
        #expect(engine.takeNotifications() == ["EXTERNAL_PURCHASE_TOKEN/CREATED"])
        try engine.advance(to: engine.now.addingTimeInterval(29 * 86_400))
        #expect(engine.takeNotifications() == [])
        try engine.advance(to: engine.now.addingTimeInterval(86_400))
        #expect(engine.takeNotifications() == ["EXTERNAL_PURCHASE_TOKEN/UNREPORTED"])
        try engine.reportExternalPurchase(token: token.id)
        try engine.advance(to: engine.now.addingTimeInterval(1_000 * 86_400))
        let reminders = engine.takeNotifications()
        #expect(reminders == [String](repeating: "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", count: 11))
        #expect(throws: StoreError.self) { try engine.remindOfExternalPurchase(token: token.id) }
        #expect(throws: StoreError.self) { try engine.reportExternalPurchase(token: "none") }
        #expect(throws: StoreError.self) {
            try engine.createExternalPurchaseToken(.init(rawValue: "X"), account: Shop.flora, isSandbox: true)
        }
    }

    @Test("Tokens and consent are in a snapshot, and in the log")
    func kept() throws {
        var engine = try OfferShop.engine()
        try engine.cause(NotificationCause(.externalPurchaseToken, .created), isSandbox: true)
        try engine.cause(NotificationCause(.rescindConsent), isSandbox: true)
        let copy = try StoreEngine(snapshot: engine.snapshot(), configuration: try OfferShop.configuration())
        #expect(copy == engine)
        #expect(copy.externalPurchaseTokens == engine.externalPurchaseTokens)
        #expect(try copy.account(Shop.flora).consentRescindedDate == engine.now)
        var replayed = try OfferShop.engine()
        for event in engine.takeEvents() { replayed.replay(event) }
        #expect(replayed == engine)
    }
}
