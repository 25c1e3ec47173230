import Foundation
import StoreKit

// Offers, as the developer's server signs them in each of the forms that there were.

struct SignedOffer: Sendable {
    var offerID = "spring"
    var keyID = "5A5A0001"
    var nonce = UUID()
    var timestamp = 1_700_000_000_000
    var signature = Data([1, 2, 3])
}

@MainActor
struct OfferDesk {
    // 21. The five fields.
    func buy(_ product: Product, _ offer: SignedOffer) async throws -> Product.PurchaseResult {
        try await product.purchase(options: [
            .promotionalOffer(
                offerID: offer.offerID,
                keyID: offer.keyID,
                nonce: offer.nonce,
                signature: offer.signature,
                timestamp: offer.timestamp
            )
        ])
    }

    // 22. The signature as a value.
    func buyWithSignature(_ product: Product, _ offer: SignedOffer) async throws -> Product.PurchaseResult {
        let signature = Product.SubscriptionOffer.Signature(
            keyID: offer.keyID,
            nonce: offer.nonce,
            timestamp: offer.timestamp,
            signature: offer.signature
        )
        return try await product.purchase(options: [.promotionalOffer(offerID: offer.offerID, signature: signature)])
    }

    // 23. A compact JWS, which is two options.
    func buy(_ product: Product, offer: String, compactJWS: String) async throws -> Product.PurchaseResult {
        var options: Set<Product.PurchaseOption> = [.appAccountToken(UUID())]
        options.formUnion(Product.PurchaseOption.promotionalOffer(offer, compactJWS: compactJWS))
        return try await product.purchase(options: options)
    }

    // 24. What the server decides of introductory offers.
    func buy(_ product: Product, introductory compactJWS: String) async throws -> Product.PurchaseResult {
        try await product.purchase(options: [.introductoryOfferEligibility(compactJWS: compactJWS)])
    }

    // 25. The best offer for who comes back.
    func winBack(_ product: Product) async throws -> Product.SubscriptionOffer? {
        guard let subscription = product.subscription else { return nil }
        let statuses = try await subscription.status
        let eligible = statuses.compactMap { try? $0.renewalInfo.payloadValue }.flatMap(\.eligibleWinBackOfferIDs)
        return eligible.lazy.compactMap { id in subscription.winBackOffers.first { $0.id == id } }.first
    }

    func buyWinBack(_ product: Product) async throws -> Product.PurchaseResult? {
        guard let offer = try await winBack(product) else { return nil }
        return try await product.purchase(options: [.winBackOffer(offer)])
    }

    // 26. Which offer a transaction had.
    func offer(of transaction: Transaction) -> String {
        guard let offer = transaction.offer else { return "none" }
        switch offer.type {
        case .introductory: return "introductory \(offer.paymentMode == .freeTrial)"
        case .promotional: return "promotional \(offer.id ?? "")"
        case .code: return "code"
        case .winBack: return "win-back"
        default: return "unknown"
        }
    }

    // 27. The errors of a purchase, each by its name.
    func explain(_ error: Error) -> String {
        switch error {
        case Product.PurchaseError.ineligibleForOffer: return "not for you"
        case Product.PurchaseError.invalidOfferIdentifier, Product.PurchaseError.invalidOfferSignature:
            return "no such offer"
        case let error as Product.PurchaseError: return error.errorDescription ?? "refused"
        case StoreKitError.networkError(let urlError): return "network \(urlError.code.rawValue)"
        case StoreKitError.notAvailableInStorefront: return "not sold here"
        case StoreKitError.userCancelled: return "cancelled"
        case let error as StoreKitError: return error.localizedDescription
        default: return "other"
        }
    }
}
