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
}
