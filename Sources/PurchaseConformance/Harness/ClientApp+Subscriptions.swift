import Foundation
import Locking
import SwiftyStoreKit

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension ClientApp {
    /// As StoreKit 2 tells it, which a client on StoreKit 1 asks, too.
    public func standings(of productID: String) async -> [SubscriptionStanding] {
        let found: [SubscriptionStanding]?? = await client.onStoreKit2 {
            guard let product = try? await Product.products(for: [productID]).first else { return nil }
            return try? await product.subscription?.status.map { try SubscriptionStanding($0) }
        }
        return (found ?? nil) ?? []
    }

    /// What `planChange()` says of the product.
    public func change(to productID: String) async -> PlannedChange? {
        guard let change = await client.planChange(to: productID) else { return nil }
        return PlannedChange(replaces: change.replaces, isAtOnce: change.takesEffect.isAtOnce)
    }

    /// What `offerChoices()` says of the product.
    public func offers(of productID: String) async -> [OfferAnswer] {
        await client.offerChoices(for: productID).compactMap { OfferAnswer($0) }
    }

    /// Buys with an offer for who comes back.
    public func buy(_ productID: String, winBackOffer offer: String) async -> BuyingOutcome {
        outcome(of: await client.purchaseProduct(productID, winBackOffer: offer, atomically: deliversItself))
    }

    /// Buys with a promotional offer.
    public func buy(_ productID: String, with offer: SignedOffer) async -> BuyingOutcome {
        let results = await client.retrieveProductsInfo([productID])
        guard let product = results.retrievedProducts.first else {
            return .failed(.unavailable, mayHaveBeenCharged: false)
        }
        let discount = SKPaymentDiscount(
            identifier: offer.id,
            keyIdentifier: offer.keyID,
            nonce: offer.nonce,
            signature: offer.signature.base64EncodedString(),
            timestamp: NSNumber(value: offer.timestamp)
        )
        return outcome(
            of: await client.purchaseProduct(
                product,
                atomically: deliversItself,
                paymentDiscount: PaymentDiscount(discount: discount)
            )
        )
    }

    /// The client's storefront.
    public func storefront() async -> String? { client.storefront?.countryCode }

    /// What the client's stream told.
    public func storefrontChanges() async -> [String] { state.withLock { $0.storefronts } }

    /// What `shouldContinueTransactionHandler` answers.
    public func goesOnInOtherStorefronts(_ goesOn: Bool) async {
        client.shouldContinueTransactionHandler = { _, _ in goesOn }
    }

    /// What `shouldAddStorePaymentHandler` answers.
    public func takesPromotedPurchases(_ takes: Bool) async {
        client.shouldAddStorePaymentHandler = { _, _ in takes }
    }

    #if !(canImport(StoreKit) && canImport(Darwin))
        /// The sheet of the client; on Apple platforms it takes a window, which a person has to give.
        public func askForRefund(_ purchase: DeliveredPurchase) async -> RefundSheetAnswer {
            guard let number = UInt64(purchase.transactionID) else { return .failed }
            switch try? await client.requestRefund(of: number) {
            case .success?: return .asked
            case .userCancelled?: return .cancelled
            case nil: return .failed
            }
        }
    #endif
}

extension PlanChange.Effect {
    fileprivate var isAtOnce: Bool? {
        switch self {
        case .atOnce: true
        case .on: false
        case .unknown: nil
        }
    }
}

extension OfferAnswer {
    fileprivate init?(_ choice: OfferChoice) {
        let kind: ConformanceOfferKind
        switch choice.offer.type {
        case .introductory: kind = .introductory
        case .promotional: kind = .promotional
        default: kind = .winBack
        }
        let answers: [OfferAvailability.Answer: Bool] = [.eligible: true, .ineligible: false]
        self.init(
            kind,
            id: choice.offer.id,
            isEligible: answers[choice.eligibility.answer],
            reason: choice.eligibility.reason.rawValue
        )
    }
}

extension SubscriptionStanding {
    fileprivate init(_ status: Product.SubscriptionInfo.Status) throws {
        let (transaction, info) = (try status.transaction.payloadValue, try status.renewalInfo.payloadValue)
        let states: [Product.SubscriptionInfo.RenewalState: State] = [
            .subscribed: .active, .inGracePeriod: .grace, .inBillingRetryPeriod: .retry, .revoked: .revoked,
        ]
        self.init(
            productID: transaction.productID,
            transactionID: String(transaction.id),
            originalTransactionID: String(transaction.originalID),
            nextProductID: info.willAutoRenew ? info.autoRenewPreference : nil,
            state: states[status.state] ?? .expired,
            isSharedByFamily: transaction.ownershipType == .familyShared,
            offer: OfferUsed(transaction)
        )
    }
}

extension OfferUsed {
    fileprivate init?(_ transaction: Transaction) {
        let kinds: [Transaction.OfferType: ConformanceOfferKind] = [
            .introductory: .introductory, .promotional: .promotional, .code: .code, .winBack: .winBack,
        ]
        guard let kind = transaction.offerType.flatMap({ kinds[$0] }) else { return nil }
        self.init(kind, id: transaction.offerID)
    }
}
