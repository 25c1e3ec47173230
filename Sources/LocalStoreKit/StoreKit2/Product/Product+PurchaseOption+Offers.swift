import AppStoreModels
public import Foundation
import LocalAppStore

extension Product.PurchaseOption {
    /// A promotional offer, signed by the developer's server with the key of the configuration.
    ///
    /// Apple deprecated it in 26.0 for ``promotionalOffer(_:compactJWS:)``.
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier.
    ///   - keyID: Which key signed.
    ///   - nonce: Used for one purchase only.
    ///   - signature: ECDSA over P-256 and SHA-256, DER.
    ///   - timestamp: When it was signed, in milliseconds since 1970.
    public static func promotionalOffer(
        offerID: String,
        keyID: String,
        nonce: UUID,
        signature: Data,
        timestamp: Int
    ) -> Self {
        promotionalOffer(
            offerID: offerID,
            signature: .init(keyID: keyID, nonce: nonce, timestamp: timestamp, signature: signature)
        )
    }

    /// A promotional offer, signed by the developer's server with the key of the configuration.
    ///
    /// Apple deprecated it in 26.0 for ``promotionalOffer(_:compactJWS:)``.
    public static func promotionalOffer(
        offerID: String,
        signature: Product.SubscriptionOffer.Signature
    ) -> Self {
        let signature = PromotionalOfferSignature(
            keyID: signature.keyID,
            nonce: signature.nonce,
            timestamp: Int64(signature.timestamp),
            signature: signature.signature
        )
        return Self(.offer(.promotional(identifier: offerID, signature: signature)))
    }

    /// A promotional offer that the developer's server signed as a compact JWS: two options, both of which are needed.
    public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [Self] {
        [
            .custom(key: CustomKey.offerID, value: offerID),
            .custom(key: CustomKey.offerSignature, value: Data(compactJWS.utf8).base64EncodedString()),
        ]
    }

    /// An offer for former subscribers.
    public static func winBackOffer(_ offer: Product.SubscriptionOffer) -> Self {
        Self(.offer(.winBack(identifier: offer.id ?? "")))
    }

    /// Whether the customer may have the introductory offer, as the developer's server signed it.
    public static func introductoryOfferEligibility(compactJWS: String) -> Self {
        .custom(key: CustomKey.introductoryEligibility, value: compactJWS)
    }

    /// The keys of options that StoreKit has no other place for.
    enum CustomKey {
        static let offerID = "adHocOfferId"
        static let offerSignature = "adHocSignature"
        static let introductoryEligibility = "introOfferEligibilityParam"
    }
}

extension PurchaseRequest {
    /// Takes options in. Of two that choose the same, one counts.
    package mutating func apply(_ options: Set<Product.PurchaseOption>) {
        var texts: [String: String] = [:]
        for option in options.sorted(by: { "\($0.choice)" < "\($1.choice)" }) {
            switch option.choice {
            case .appAccountToken(let token): appAccountToken = token
            case .quantity(let quantity): self.quantity = quantity
            case .simulatesAskToBuy(let simulates): simulatesAskToBuy = simulates
            case .offer(let offer): self.offer = offer
            case .past(let past): self.past = past
            case .custom(let key, .text(let text)): texts[key] = text
            // What the store does not sell, what the device asks itself, and what only the app understands.
            case .billingPlan, .storefront, .custom: break
            }
        }
        typealias Key = Product.PurchaseOption.CustomKey
        introductoryEligibilityJWS = texts[Key.introductoryEligibility]
        if let identifier = texts[Key.offerID] {
            // What is not base64 goes on as it is: it is no JWS, and the store says so.
            let signature = texts[Key.offerSignature] ?? ""
            let compact = Data(base64: signature).map { String(decoding: $0, as: UTF8.self) } ?? signature
            offer = .promotionalJWS(identifier: identifier, compactJWS: compact)
        }
    }
}

extension Set<Product.PurchaseOption> {
    /// The question that the app wants to be asked about another storefront; nil if it need not be.
    var storefrontQuestion: Product.PurchaseOption.StorefrontQuestion? {
        for option in self {
            if case .storefront(let question) = option.choice { return question }
        }
        return nil
    }
}
