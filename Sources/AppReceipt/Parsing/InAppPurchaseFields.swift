import AppStoreTrust
import Foundation

/// Where the values of a purchase record lie, and its dates.
///
/// Offsets instead of values: most callers look at few of the thousand records a receipt may hold. Dates are read at
/// once, so that a record with an unreadable refund date is refused instead of passing for one that was not refunded.
struct InAppPurchaseFields: Sendable {
    /// The value of attribute 17.
    let record: Span
    var quantity = Span.none
    var productID = Span.none
    var transactionID = Span.none
    var originalTransactionID = Span.none
    var productKind = Span.none
    var productItemID = Span.none
    var webOrderLineItemID = Span.none
    var isTrialPeriod = Span.none
    var isInIntroOfferPeriod = Span.none
    var cancellationReason = Span.none
    var promotionalOfferID = Span.none
    var ownership = Span.none
    var purchaseDate: Date?
    var originalPurchaseDate: Date?
    var expiresDate: Date?
    var cancellationDate: Date?
    /// A bit for each attribute from 1700 to 1763 that has occurred.
    private var seen: UInt64 = 0

    /// A range of at most 4 GB in 8 bytes; empty at 0 if the attribute is missing.
    struct Span: Sendable, Hashable {
        let start: UInt32
        let count: UInt32

        static let none = Span(0..<0)

        init(_ range: Range<Int>) {
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            count = UInt32(truncatingIfNeeded: range.count)
        }

        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
        var isMissing: Bool { start == 0 }
    }

    init(record: Range<Int>) { self.record = Span(record) }

    /// Notes that an attribute came; false if it had come before. Unknown attributes may repeat.
    mutating func markSeen(_ type: ReceiptAttributeType) -> Bool {
        guard (1701...1722).contains(type.rawValue) else { return true }
        let bit: UInt64 = 1 << UInt64(type.rawValue - 1700)
        defer { seen |= bit }
        return seen & bit == 0
    }
}
