import LocalAppStore

/// What the app asks of the store.
public enum StoreOperation: Sendable, Hashable {
    /// Products by their identifiers.
    case products
    /// A purchase.
    case purchase
    /// A restore.
    case restore
    /// A receipt refresh.
    case receiptRefresh
    /// An offer code on the redemption sheet.
    case codeRedemption
    /// Where subscriptions stand; only StoreKit 2 asks.
    case subscriptionStatus
    /// The app transaction; only StoreKit 2 asks.
    case appTransaction
    /// The sheet for subscriptions.
    case subscriptionsSheet
    /// The sheet for refunds.
    case refundRequest
}

extension StoreOperation {
    /// As the store's faults know it; nil for what they do not strike.
    var device: DeviceOperation? {
        switch self {
        case .products: .products
        case .purchase: .purchase
        case .restore: .restore
        case .receiptRefresh, .appTransaction: .receiptRefresh
        case .codeRedemption, .subscriptionStatus, .subscriptionsSheet, .refundRequest: nil
        }
    }
}
