import Foundation
import LocalStoreKit
import StoreConfiguration

/// The failures that a configuration file has switched on, by the names of their APIs.
///
/// The file has a number for each error. That it is the place of the case in StoreKit's enumeration fits all files that were
/// seen, but nobody documents it; a number beyond the known ones is no failure here, and `purser storekit lint` reports it.
enum ConfiguredFailures {
    /// What fails from the beginning.
    static func failures(of settings: ConfigurationSettings) -> [ObjectIdentifier: any SKTestFailure] {
        var failures: [ObjectIdentifier: any SKTestFailure] = [:]
        for configured in settings.simulatedFailures where configured.isEnabled {
            guard let name = configured.name, let kind = configured.errorKind, let index = configured.errorIndex,
                let (api, error) = failure(name, kind, index)
            else { continue }
            failures[ObjectIdentifier(api)] = error
        }
        return failures
    }

    private static func failure(
        _ name: String,
        _ kind: String,
        _ index: Int
    ) -> (any FailableStoreKitAPI.Type, any SKTestFailure)? {
        switch (name, kind) {
        case ("Verification", "verification"):
            verification[at: index].map { (StoreKitVerificationAPI.self, SKTestFailures.Verification.verification($0)) }
        case ("Purchase", "purchase"):
            purchase[at: index].map { (StoreKitPurchaseAPI.self, SKTestFailures.Purchase.purchase($0)) }
        case ("Refund Request Sheet", "refund request"):
            refund[at: index].map { (StoreKitRefundRequestAPI.self, SKTestFailures.RefundRequest.refundRequest($0)) }
        case (_, "generic"): generic[at: index].flatMap { failure(name, $0) }
        default: nil
        }
    }

    private static func failure(
        _ name: String,
        _ error: StoreKitError
    ) -> (any FailableStoreKitAPI.Type, any SKTestFailure)? {
        switch name {
        case "Load Products": (StoreKitLoadProductsAPI.self, SKTestFailures.LoadProducts.generic(error))
        case "Purchase": (StoreKitPurchaseAPI.self, SKTestFailures.Purchase.generic(error))
        case "App Store Sync": (StoreKitAppStoreSyncAPI.self, SKTestFailures.AppStoreSync.generic(error))
        case "Subscription Status":
            (StoreKitSubscriptionStatusAPI.self, SKTestFailures.SubscriptionStatus.generic(error))
        case "App Transaction": (StoreKitAppTransactionAPI.self, SKTestFailures.AppTransaction.generic(error))
        case "Manage Subscriptions Sheet":
            (StoreKitManageSubscriptionsAPI.self, SKTestFailures.ManageSubscriptions.generic(error))
        case "Refund Request Sheet": (StoreKitRefundRequestAPI.self, SKTestFailures.RefundRequest.generic(error))
        case "Offer Code Redeem Sheet":
            (StoreKitOfferCodeRedeemAPI.self, SKTestFailures.OfferCodeRedeem.generic(error))
        default: nil
        }
    }

    private static let generic: [StoreKitError] = [
        .unknown, .userCancelled, .networkError(URLError(.notConnectedToInternet)),
        .systemError(NSError(domain: SKTestErrorDomain, code: SKTestError.Code.serviceUnavailable.rawValue)),
        .notAvailableInStorefront, .notEntitled,
    ]
    private static let purchase: [Product.PurchaseError] = [
        .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
        .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
    ]
    private static let verification: [VerificationResult<Any>.VerificationError] = [
        .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding, .invalidSignature,
        .missingRequiredProperties,
    ]
    private static let refund: [Transaction.RefundRequestError] = [.duplicateRequest, .failed]
}

extension Array {
    /// The element at a place that may not be there.
    fileprivate subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
