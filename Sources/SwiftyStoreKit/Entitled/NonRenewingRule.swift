/// From when subscriptions that do not renew are counted, and what a second purchase does.
public enum NonRenewingRule: Hashable, Sendable {
    /// From the original purchase, as SwiftyStoreKit always did; the latest end counts.
    case originalPurchase
    /// From the purchase; the latest end counts.
    case purchase
    /// From the purchase; bought again while it runs, the new time begins at the old end.
    case stacked
}
