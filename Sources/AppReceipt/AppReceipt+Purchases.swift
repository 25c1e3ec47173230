public import Foundation

/// Questions about the purchases. All answer from the receipt alone, so they know nothing of renewals and refunds after
/// ``AppReceipt/creationDate``.
extension AppReceipt {
    /// The purchases of a product.
    public func purchases(of productID: String) -> [InAppPurchaseRecord] {
        inAppPurchases.filter { $0.productID == productID }
    }

    /// The purchases of a chain: the first one and its renewals and restorations.
    public func purchases(originalTransactionID: String) -> [InAppPurchaseRecord] {
        inAppPurchases.filter { $0.chainID == originalTransactionID }
    }

    /// Whether the product was bought and not refunded. For subscriptions ask ``activePurchases(at:)``.
    public func containsPurchase(of productID: String) -> Bool {
        inAppPurchases.contains { $0.productID == productID && $0.cancellationDate == nil }
    }

    /// The period that ends last, of each subscription that was not refunded, by product.
    public var newestSubscriptionPeriods: [String: InAppPurchaseRecord] {
        let periods = inAppPurchases.filter { $0.expiresDate != nil && $0.cancellationDate == nil }
        return Dictionary(periods.map { ($0.productID, $0) }) { first, second in
            (first.expiresDate ?? .distantPast) < (second.expiresDate ?? .distantPast) ? second : first
        }
    }

    /// When the last paid period of a subscription ends; nil if there is none that was not refunded.
    public func newestExpiresDate(of productID: String) -> Date? {
        newestSubscriptionPeriods[productID]?.expiresDate
    }

    /// The auto-renewable subscriptions that are paid for at a date.
    ///
    /// - Parameter date: The moment that counts as now. Take it from a clock the user does not set where it matters.
    public func activePurchases(at date: Date) -> [InAppPurchaseRecord] {
        inAppPurchases.filter { $0.isActiveSubscription(at: date) }
    }

    /// Whether a free trial or an introductory price was used for one of these products.
    ///
    /// Give all products of a subscription group: the offer can be used once a group.
    public func hasUsedIntroductoryOffer(for productIDs: Set<String>) -> Bool {
        inAppPurchases.contains { record in
            productIDs.contains(record.productID)
                && (record.isTrialPeriod == true || record.isInIntroOfferPeriod == true)
        }
    }
}

extension InAppPurchaseRecord {
    /// The first transaction of the chain; in Xcode's receipts, which do not name it, this transaction.
    public var chainID: String { originalTransactionID ?? transactionID }

    /// Whether this is a subscription period that includes a date and was not refunded.
    public func isActiveSubscription(at date: Date) -> Bool {
        guard let expiresDate, cancellationDate == nil else { return false }
        return purchaseDate <= date && date < expiresDate
    }
}

extension AppReceipt: CustomStringConvertible {
    /// App, version, environment and number of purchases, for logs.
    public var description: String {
        "receipt of \(bundleID) \(appVersion) (\(environment?.rawValue ?? "no environment")), "
            + "\(inAppPurchases.count) purchases, made \(creationDate.formattedAsRFC3339)"
    }
}

extension InAppPurchaseRecord: CustomStringConvertible {
    /// Transaction, product and dates, for logs.
    public var description: String {
        let end = expiresDate.map { " until \($0.formattedAsRFC3339)" } ?? ""
        return "transaction \(transactionID) of \(productID), \(purchaseDate.formattedAsRFC3339)\(end)"
    }
}
