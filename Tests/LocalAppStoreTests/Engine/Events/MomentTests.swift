import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// What the App Store states has a date, and of two statements of one date a server holds on to the one that takes more away. So
/// what a command states last of a moment must not be more than what it stated before.
@Suite("What is stated of one moment")
struct MomentTests {
    @Test("What is stated last is what a server holds on to, whatever happens in the shop", arguments: 1...20)
    func order(seed: Int) throws {
        var engine = try OfferShop.engine(seed: UInt64(seed))
        var purchases = RandomPurchases(seed: UInt64(seed))
        var several = 0
        for _ in 0..<600 {
            let command = purchases.command(for: engine)
            guard let events = try? engine.handle(command) else { continue }
            let told = events.filter { $0.notification != nil && $0.subscription != nil }
            let moments = Dictionary(grouping: told) { "\($0.date) \($0.subscription?.originalTransactionID ?? "")" }
            for moment in moments.values where moment.count > 1 {
                several += 1
                let stated = moment.compactMap(\.subscription).map { Stated($0, at: engine.now) }
                let held = stated.max { $0.order.lexicographicallyPrecedes($1.order) }
                let rivals = stated.filter { $0.order == held?.order }
                #expect(rivals.allSatisfy { $0 == stated.last }, "\(command), \(moment.map(\.name))")
            }
        }
        #expect(several > 0)
    }

    @Test("Who ends a subscription while a charge is retried is said to have ended it, in both notifications")
    func endedInRetry() throws {
        var failing = try Shop.engine { $0.billingGracePeriodEnabled = true }
        let id = try failing.buy(Shop.bouquet).transactionID
        try failing.handle(.setAccountRules(account: Shop.flora, AccountRules(renewalChargesFail: true)))
        try failing.advance(to: failing.now.addingTimeInterval(32 * 86_400))
        #expect(failing.subscriptions.map(\.status) == [.billingGracePeriod])
        try failing.handle(.requestPriceIncrease(originalTransactionID: id, price: 20, needsConsent: true))
        let ends: [EngineCommand] = [
            .setAutoRenew(false, originalTransactionID: id), .expire(originalTransactionID: id),
            .end(originalTransactionID: id, because: .customerCancelled),
            .answerPriceIncrease(originalTransactionID: id, accepts: false),
        ]
        for end in ends {
            var engine = failing
            let stated = try engine.handle(end).filter { $0.notification != nil }
            #expect(stated.map(\.name) == [.autoRenewChanged, .expired], "\(end)")
            let ended = stated.compactMap(\.subscription)
            #expect(ended.map(\.expirationIntent) == [.customerCancelled, .customerCancelled], "\(end)")
            #expect(ended.map(\.isInBillingRetryPeriod) == [false, false], "\(end)")
            #expect(ended.map(\.gracePeriodExpiresDate) == [nil, nil], "\(end)")
        }
    }

    @Test(
        "Renewal is on in both notifications of a product that is chosen while it was off",
        arguments: [Shop.posy, Shop.bouquet]
    )
    func turnedOn(product: String) throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.setRenewalProduct(product == Shop.posy ? Shop.bouquet : Shop.posy, originalTransactionID: id)
        try engine.setAutoRenew(false, originalTransactionID: id)
        _ = engine.takeEvents()
        try engine.setRenewalProduct(product, originalTransactionID: id)
        let events = engine.takeEvents()
        #expect(events.map(\.name) == [.renewalPreferenceChanged, .autoRenewChanged])
        #expect(events.compactMap(\.subscription).map(\.autoRenews) == [true, true])
        #expect(events.compactMap(\.subscription).map(\.autoRenewProductID) == [product, product])
    }
}

/// What a server reads in renewal information.
private struct Stated: Equatable {
    /// What it decides by: the reason of an end, whether renewal is off, and of what is left the later date.
    let order: [Double]
    let renewalProduct: String
    let isInBillingRetryPeriod: Bool
    /// Nil once it is past: it means nothing then.
    let gracePeriodExpiresDate: Date?
    let priceIncrease: PriceIncrease?
    let pendingOffer: PendingOffer?

    init(_ subscription: StoreSubscription, at now: Date) {
        order = [
            Double(subscription.expirationIntent?.rawValue ?? 0), subscription.autoRenews ? 0 : 1,
            subscription.expiresDate.timeIntervalSince1970,
        ]
        renewalProduct = subscription.autoRenewProductID
        isInBillingRetryPeriod = subscription.isInBillingRetryPeriod
        gracePeriodExpiresDate = subscription.gracePeriodExpiresDate.flatMap { $0 > now ? $0 : nil }
        priceIncrease = subscription.priceIncrease
        pendingOffer = subscription.pendingOffer
    }
}
