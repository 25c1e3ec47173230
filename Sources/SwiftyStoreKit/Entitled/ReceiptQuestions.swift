import AppReceipt
import AppStoreModels
import Foundation

/// Answers about the purchases in one decoded receipt.
///
/// The purchases are those of `latest_receipt_info` and `receipt.in_app` together, each transaction once: which list has
/// what depends on the server, the kind of product and the age of the receipt.
struct ReceiptQuestions {
    private let items: [ReceiptItem]
    /// The purchases of `latest_receipt_info` alone; nil without such a list.
    private let latest: [ReceiptItem]?
    /// When the server looked at the receipt.
    private let requestDate: Date?

    init(_ receiptInfo: ReceiptInfo) {
        let receipt = receiptInfo["receipt"] as? ReceiptInfo
        let latest = receiptInfo["latest_receipt_info"].map(ReceiptQuestions.items)
        let inApp = receipt?["in_app"].map(ReceiptQuestions.items)
        var seen: Set<String> = []
        items = ((latest ?? []) + (inApp ?? [])).filter { seen.insert($0.transactionId).inserted }
        self.latest = latest
        let answer = JSONObject(receiptInfo: (receipt ?? [:]).filter { $0.key.hasPrefix("request_date") })
        requestDate = VerifyReceiptDate.read("request_date", from: answer)
    }

    /// Asks a receipt that was validated on the device, at `date` or when it was made, if that is later.
    init(_ receipt: Verified<AppReceipt>, at date: Date) {
        var seen: Set<String> = []
        items = receipt.inAppPurchases.compactMap(ReceiptItem.init).filter { seen.insert($0.transactionId).inserted }
        // The App Store's list is there for receipts with subscriptions, and then has all that the account owns.
        latest = items.contains { $0.subscriptionExpirationDate != nil } ? items : nil
        requestDate = max(date, receipt.creationDate)
    }

    /// The newest purchase of a product that was not refunded.
    func purchase(of productID: String) -> VerifyPurchaseResult {
        let kept = items.filter { $0.productId == productID && $0.cancellationDate == nil }
        return kept.max { $0.purchaseDate < $1.purchaseDate }.map { .purchased(item: $0) } ?? .notPurchased
    }

    /// Whether one of the products is subscribed to, at the date of the receipt or else at `date`.
    func subscription(
        _ type: SubscriptionType,
        to productIDs: Set<String>,
        at date: Date
    ) -> VerifySubscriptionResult {
        let kept = items.filter { productIDs.contains($0.productId) && $0.cancellationDate == nil }
        return result(kept.compactMap { item in type.expiry(of: item).map { (item, $0) } }, at: date)
    }

    /// Whether one of some products that do not renew is subscribed to, counted by a rule.
    func nonRenewing(
        for duration: TimeInterval,
        counting rule: NonRenewingRule,
        to productIDs: Set<String>,
        at date: Date
    ) -> VerifySubscriptionResult {
        let kept = items.filter { productIDs.contains($0.productId) && $0.cancellationDate == nil }
            .sorted { $0.purchaseDate < $1.purchaseDate }
        var end = Date.distantPast
        return result(
            kept.map { item in
                switch rule {
                case .originalPurchase: end = item.originalPurchaseDate.addingTimeInterval(duration)
                case .purchase: end = item.purchaseDate.addingTimeInterval(duration)
                case .stacked: end = max(end, item.purchaseDate).addingTimeInterval(duration)
                }
                return (item, end)
            },
            at: date
        )
    }

    private func result(_ paid: [(item: ReceiptItem, expiry: Date)], at date: Date) -> VerifySubscriptionResult {
        let paid = paid.sorted { $0.expiry > $1.expiry }
        guard let newest = paid.first else { return .notPurchased }
        let items = paid.map(\.item)
        return newest.expiry > (requestDate ?? date)
            ? .purchased(expiryDate: newest.expiry, items: items)
            : .expired(expiryDate: newest.expiry, items: items)
    }

    /// The products that were ever bought, refunded ones too; nil if the receipt has none to read.
    ///
    /// For subscriptions that renew it is all of `latest_receipt_info`, also what does not expire, as callers know it from
    /// before; without that list there is none.
    func productIDs(_ type: SubscriptionType) -> Set<String>? {
        let found =
            type == .autoRenewable ? latest ?? [] : items.filter { $0.subscriptionExpirationDate == nil }
        return found.isEmpty ? nil : Set(found.map(\.productId))
    }

    private static func items(in list: AnyObject) -> [ReceiptItem] {
        // Bodies in the style of iOS 6 have a single object.
        let elements = (list as? [AnyObject]) ?? [list]
        return elements.compactMap { $0 as? ReceiptInfo }.compactMap { ReceiptItem(receiptInfo: $0) }
    }
}

extension SubscriptionType {
    /// Until when an item is paid; nil if it is not of this kind.
    fileprivate func expiry(of item: ReceiptItem) -> Date? {
        switch self {
        case .autoRenewable: item.subscriptionExpirationDate
        case .nonRenewing(let validDuration): item.originalPurchaseDate.addingTimeInterval(validDuration)
        }
    }
}
