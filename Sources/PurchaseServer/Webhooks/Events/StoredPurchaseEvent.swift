package import Foundation

/// An event as it is kept and sent.
package struct StoredPurchaseEvent: Sendable, Hashable {
    /// Names the place in the feed, from which somebody reads on. It grows with every event of one server; those of several may
    /// stand in another order.
    package let number: Int64
    /// Identifies the event; the same whenever it is sent again.
    package let identifier: String
    /// What happened.
    package let type: PurchaseEventType
    /// Whom it is about; nil where a purchase belongs to nobody yet.
    package let customer: CustomerID?
    /// When the server found out.
    package let createdDate: Date
    /// The JSON object that receivers get.
    package let body: Data
}
