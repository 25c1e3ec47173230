import AppStoreModels
public import Entitlements
public import Foundation

/// Everything that one customer bought, for figures that count customers.
///
/// A chain knows nothing of who bought it, so these rows are kept apart, by customer, with the same
/// `Contribution.changes(from:to:)`. At most 1 row for the customer, 1 for the first payment, and 1 for each of the
/// `LifetimeWindow.days` in which money came in, for each App Store; customers of one month and segment share them.
public struct CustomerPurchases: Sendable {
    /// When the customer was first seen; nil if only purchases are known.
    public var firstSeen: Date?
    /// All facts of the customer's chains.
    public var facts: PurchaseFacts

    /// The purchases of a customer.
    public init(firstSeen: Date?, facts: PurchaseFacts) {
        self.firstSeen = firstSeen
        self.facts = facts
    }

    /// What the customer adds to the rows of customers.
    ///
    /// The segment is that of the customer's first purchase, trials among them, so that a customer is counted once.
    ///
    /// - Parameters:
    ///   - app: The app, where no transaction names it.
    ///   - rules: What the App Store does not say.
    /// - Returns: One contribution for each row; none for a customer of whom no date is known.
    public func contributions(app: String = "", rules: FigureRules) -> [Contribution] {
        var booked = BookedPurchases(app: app)
        for chain in PurchaseChain.chains(of: facts) {
            var booking = ChainBooking(chain, app: app, rules)
            booking.bookMoney()
            booked.add(chain, booking.contributions)
        }
        return booked.contributions(firstSeen: firstSeen)
    }
}
