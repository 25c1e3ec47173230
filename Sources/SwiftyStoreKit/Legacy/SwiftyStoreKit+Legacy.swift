// The functions of version 0.5, so that its programs compile; each says what has taken its place.

public import Foundation
import OutgoingURLSession

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension SwiftyStoreKit {
    /// Has the store write the current receipt.
    @available(*, deprecated, message: "Use fetchReceipt(forceRefresh: true)")
    public class func refreshReceipt(
        _ receiptProperties: [String: AnyObject]? = nil,
        completion: @escaping (RefreshReceiptResult) -> Void
    ) {
        client.fetchReceipt(forceRefresh: true) { result in
            switch result {
            case .success: completion(.success)
            case .error(error: .networkError(let error)): completion(.error(error: error))
            case .error(let error): completion(.error(error: error))
            }
        }
    }

    /// Asks Apple about the receipt that is on the device; the store is not asked for one.
    @available(
        *,
        deprecated,
        message: "Use verifyReceipt(using:) with AppleReceiptValidator(service:sharedSecret:) or LocalReceiptValidator"
    )
    public class func verifyReceipt(
        password: String? = nil,
        session: URLSession = .shared,
        completion: @escaping (VerifyReceiptResult) -> Void = { _ in }
    ) {
        let own = session === URLSession.shared ? URLSessionTransport() : URLSessionTransport(session: session)
        let transport = AppleReceiptValidator.transportInPlace ?? own
        let validator = AppleReceiptValidator(sharedSecret: password, endpoints: nil, transport: transport)
        client.verifyStoredReceipt(using: validator, completion: completion)
    }

    /// Whether a subscription is active at the date of the receipt or, if it has none, at `date`.
    @available(*, deprecated, message: "Use verifySubscription(ofType:productId:inReceipt:validUntil:)")
    public class func verifySubscription(
        productId: String,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date = Date(),
        validDuration: TimeInterval? = nil
    ) -> DatedSubscriptionResult {
        let type = validDuration.map { SubscriptionType.nonRenewing(validDuration: $0) } ?? .autoRenewable
        switch verifySubscription(ofType: type, productId: productId, inReceipt: receipt, validUntil: date) {
        case .purchased(let expiryDate, _): return .purchased(expiryDate: expiryDate)
        case .expired(let expiryDate, _): return .expired(expiryDate: expiryDate)
        case .notPurchased: return .notPurchased
        }
    }

    /// Whether a subscription is active at the date of the receipt or, if it has none, at `date`.
    @available(*, deprecated, message: "Use verifySubscription(ofType:productId:inReceipt:validUntil:) with a Date")
    public class func verifySubscription(
        productId: String,
        inReceipt receipt: ReceiptInfo,
        validUntil date: NSDate,
        validDuration: TimeInterval? = nil
    ) -> DatedSubscriptionResult {
        let date = Date(timeIntervalSince1970: date.timeIntervalSince1970)
        return verifySubscription(
            productId: productId,
            inReceipt: receipt,
            validUntil: date,
            validDuration: validDuration
        )
    }
}
