public import Foundation

extension SwiftyStoreKit {
    /// The receipt as it is on the device; nil if there is none.
    public static var localReceiptData: Data? { client.localReceiptData }

    /// The receipt, from the device or, if it is missing or `forceRefresh` is true, from the store.
    ///
    /// - Returns: The request to cancel; nil if the receipt is on the device.
    @discardableResult
    public class func fetchReceipt(
        forceRefresh: Bool,
        completion: @escaping (FetchReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        client.fetchReceipt(forceRefresh: forceRefresh, completion: completion)
    }

    /// Fetches the receipt, then has `validator` check and decode it.
    ///
    /// - Returns: The request to cancel while the receipt is fetched; nil if it is on the device.
    @discardableResult
    public class func verifyReceipt(
        using validator: any ReceiptValidator,
        forceRefresh: Bool = false,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) -> (any InAppRequest)? {
        client.verifyReceipt(using: validator, forceRefresh: forceRefresh, completion: completion)
    }

    /// Whether a consumable or non-consumable was bought: the newest purchase that was not refunded.
    public class func verifyPurchase(
        productId: String,
        inReceipt receipt: ReceiptInfo
    ) -> VerifyPurchaseResult {
        ReceiptQuestions(receipt).purchase(of: productId)
    }

    /// Whether a subscription is active at the date of the receipt or, if it has none, at `date`.
    public class func verifySubscription(
        ofType type: SubscriptionType,
        productId: String,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date = Date()
    ) -> VerifySubscriptionResult {
        verifySubscriptions(ofType: type, productIds: [productId], inReceipt: receipt, validUntil: date)
    }

    /// Whether one of the products of a group is subscribed to, at the date of the receipt or else at `date`.
    public class func verifySubscriptions(
        ofType type: SubscriptionType = .autoRenewable,
        productIds: Set<String>,
        inReceipt receipt: ReceiptInfo,
        validUntil date: Date = Date()
    ) -> VerifySubscriptionResult {
        ReceiptQuestions(receipt).subscription(type, to: productIds, at: date)
    }

    /// The products that were ever bought, refunded ones too; nil if the receipt has none to read.
    ///
    /// For subscriptions that renew they are those of the App Store's list, `latest_receipt_info`.
    public class func getDistinctPurchaseIds(
        ofType type: SubscriptionType = .autoRenewable,
        inReceipt receipt: ReceiptInfo
    ) -> Set<String>? {
        ReceiptQuestions(receipt).productIDs(type)
    }
}
