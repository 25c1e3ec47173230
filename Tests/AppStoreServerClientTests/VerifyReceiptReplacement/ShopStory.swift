import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

/// What happens to a customer, in two parts: a receipt of the time between them is old at the end.
struct ShopStory: Sendable, CustomTestStringConvertible {
    typealias Part = @Sendable (LocalAppStore) throws -> Void

    let name: String
    let beginning: Part
    let end: Part

    var testDescription: String { name }

    init(_ name: String, _ beginning: @escaping Part, then end: @escaping Part = { _ in }) {
        (self.name, self.beginning, self.end) = (name, beginning, end)
    }

    /// A subscription to the lower level, with a week's trial.
    init(subscriber name: String, then end: @escaping @Sendable (LocalAppStore, String) throws -> Void) {
        self.init(name) {
            try $0.subscribe()
        } then: { store in
            try end(store, try store.chain())
        }
    }
}

extension LocalAppStore {
    /// The chain of the customer's newest subscription.
    func chain(of account: String = ReplacementShop.flora) throws -> String {
        guard let chain = subscriptions(account: account).last else { throw CocoaError(.keyValueValidation) }
        return chain.originalTransactionID
    }

    func subscribe(_ productID: String = SampleShop.posy, _ account: String = ReplacementShop.flora) throws {
        try buy(productID: productID, account: account)
    }

    func redeem(_ offer: PurchaseOffer, _ productID: String = SampleShop.posy) throws {
        let request = PurchaseRequest(productID: productID, accountID: ReplacementShop.flora, offer: offer)
        guard try purchase(request).transaction != nil else { throw CocoaError(.featureUnsupported) }
    }
}

extension ShopStory {
    static let all = purchases + subscriptions + levels + billing + prices + families + offers

    private static let purchases = [
        ShopStory("A purchase of each kind") { store in
            try store.buy(productID: SampleShop.seeds, account: ReplacementShop.flora, quantity: 3)
            try store.buy(productID: SampleShop.greenhouse, account: ReplacementShop.flora)
            try store.buy(productID: SampleShop.season, account: ReplacementShop.flora)
        } then: { store in
            try store.subscribe()
        },
        ShopStory("A consumable that was finished beside one that was not") { store in
            let first = try store.buy(productID: SampleShop.seeds, account: ReplacementShop.flora)
            try store.buy(productID: SampleShop.seeds, account: ReplacementShop.flora)
            try store.subscribe()
            try store.finish(transactionID: first.transactionID)
        },
        ShopStory("More than fits into two pages") { store in
            try store.subscribe()
        } then: { store in
            for _ in 1...45 { try store.buy(productID: SampleShop.seeds, account: ReplacementShop.flora) }
        },
        ShopStory("A refund of a purchase for ever, by the app's fault") { store in
            try store.subscribe()
            try store.buy(productID: SampleShop.greenhouse, account: ReplacementShop.flora)
        } then: { store in
            let bought = store.transactions(account: ReplacementShop.flora).last?.transactionID ?? ""
            try store.advance(by: 3_600)
            try store.refund(transactionID: bought, reason: .issueInApp)
        },
        ShopStory("No subscription at all") { store in
            try store.buy(productID: SampleShop.greenhouse, account: ReplacementShop.flora)
        },
    ]

    private static let subscriptions = [
        ShopStory(subscriber: "A trial, and renewals after it") { store, _ in try store.advance(days: 100) },
        ShopStory("An account in the developer's own system") { store in
            try store.buy(
                productID: SampleShop.posy,
                account: ReplacementShop.flora,
                appAccountToken: UUID(uuidString: "7E3FB204-2D6D-4F3B-8E5C-2C9C2B1F6A10")
            )
        } then: { store in
            try store.advance(days: 10)
        },
        ShopStory(subscriber: "Cancelled, and not yet over") { store, chain in
            try store.setAutoRenew(false, originalTransactionID: chain)
        },
        ShopStory(subscriber: "Cancelled, and over") { store, chain in
            try store.setAutoRenew(false, originalTransactionID: chain)
            try store.advance(days: 8)
        },
        ShopStory(subscriber: "Over, and subscribed anew") { store, chain in
            try store.expire(originalTransactionID: chain)
            try store.advance(days: 5)
            try store.subscribe()
        },
        ShopStory(subscriber: "Refunded") { store, chain in
            try store.advance(days: 9)
            try store.refund(
                transactionID: try store.subscription(chain).latestTransactionID,
                reason: .issueInApp
            )
        },
        ShopStory(subscriber: "Refunded, and given back") { store, chain in
            try store.refund(transactionID: chain)
            try store.advance(by: 60)
            try store.reverseRefund(transactionID: chain)
        },
        ShopStory(subscriber: "Given more time") { store, chain in
            try store.advance(days: 10)
            try store.extendRenewal(originalTransactionID: chain, days: 30)
        },
        ShopStory(subscriber: "A product that is no longer for sale") { store, chain in
            try store.end(originalTransactionID: chain, because: .productUnavailable)
        },
        ShopStory("Begun in the past") { store in
            let past = PastPurchase(date: store.now.addingTimeInterval(-70 * 86_400))
            _ = try store.purchase(
                PurchaseRequest(productID: SampleShop.posy, accountID: ReplacementShop.flora, past: past)
            )
        },
    ]

    private static let levels = [
        ShopStory(subscriber: "An upgrade in the middle of a period") { store, _ in
            try store.advance(days: 10)
            try store.subscribe(SampleShop.bouquet)
            try store.advance(days: 40)
        },
        ShopStory(subscriber: "An upgrade at the moment of the purchase") { store, _ in
            try store.subscribe(SampleShop.bouquet)
        },
        ShopStory("A downgrade that waits") { store in
            try store.subscribe(SampleShop.bouquet)
        } then: { store in
            try store.setRenewalProduct(SampleShop.posy, originalTransactionID: try store.chain())
        },
        ShopStory("A downgrade that has happened") { store in
            try store.subscribe(SampleShop.bouquet)
        } then: { store in
            try store.setRenewalProduct(SampleShop.posy, originalTransactionID: try store.chain())
            try store.advance(days: 40)
        },
    ]

    private static let billing = [
        ShopStory(subscriber: "A card that fails") { store, _ in
            try store.updateSettings { $0.billingRetryOnRenewalEnabled = true }
            try store.advance(days: 8)
        },
        ShopStory(subscriber: "A card that fails, in the grace period") { store, _ in
            try store.updateSettings {
                $0.billingRetryOnRenewalEnabled = true
                $0.billingGracePeriodEnabled = true
            }
            try store.advance(days: 8)
        },
        ShopStory(subscriber: "A card that works again") { store, chain in
            try store.updateSettings { $0.billingRetryOnRenewalEnabled = true }
            try store.advance(days: 12)
            try store.resolveBilling(originalTransactionID: chain)
        },
        ShopStory(subscriber: "A card that fails for good") { store, _ in
            try store.updateSettings { $0.billingRetryOnRenewalEnabled = true }
            try store.advance(days: 100)
        },
    ]

    private static let prices = [
        ShopStory(subscriber: "Asked for more money") { store, chain in
            try store.requestPriceIncrease(originalTransactionID: chain, price: 6)
        },
        ShopStory(subscriber: "Agreed to pay more") { store, chain in
            try store.requestPriceIncrease(originalTransactionID: chain, price: 6)
            try store.answerPriceIncrease(originalTransactionID: chain, accepts: true)
        },
        ShopStory(subscriber: "Pays more without being asked") { store, chain in
            try store.requestPriceIncrease(originalTransactionID: chain, price: 5, needsConsent: false)
        },
        ShopStory(subscriber: "Does not pay more") { store, chain in
            try store.requestPriceIncrease(originalTransactionID: chain, price: 6)
            try store.advance(days: 40)
        },
    ]

    private static let families = [
        ShopStory("What a family shares") { store in
            try store.createFamily(id: "family", organizer: ReplacementShop.flora)
            try store.joinFamily(id: "family", account: ReplacementShop.fern)
            try store.subscribe()
            try store.buy(productID: SampleShop.greenhouse, account: ReplacementShop.flora)
            for chain in store.transactions(account: ReplacementShop.flora) {
                try store.setFamilySharing(true, originalTransactionID: chain.originalTransactionID)
            }
        } then: { store in
            try store.advance(days: 10)
        },
        ShopStory("What a family shared") { store in
            try store.createFamily(id: "family", organizer: ReplacementShop.flora)
            try store.joinFamily(id: "family", account: ReplacementShop.fern)
            try store.subscribe()
            try store.setFamilySharing(true, originalTransactionID: try store.chain())
            try store.buy(productID: SampleShop.greenhouse, account: ReplacementShop.fern)
        } then: { store in
            try store.advance(days: 2)
            try store.leaveFamily(account: ReplacementShop.fern)
        },
    ]

    private static let offers = [
        ShopStory("An introductory price") { store in
            try store.subscribe(SampleShop.bouquet)
        } then: { store in
            try store.advance(days: 40)
        },
        ShopStory(subscriber: "A promotional offer for who has left") { store, chain in
            try store.expire(originalTransactionID: chain)
            try store.advance(days: 20)
            try store.redeem(.unsignedPromotional(identifier: "spring"))
        },
        ShopStory(subscriber: "A promotional offer for the next period") { store, _ in
            try store.redeem(.unsignedPromotional(identifier: "spring"))
        },
        ShopStory(subscriber: "A promotional offer for a next period that will not be") { store, chain in
            try store.redeem(.unsignedPromotional(identifier: "spring"))
            try store.setAutoRenew(false, originalTransactionID: chain)
        },
        ShopStory("An offer code") { store in
            try store.redeem(.code(referenceName: "For All"))
        } then: { store in
            try store.advance(days: 40)
        },
        ShopStory(subscriber: "An offer code for the next period") { store, _ in
            try store.redeem(.code(referenceName: "For All"))
        },
        ShopStory(subscriber: "Won back") { store, chain in
            try store.advance(days: 70)
            try store.expire(originalTransactionID: chain)
            try store.advance(days: 60)
            try store.redeem(.winBack(identifier: "return"))
        },
    ]
}
