import Foundation
import LocalAppStore

extension StoreError {
    /// The refusal as the app sees it: `URLError` where the device could not reach the store, else `SKError`.
    var ofStoreKit: any Error {
        if let failure = code.failure { return SKError(failure: failure) }
        switch code {
        case .offline: return URLError(.notConnectedToInternet)
        case .connectionLost: return SKError(connectionLost: self)
        default: return SKError(self)
        }
    }
}

extension SKError {
    /// What apps saw on iOS 18.0 to 18.3.2 when the system's store service went away under them.
    fileprivate init(connectionLost error: StoreError) {
        // NSXPCConnectionInterrupted, which Foundation names on Apple platforms only.
        let interruption = NSError(
            domain: NSCocoaErrorDomain,
            code: 4_097,
            userInfo: [NSLocalizedDescriptionKey: error.reason]
        )
        self.init(
            .unknown,
            userInfo: [NSLocalizedDescriptionKey: error.reason, NSUnderlyingErrorKey: interruption]
        )
    }

    /// The store's refusal as an error of StoreKit; the refusal itself is beneath it.
    init(_ error: StoreError) {
        let code: Code
        switch error.code {
        case .unknownProduct, .invalidQuantity: code = .paymentInvalid
        case .paymentNotAllowed: code = .paymentNotAllowed
        case .unknownAccount: code = .clientInvalid
        case .ineligibleForOffer: code = .ineligibleForOffer
        case .unknownOffer, .unknownOfferCode, .offerCodeRefused: code = .invalidOfferIdentifier
        default: code = .unknown
        }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.reason, NSUnderlyingErrorKey: error])
    }

    /// How a purchase failed: because it was told to, or because of the offer that it names.
    init(failed attempt: PurchaseAttempt) {
        self.init(failure: attempt.failure ?? .unknown, reason: attempt.reason)
    }

    /// How a purchase fails, by a name of the store.
    init(failure: PurchaseFailure, reason: String? = nil) {
        let code: Code
        switch failure {
        case .cancelled: code = .paymentCancelled
        case .paymentInvalid: code = .paymentInvalid
        case .paymentNotAllowed: code = .paymentNotAllowed
        case .productNotAvailable: code = .storeProductNotAvailable
        case .networkConnectionFailed: code = .cloudServiceNetworkConnectionFailed
        case .invalidOfferIdentifier: code = .invalidOfferIdentifier
        case .invalidSignature: code = .invalidSignature
        case .missingOfferParameters: code = .missingOfferParams
        case .invalidOfferPrice: code = .invalidOfferPrice
        case .ineligibleForOffer: code = .ineligibleForOffer
        default: code = .unknown
        }
        self.init(code, userInfo: reason.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
    }

    /// A purchase that the customer must settle something for first; a transaction of its own follows.
    init(interrupted attempt: PurchaseAttempt) {
        self.init(
            .unknown,
            userInfo: [
                NSLocalizedDescriptionKey: "The purchase was interrupted (attempt \(attempt.id)).",
                NSUnderlyingErrorKey: InterruptedPurchase(attempt: attempt.id),
            ]
        )
    }

    /// What the purchase waits for, if it was interrupted.
    var interruption: InterruptedPurchase? { userInfo[NSUnderlyingErrorKey] as? InterruptedPurchase }
}

/// A purchase that the customer must settle something for first.
struct InterruptedPurchase: Error {
    /// The attempt that becomes a purchase, or never does.
    let attempt: String
}
