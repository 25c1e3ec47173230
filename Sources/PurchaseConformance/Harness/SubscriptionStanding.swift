/// Where a subscription stands.
public struct SubscriptionStanding: Sendable, Hashable {
    /// The five states.
    public enum State: String, Sendable {
        /// Paid.
        case active
        /// The renewal was not paid, and the customer may use it for a while.
        case grace
        /// The renewal was not paid, and is tried again.
        case retry
        /// It ended.
        case expired
        /// It was taken away.
        case revoked
    }

    /// The product of the present period.
    public var productID: String
    /// The transaction of the present period.
    public var transactionID: String
    /// The first transaction of all periods.
    public var originalTransactionID: String
    /// What it renews to; nil if it does not renew.
    public var nextProductID: String?
    /// How it stands.
    public var state: State
    /// Whether somebody else of the family bought it.
    public var isSharedByFamily: Bool
    /// The offer of the present period.
    public var offer: OfferUsed?

    /// A standing.
    public init(
        productID: String,
        transactionID: String,
        originalTransactionID: String,
        nextProductID: String?,
        state: State,
        isSharedByFamily: Bool = false,
        offer: OfferUsed? = nil
    ) {
        self.productID = productID
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.nextProductID = nextProductID
        self.state = state
        self.isSharedByFamily = isSharedByFamily
        self.offer = offer
    }
}

/// What buying a subscription does to the one that the customer has.
public struct PlannedChange: Sendable, Hashable {
    /// The product that it takes the place of; nil if it begins.
    public var replaces: String?
    /// Whether it counts at once, and not when the period ends; nil if that is not known.
    public var isAtOnce: Bool?

    /// A change.
    public init(replaces: String?, isAtOnce: Bool?) { (self.replaces, self.isAtOnce) = (replaces, isAtOnce) }
}
