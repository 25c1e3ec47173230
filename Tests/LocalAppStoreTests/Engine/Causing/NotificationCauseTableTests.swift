import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

/// The whole table in one store: what one cause leaves behind must not keep the next from happening.
@Suite("All notifications in one store")
struct NotificationCauseTableTests {
    private static let club = "com.example.club"

    /// A shop with as little as the table needs: one subscription that families may share, and one thing to buy once. Two
    /// levels are needed to go up and down, and an offer to redeem one.
    private func store(levels: Int, hasOffer: Bool, isShareable: Bool = true) throws -> LocalAppStore {
        var configuration = try OfferShop.configuration()
        configuration.products = configuration.products.filter { $0.type == .consumable }
        configuration.nonRenewingSubscriptions = []
        configuration.subscriptionGroups = configuration.subscriptionGroups.prefix(1).map { group in
            var group = group
            group.subscriptions = group.subscriptions.suffix(levels).map { subscription in
                var subscription = subscription
                subscription.isFamilyShareable = isShareable
                guard !hasOffer else { return subscription }
                subscription.promotionalOffers = []
                subscription.codeOffers = []
                return subscription
            }
            return group
        }
        return LocalAppStore(
            configuration: configuration,
            app: Shop.app,
            authority: try Shop.authority.get(),
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 7
        )
    }

    private func play(_ names: [String], in store: LocalAppStore, account: String? = nil) {
        for name in names {
            let parts = name.split(separator: "/").map(String.init)
            let subtype = parts.count == 2 ? NotificationSubtype(rawValue: parts[1]) : nil
            let before = store.settings
            do {
                let cause = NotificationCause(NotificationType(rawValue: parts[0]), subtype, account: account)
                let report = try store.cause(cause)
                #expect(report.notifications.contains { $0.type.rawValue == parts[0] && $0.subtype == subtype })
            } catch {
                Issue.record("\(name) of \(names): \(error)")
            }
            #expect(store.settings == before, "\(name) leaves the settings as they were")
        }
    }

    /// What one subscription without offers cannot do.
    private static func needsMore(_ name: String) -> Bool {
        name.hasPrefix("DID_CHANGE_RENEWAL_PREF") || name.hasPrefix("OFFER_REDEEMED")
    }

    @Test("In order, twice, with two levels and offers")
    func inOrder() throws {
        play(NotificationCause.allNames + NotificationCause.allNames, in: try store(levels: 2, hasOffer: true))
    }

    @Test("In order, twice, with one subscription")
    func oneSubscription() throws {
        let names = NotificationCause.allNames.filter { !Self.needsMore($0) }
        play(names + names, in: try store(levels: 1, hasOffer: false))
    }

    @Test("In an order by chance", arguments: UInt64(1)...6)
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isSmall = seed.isMultiple(of: 2)
        let names = NotificationCause.allNames.filter { !isSmall || !Self.needsMore($0) }
        play(names.shuffled(using: &random), in: try store(levels: isSmall ? 1 : 2, hasOffer: !isSmall))
    }

    @Test("The catalogue that comes with the project has all that the table needs")
    func shippedCatalogue() throws {
        play(NotificationCause.allNames, in: try Shop.store())
        for name in NotificationCause.allNames { play([name], in: try Shop.store()) }
    }

    @Test("One customer, in an order by chance", arguments: UInt64(1)...8)
    func oneCustomer(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // A subscription can be extended twice a year, and here is only one to be.
        let names = NotificationCause.allNames.filter { !$0.hasPrefix("RENEWAL_EXTEN") }
        play(names.shuffled(using: &random), in: try Shop.store(), account: Shop.flora)
    }

    @Test(
        "A planned change does not come with what is charged for the next cause",
        arguments: ["OFFER_REDEEMED", "OFFER_REDEEMED/DOWNGRADE", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE"]
    )
    func plannedChange(name: String) throws {
        for failure in ["GRACE_PERIOD_EXPIRED", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD"] {
            let shop = try Shop.store()
            play(["DID_CHANGE_RENEWAL_PREF/DOWNGRADE", failure, name], in: shop, account: Shop.flora)
            let chain = try #require(shop.subscriptions(account: Shop.flora).first)
            #expect(chain.productID == Shop.bouquet, "\(failure)")
            #expect(chain.status == .active, "\(failure)")
        }
    }

    @Test("An offer is redeemed with the subscription that is named")
    func offerOfTransaction() throws {
        let shop = try Shop.store()
        let buying = NotificationCause(.subscribed, .initialBuy, account: Shop.flora, productID: Shop.posy)
        #expect(try shop.cause(buying).notifications.count == 1)
        let posy = try #require(shop.transactions(account: Shop.flora).first)
        let report = try shop.cause(NotificationCause(.offerRedeemed, transactionID: posy.transactionID))
        #expect(report.notifications.last.map { $0.type == .offerRedeemed && $0.subtype == nil } == true)
        let chain = try #require(shop.subscriptions(account: Shop.flora).first)
        #expect(chain.productID == Shop.posy)
        #expect(chain.pendingOffer?.productID == Shop.posy)
        let plain = try store(levels: 2, hasOffer: false)
        try plain.createAccount(id: Shop.flora)
        try plain.cause(NotificationCause(.didRenew, account: Shop.flora))
        let bought = try #require(plain.transactions(account: Shop.flora).first)
        let lacking = #expect(throws: StoreError.self) {
            try plain.cause(NotificationCause(.offerRedeemed, transactionID: bought.transactionID))
        }
        #expect(lacking?.code == .unknownOffer)
    }

    @Test("What the catalogue lacks for a change of level with an offer is named")
    func missingParts() throws {
        let one = try store(levels: 1, hasOffer: true)
        let level = #expect(throws: StoreError.self) { try one.cause(NotificationCause(.offerRedeemed, .upgrade)) }
        #expect(
            level?.reason
                == "the catalogue sells no two levels of one subscription group, between which OFFER_REDEEMED/UPGRADE would go"
        )
        let plain = try store(levels: 2, hasOffer: false)
        let offer = #expect(throws: StoreError.self) { try plain.cause(NotificationCause(.offerRedeemed, .upgrade)) }
        #expect(offer?.code == .unknownOffer)
        #expect(
            offer?.reason.hasPrefix(
                "of what OFFER_REDEEMED/UPGRADE could change to, \(Shop.bouquet), nothing has a promotional offer, or an "
                    + "offer code for existing subscribers; add one, for example by `purser storekit new` with --offer "
            ) == true,
            "\(offer?.reason ?? "")"
        )
    }

    @Test("Nobody declines a refund that nobody asked for")
    func declined() throws {
        let shop = try Shop.store()
        let report = try shop.cause(NotificationCause(.refundDeclined, account: Shop.flora))
        #expect(report.notifications.suffix(2).map(\.type) == [.consumptionRequest, .refundDeclined])
        #expect(shop.refundRequests.map(\.isGranted) == [false])
        #expect(shop.refundRequests.map(\.decision) == [.decline])
    }

    @Test("What is not for sale, and what nobody may share, is refused with what to do")
    func advice() throws {
        let shop = try store(levels: 1, hasOffer: false, isShareable: false)
        let sharing = #expect(throws: StoreError.self) { try shop.cause(NotificationCause(.revoke)) }
        #expect(sharing?.reason.contains("--family-shareable") == true, "\(String(describing: sharing))")
        try shop.updateSettings { $0.withdrawnProductIDs = [Shop.posy, Shop.seeds] }
        let sale = #expect(throws: StoreError.self) { try shop.cause(NotificationCause(.didRenew)) }
        #expect(
            sale?.reason
                == "the catalogue has not an auto-renewable subscription that would do; \(Shop.posy) was removed from"
                + " sale, offer it again with `purser store settings 'withdrawnProductIds=[\"\(Shop.seeds)\"]'`"
        )
    }

    @Test("Who is named is not replaced by a new customer")
    func named() throws {
        let shop = try store(levels: 1, hasOffer: false)
        try shop.cause(NotificationCause(.rescindConsent, account: "flora"))
        try shop.cause(NotificationCause(.migration, account: "flora"))
        let before = shop.engine
        #expect(throws: StoreError.self) {
            try shop.cause(NotificationCause(.migration, account: "flora", productID: "no"))
        }
        #expect(shop.engine == before)
    }
}
