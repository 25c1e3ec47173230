import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// Apple's table of types and subtypes, as far as purchases and subscriptions of an app go, each brought about as it is in
/// life. TEST and RENEWAL_EXTENSION are the server's; external purchases and Advanced Commerce are not in this store.
@Suite("What is reported of each event")
struct NotificationTableTests {
    /// One line of the table.
    struct Line: Sendable, CustomTestStringConvertible {
        let notifications: [String]
        let testDescription: String
        /// What happened before, whose notifications do not count.
        let before: @Sendable (inout StoreEngine) throws -> Void
        let event: @Sendable (inout StoreEngine) throws -> Void

        init(
            _ notifications: [String],
            _ description: String,
            after before: @escaping @Sendable (inout StoreEngine) throws -> Void = { _ in },
            _ event: @escaping @Sendable (inout StoreEngine) throws -> Void
        ) {
            self.notifications = notifications
            testDescription = "\(notifications.joined(separator: ", ")): \(description)"
            self.before = before
            self.event = event
        }
    }

    @Test("The table", arguments: purchases + renewals + choices + refunds + families + offers)
    func table(_ line: Line) throws {
        var engine = try OfferShop.engine()
        try line.before(&engine)
        _ = engine.takeEvents()
        try line.event(&engine)
        #expect(engine.takeNotifications() == line.notifications)
    }

    private static let purchases = [
        Line(["SUBSCRIBED/INITIAL_BUY"], "first purchase") { _ = try $0.buy(Shop.posy) },
        Line(["SUBSCRIBED/RESUBSCRIBE"], "the same again after its end", after: ended) { _ = try $0.buy(Shop.bouquet) },
        Line(["SUBSCRIBED/RESUBSCRIBE"], "another one of the group", after: ended) { _ = try $0.buy(Shop.posy) },
        Line(["ONE_TIME_CHARGE"], "consumable") { _ = try $0.buy(Shop.seeds, quantity: 3) },
        Line(["ONE_TIME_CHARGE"], "non-consumable") { _ = try $0.buy(Shop.greenhouse) },
        Line(["ONE_TIME_CHARGE"], "non-renewing subscription") { _ = try $0.buy(Shop.season) },
        Line([], "non-consumable again", after: { _ = try $0.buy(Shop.greenhouse) }) {
            _ = try $0.buy(Shop.greenhouse)
        },
        Line([], "a purchase that waits for a parent") {
            _ = try $0.purchase(
                PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora, simulatesAskToBuy: true)
            )
        },
        Line(["ONE_TIME_CHARGE"], "a purchase that a parent approves", after: asked) {
            try $0.approve(attempt: $0.attempts[0].id)
        },
        Line([], "a purchase that a parent declines", after: asked) { try $0.decline(attempt: $0.attempts[0].id) },
    ]

    private static let renewals = [
        Line(["DID_RENEW"], "in time", after: bouquet) { try $0.advance(to: "2026-03-01T00:00:00Z") },
        Line(["DID_FAIL_TO_RENEW"], "not charged", after: trouble()) { try $0.advance(to: "2026-03-01T00:00:00Z") },
        Line(["DID_FAIL_TO_RENEW/GRACE_PERIOD"], "not charged, grace", after: trouble(grace: true)) {
            try $0.advance(to: "2026-03-01T00:00:00Z")
        },
        Line(["GRACE_PERIOD_EXPIRED"], "the grace period ends", after: failed(grace: true)) {
            try $0.advance(to: "2026-03-20T00:00:00Z")
        },
        Line(["DID_RENEW/BILLING_RECOVERY"], "charged in the grace period", after: failed(grace: true)) {
            try $0.resolveBilling(originalTransactionID: $0.onlyChain)
        },
        Line(["DID_RENEW/BILLING_RECOVERY"], "charged in billing retry", after: failed()) {
            try $0.resolveBilling(originalTransactionID: $0.onlyChain)
        },
        Line(["DID_RENEW/BILLING_RECOVERY"], "bought again in billing retry", after: failed()) {
            _ = try $0.buy(Shop.bouquet)
        },
        Line(["EXPIRED/BILLING_RETRY"], "sixty days in vain", after: failed()) {
            try $0.advance(to: "2026-05-01T00:00:00Z")
        },
        Line(["EXPIRED/VOLUNTARY"], "renewal was turned off", after: turnedOff) {
            try $0.advance(to: "2026-03-01T00:00:00Z")
        },
        Line(["EXPIRED/PRICE_INCREASE"], "no answer about a higher price", after: askedAboutPrice) {
            try $0.advance(to: "2026-03-01T00:00:00Z")
        },
        Line(["EXPIRED/PRODUCT_NOT_FOR_SALE"], "the product was removed", after: withdrawn) {
            try $0.advance(to: "2026-03-01T00:00:00Z")
        },
        Line(["RENEWAL_EXTENDED"], "extended", after: bouquet) {
            try $0.extendRenewal(originalTransactionID: $0.onlyChain, days: 10)
        },
    ]

    private static let choices = [
        Line(["DID_CHANGE_RENEWAL_PREF/UPGRADE"], "a higher level", after: paidPosy) { _ = try $0.buy(Shop.bouquet) },
        Line(["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"], "a lower level", after: bouquet) { _ = try $0.buy(Shop.posy) },
        Line(["DID_CHANGE_RENEWAL_PREF"], "the downgrade is taken back", after: downgraded) {
            _ = try $0.buy(Shop.bouquet)
        },
        Line(["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"], "turned off", after: bouquet) {
            try $0.setAutoRenew(false, originalTransactionID: $0.onlyChain)
        },
        Line(["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"], "turned on", after: turnedOff) {
            try $0.setAutoRenew(true, originalTransactionID: $0.onlyChain)
        },
        Line(
            ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY"],
            "turned off in billing retry",
            after: failed()
        ) { try $0.setAutoRenew(false, originalTransactionID: $0.onlyChain) },
        Line(["PRICE_INCREASE/PENDING"], "the customer is asked", after: bouquet) {
            try $0.requestPriceIncrease(originalTransactionID: $0.onlyChain, price: 15, needsConsent: true)
        },
        Line(["PRICE_INCREASE/ACCEPTED"], "the customer agrees", after: askedAboutPrice) {
            try $0.answerPriceIncrease(originalTransactionID: $0.onlyChain, accepts: true)
        },
        Line(["PRICE_INCREASE/ACCEPTED"], "no consent is needed", after: bouquet) {
            try $0.requestPriceIncrease(originalTransactionID: $0.onlyChain, price: 15, needsConsent: false)
        },
        Line(["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"], "the customer declines", after: askedAboutPrice) {
            try $0.answerPriceIncrease(originalTransactionID: $0.onlyChain, accepts: false)
        },
    ]

    private static let refunds = [
        Line(["REFUND"], "a consumable", after: { _ = try $0.buy(Shop.seeds) }) { try $0.refundLatest() },
        Line(["REFUND"], "a non-consumable", after: { _ = try $0.buy(Shop.greenhouse) }) { try $0.refundLatest() },
        Line(["REFUND"], "a non-renewing subscription", after: { _ = try $0.buy(Shop.season) }) {
            try $0.refundLatest()
        },
        Line(["REFUND", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"], "a subscription", after: bouquet) {
            try $0.refundLatest()
        },
        Line(["REFUND"], "a subscription that does not renew", after: turnedOff) { try $0.refundLatest() },
        Line(["REFUND_DECLINED"], "refused", after: bouquet) {
            try $0.declineRefund(transactionID: $0.onlyChain)
        },
        Line(
            ["REFUND_REVERSED"],
            "taken back",
            after: {
                _ = try $0.buy(Shop.seeds); try $0.refundLatest()
            }
        ) {
            try $0.reverseRefund(transactionID: $0.transactions(account: Shop.flora)[0].transactionID)
        },
        Line(["CONSUMPTION_REQUEST"], "asked for", after: { _ = try $0.buy(Shop.seeds) }) {
            try $0.requestRefund(transactionID: $0.transactions(account: Shop.flora)[0].transactionID)
        },
    ]

    private static let families = [
        Line(["SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/INITIAL_BUY"], "a shared subscription", after: family) {
            _ = try $0.buy(Shop.bouquet)
        },
        Line(["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"], "a shared non-consumable", after: family) {
            _ = try $0.buy(Shop.greenhouse)
        },
        Line(
            ["REVOKE"],
            "sharing ends",
            after: {
                try family(&$0); _ = try $0.buy(Shop.bouquet)
            }
        ) {
            try $0.leaveFamily(account: "fern")
        },
        Line(
            ["REFUND", "REVOKE"],
            "the purchaser is refunded",
            after: {
                try family(&$0); _ = try $0.buy(Shop.greenhouse)
            }
        ) { try $0.refundLatest() },
    ]

    private static let offers = [
        Line(["OFFER_REDEEMED"], "for the product one has", after: paidPosy) {
            _ = try $0.purchase(.unsignedPromotional(identifier: "spring"))
        },
        Line(["OFFER_REDEEMED/UPGRADE"], "with a higher level", after: paidPosy) {
            _ = try $0.purchase(.unsignedPromotional(identifier: "spring"), of: Shop.bouquet)
        },
        Line(["OFFER_REDEEMED/DOWNGRADE"], "with a lower level", after: bouquet) {
            _ = try $0.purchase(.unsignedPromotional(identifier: "spring"))
        },
        Line(["SUBSCRIBED/RESUBSCRIBE"], "promotional, after the end", after: ended) {
            _ = try $0.purchase(.unsignedPromotional(identifier: "spring"))
        },
        Line(["SUBSCRIBED/RESUBSCRIBE"], "win-back", after: ended) {
            _ = try $0.purchase(.winBack(identifier: "return"))
        },
        Line(["SUBSCRIBED/INITIAL_BUY"], "a code, first purchase") {
            _ = try $0.purchase(.code(referenceName: "New Only"))
        },
        Line(["ONE_TIME_CHARGE"], "a code for a consumable") {
            _ = try $0.purchase(.code(referenceName: "Gift"), of: Shop.seeds)
        },
    ]

    // MARK: What happened before

    private static let bouquet: @Sendable (inout StoreEngine) throws -> Void = { _ = try $0.buy(Shop.bouquet) }

    private static let asked: @Sendable (inout StoreEngine) throws -> Void = { engine in
        _ = try engine.purchase(
            PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora, simulatesAskToBuy: true)
        )
    }

    private static let ended: @Sendable (inout StoreEngine) throws -> Void = { engine in
        _ = try engine.buy(Shop.bouquet)
        try engine.expire(originalTransactionID: engine.onlyChain)
    }

    private static let paidPosy: @Sendable (inout StoreEngine) throws -> Void = { engine in
        _ = try engine.buy(Shop.posy)
        try engine.advance(to: "2026-02-10T00:00:00Z")
    }

    private static let downgraded: @Sendable (inout StoreEngine) throws -> Void = { engine in
        _ = try engine.buy(Shop.bouquet)
        _ = try engine.buy(Shop.posy)
    }

    private static let turnedOff: @Sendable (inout StoreEngine) throws -> Void = { engine in
        _ = try engine.buy(Shop.bouquet)
        try engine.setAutoRenew(false, originalTransactionID: engine.onlyChain)
    }

    private static let askedAboutPrice: @Sendable (inout StoreEngine) throws -> Void = { engine in
        _ = try engine.buy(Shop.bouquet)
        try engine.requestPriceIncrease(originalTransactionID: engine.onlyChain, price: 15, needsConsent: true)
    }

    private static let withdrawn: @Sendable (inout StoreEngine) throws -> Void = { engine in
        _ = try engine.buy(Shop.bouquet)
        var settings = engine.settings
        settings.withdrawnProductIDs = [Shop.bouquet]
        try engine.setSettings(settings)
    }

    private static let family: @Sendable (inout StoreEngine) throws -> Void = { engine in
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
    }

    private static func trouble(grace: Bool = false) -> @Sendable (inout StoreEngine) throws -> Void {
        { engine in
            _ = try engine.buy(Shop.bouquet)
            var settings = engine.settings
            settings.billingRetryOnRenewalEnabled = true
            settings.billingGracePeriodEnabled = grace
            try engine.setSettings(settings)
        }
    }

    private static func failed(grace: Bool = false) -> @Sendable (inout StoreEngine) throws -> Void {
        { engine in
            try trouble(grace: grace)(&engine)
            try engine.advance(to: "2026-03-01T00:00:00Z")
        }
    }
}

extension StoreEngine {
    /// The only subscription there is.
    fileprivate var onlyChain: String { subscriptions.first?.originalTransactionID ?? "none" }

    fileprivate mutating func refundLatest() throws {
        try refund(transactionID: transactions(account: Shop.flora).last?.transactionID ?? "none", reason: .other)
    }
}
