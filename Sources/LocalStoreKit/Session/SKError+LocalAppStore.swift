import Foundation
import LocalAppStore

extension SKError {
    /// The store's refusal as an error of StoreKit; the refusal itself is beneath it.
    init(_ error: StoreError) {
        let code: Code
        switch error.code {
        case .unknownProduct, .invalidQuantity: code = .paymentInvalid
        case .paymentNotAllowed: code = .paymentNotAllowed
        case .unknownAccount: code = .clientInvalid
        default: code = .unknown
        }
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.reason, NSUnderlyingErrorKey: error])
    }

    /// How a purchase failed that was told to.
    init(_ failure: PurchaseFailure) {
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
        default: code = .unknown
        }
        self.init(code)
    }

    /// A purchase that the customer must settle something for first; a transaction of its own follows.
    init(interrupted attempt: PurchaseAttempt) {
        self.init(
            .unknown,
            userInfo: [NSLocalizedDescriptionKey: "The purchase was interrupted (attempt \(attempt.id))."]
        )
    }
}
