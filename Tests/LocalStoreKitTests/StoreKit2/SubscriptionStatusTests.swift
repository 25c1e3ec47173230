import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

/// S: the rules of subscriptions.
@Suite("StoreKit 2: where a subscription stands", .timeLimit(.minutes(15)))
struct SubscriptionStatusTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    private func status() async throws -> Product.SubscriptionInfo.Status? {
        try await shop.app { try await Product.SubscriptionInfo.status(for: ModernShop.group) }.first
    }

    /// What can become of a subscription, and what the billing table says of it.
    enum Fate: CaseIterable {
        case paid, inGracePeriod, inRetry, inRetryAfterGrace, lost, cancelled, refunded

        var state: Product.SubscriptionInfo.RenewalState {
            switch self {
            case .paid: .subscribed
            case .inGracePeriod: .inGracePeriod
            case .inRetry, .inRetryAfterGrace: .inBillingRetryPeriod
            case .lost, .cancelled: .expired
            case .refunded: .revoked
            }
        }

        var isInBillingRetry: Bool { [.inGracePeriod, .inRetry, .inRetryAfterGrace].contains(self) }

        var reason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason? {
            switch self {
            case .inGracePeriod, .inRetry, .inRetryAfterGrace, .lost: .billingError
            case .cancelled: .autoRenewDisabled
            case .paid, .refunded: nil
            }
        }

        func befall(_ transaction: Transaction, in store: LocalAppStore) throws {
            let id = String(transaction.originalID)
            switch self {
            case .paid: break
            case .inGracePeriod, .inRetry, .inRetryAfterGrace, .lost:
                let hasGrace = self == .inGracePeriod || self == .inRetryAfterGrace
                try store.updateSettings {
                    ($0.billingRetryOnRenewalEnabled, $0.billingGracePeriodEnabled) = (true, hasGrace)
                }
                try store.advance(days: self == .lost ? 120 : self == .inRetryAfterGrace ? 60 : 32)
            case .cancelled:
                try store.setAutoRenew(false, originalTransactionID: id)
                try store.advance(days: 32)
            case .refunded: try store.refund(transactionID: String(transaction.id))
            }
        }
    }

    @Test("S1, S2: State, retry, reason and grace period go together", arguments: Fate.allCases)
    func table(fate: Fate) async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        try fate.befall(bought, in: shop.store)
        let status = try #require(try await status())
        #expect(status.state == fate.state)
        let info = try status.renewalInfo.payloadValue
        #expect(info.isInBillingRetry == fate.isInBillingRetry)
        #expect(info.expirationReason == fate.reason)
        #expect((info.gracePeriodExpirationDate != nil) == (fate == .inGracePeriod))
        #expect(try status.transaction.payloadValue.originalID == bought.id)
    }

    @Test func `S3: What renews is named with its date and price`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        let info = try #require(try await status()).renewalInfo.payloadValue
        #expect(info.willAutoRenew)
        #expect(info.autoRenewPreference == SampleShop.bouquet)
        #expect(info.currentProductID == SampleShop.bouquet)
        #expect(info.renewalDate == bought.expirationDate)
        #expect(info.renewalPrice == Decimal(string: "12.99"))
        #expect(info.currency?.identifier == "USD")
        #expect(info.priceIncreaseStatus == .noIncreasePending)
        #expect(info.recentSubscriptionStartDate == bought.purchaseDate)
        #expect(info.originalTransactionID == bought.id)
        #expect(info.environment == .sandbox)
    }

    @Test func `S3: What does not renew has no preference, and its date may be past`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        try shop.store.setAutoRenew(false, originalTransactionID: String(bought.id))
        try shop.store.advance(days: 40)
        let info = try #require(try await status()).renewalInfo.payloadValue
        #expect(!info.willAutoRenew)
        #expect(info.autoRenewPreference == nil)
        #expect(info.renewalDate == bought.expirationDate)
    }

    @Test func `S3: The offer of the next period is in its price`() async throws {
        try await shop.buy(SampleShop.bouquet)
        let product = try await shop.product(SampleShop.bouquet)
        let signature = try shop.signature(product: SampleShop.bouquet)
        _ = try await product.purchase(
            options: [.promotionalOffer(offerID: ModernShop.promotionalOffer, signature: signature)]
        )
        let info = try #require(try await status()).renewalInfo.payloadValue
        #expect(info.renewalPrice == Decimal(string: "2.99"))
        #expect(info.offer?.type == .promotional)
        #expect(info.offer?.id == ModernShop.promotionalOffer)
        #expect(info.offer?.paymentMode == .payAsYouGo)
        // Two periods of a month: it is the length of the whole offer.
        #expect(info.offer?.period == .everyTwoMonths)
    }

    @Test func `S4: Who has had an introductory offer in the group may have no second one`() async throws {
        let product = try await shop.product(SampleShop.posy)
        let other = try await shop.product(SampleShop.bouquet)
        #expect(await product.subscription?.isEligibleForIntroOffer == true)
        try await shop.buy(SampleShop.posy)
        #expect(await product.subscription?.isEligibleForIntroOffer == false)
        #expect(await other.subscription?.isEligibleForIntroOffer == false)
        let isEligible = await shop.app {
            await Product.SubscriptionInfo.isEligibleForIntroOffer(for: ModernShop.group)
        }
        #expect(!isEligible)
    }

    @Test func `S4: Who is subscribed may have none with a change of plan, and may after its end`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        let posy = try await shop.product(SampleShop.posy)
        #expect(await posy.subscription?.isEligibleForIntroOffer == false)
        try shop.store.expire(originalTransactionID: String(bought.originalID))
        #expect(await posy.subscription?.isEligibleForIntroOffer == true)
        let again = try await shop.buy(SampleShop.posy)
        #expect(again.offer?.type == .introductory)
    }

    @Test func `S4: A group without an offer is open to everybody`() async throws {
        #expect(await shop.app { await Product.SubscriptionInfo.isEligibleForIntroOffer(for: "no group") })
    }

    @Test func `S4: Win-back offers are for who has left`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        #expect(try await status()?.renewalInfo.payloadValue.eligibleWinBackOfferIDs == [])
        try shop.store.expire(originalTransactionID: String(bought.id))
        #expect(try await status()?.renewalInfo.payloadValue.eligibleWinBackOfferIDs == [ModernShop.winBackOffer])
        // The product has it for everybody.
        #expect(try await shop.product(SampleShop.bouquet).subscription?.winBackOffers.count == 1)
    }

    @Test func `S5: Who never subscribed has no status`() async throws {
        #expect(try await shop.app { try await Product.SubscriptionInfo.status(for: ModernShop.group) }.isEmpty)
        #expect(try await shop.app { try await Product.SubscriptionInfo.status(for: "no group") }.isEmpty)
        #expect(try await shop.app { try await Product.SubscriptionInfo.status(transactionID: 1) } == nil)
    }

    @Test func `S5: A store that cannot be reached is an error`() async throws {
        try shop.store.setFault(StoreFault(.offline))
        await #expect(throws: StoreKitError.self) {
            try await shop.app { try await Product.SubscriptionInfo.status(for: ModernShop.group) }
        }
    }

    @Test(
        "S6: A lapse shorter than 60 days does not count",
        arguments: [(59, true), (60, false), (61, false)]
    )
    func lapse(days: Int, goesOn: Bool) async throws {
        let first = try await shop.buy(SampleShop.bouquet)
        try shop.store.setAutoRenew(false, originalTransactionID: String(first.id))
        let end = try #require(first.expirationDate)
        try shop.store.advance(to: end.addingTimeInterval(Double(days) * 86_400))
        let second = try await shop.buy(SampleShop.bouquet)
        let start = try await status()?.renewalInfo.payloadValue.recentSubscriptionStartDate
        #expect(start == (goesOn ? first.purchaseDate : second.purchaseDate))
    }

    @Test func `S7: In the sandbox a subscription may renew twelve times`() async throws {
        try shop.store.updateSettings { $0.renewalLimit = 12 }
        try await shop.buy(SampleShop.bouquet)
        try shop.store.advance(days: 500)
        #expect(await shop.transactions(Transaction.all).count == 13)
        #expect(try await status()?.state == .expired)
    }

    @Test func `A higher price waits for the customer`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        try shop.store.requestPriceIncrease(originalTransactionID: String(bought.id), price: 15)
        #expect(try await status()?.renewalInfo.payloadValue.priceIncreaseStatus == .pending)
        try shop.store.answerPriceIncrease(originalTransactionID: String(bought.id), accepts: true)
        let info = try #require(try await status()).renewalInfo.payloadValue
        #expect(info.priceIncreaseStatus == .agreed)
        #expect(info.renewalPrice == 15)
    }

    @Test func `A transaction leads to its status`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        #expect(await bought.subscriptionStatus?.state == .subscribed)
        let found = try await shop.app { try await Product.SubscriptionInfo.status(transactionID: bought.id) }
        #expect(try found?.transaction.payloadValue.id == bought.id)
        #expect(await (try await shop.buy(SampleShop.greenhouse)).subscriptionStatus == nil)
    }

    @Test func `All statuses come by group`() async throws {
        try await shop.buy(SampleShop.bouquet)
        var groups: [String] = []
        for await (groupID, statuses) in shop.device.perform({ Product.SubscriptionInfo.Status.all }) {
            groups.append(groupID)
            #expect(statuses.map(\.state) == [.subscribed])
        }
        #expect(groups == [ModernShop.group])
    }

    @Test func `Each change of a subscription is told`() async throws {
        var updates = shop.device.perform { Product.SubscriptionInfo.Status.updates.makeAsyncIterator() }
        let bought = try await shop.buy(SampleShop.posy)
        #expect(await updates.next()?.state == .subscribed)
        try shop.store.refund(transactionID: String(bought.id))
        #expect(await updates.next()?.state == .revoked)
    }
}
