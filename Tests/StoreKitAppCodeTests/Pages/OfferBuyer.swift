import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What an app's server sends for a promotional offer.
struct SignedOffer: Codable {
    var offerID: String
    var keyID: String
    var nonce: UUID
    var signature: String
    var timestamp: Int64
}

/// Client code for promotional offers and offer codes.
struct OfferBuyer {
    func buy(_ product: SKProduct, with offer: SignedOffer, for user: String) {
        let payment = SKMutablePayment(product: product)
        payment.applicationUsername = user
        payment.paymentDiscount = SKPaymentDiscount(
            identifier: offer.offerID,
            keyIdentifier: offer.keyID,
            nonce: offer.nonce,
            signature: offer.signature,
            timestamp: NSNumber(value: offer.timestamp)
        )
        SKPaymentQueue.default().add(payment)
    }

    #if os(iOS) || os(visionOS) || os(Linux)
        func redeemCode() { SKPaymentQueue.default().presentCodeRedemptionSheet() }
    #endif
}
