/// Where the values of a purchase record lie.
///
/// Offsets instead of values: most callers look at few of the thousand records that a receipt may hold. What lies there
/// has been checked, so a record whose refund date cannot be read never passes for one that was not refunded.
struct InAppPurchaseFields: Sendable {
    /// Where an element begins, counted from the record's beginning; its header says how long it is. 4 GB are more than any
    /// receipt may have.
    typealias Offset = UInt32
    /// At offset 0 is the header of the record.
    static let missing: Offset = 0

    /// The value of attribute 17.
    private var recordStart: Offset
    private var recordEnd: Offset

    private(set) var quantity = missing
    private(set) var productID = missing
    private(set) var transactionID = missing
    private(set) var purchaseDate = missing
    private(set) var originalTransactionID = missing
    private(set) var originalPurchaseDate = missing
    private(set) var productKind = missing
    private(set) var expiresDate = missing
    private(set) var productItemID = missing
    private(set) var webOrderLineItemID = missing
    private(set) var cancellationDate = missing
    private(set) var isTrialPeriod = missing
    private(set) var isInIntroOfferPeriod = missing
    private(set) var cancellationReason = missing
    private(set) var promotionalOfferID = missing
    private(set) var ownership = missing

    init(record: Range<Int>) {
        recordStart = Offset(truncatingIfNeeded: record.lowerBound)
        recordEnd = Offset(truncatingIfNeeded: record.upperBound)
    }

    /// Notes where the value of an attribute lies.
    @inline(__always)
    mutating func note(_ type: ReceiptAttributeType, at offset: Offset) {
        // Numbers instead of their names: this runs for every attribute of every record, and the compiler makes a table
        // of numbers, but a chain of comparisons of names.
        switch type.rawValue {
        case 1701: quantity = offset
        case 1702: productID = offset
        case 1703: transactionID = offset
        case 1704: purchaseDate = offset
        case 1705: originalTransactionID = offset
        case 1706: originalPurchaseDate = offset
        case 1707: productKind = offset
        case 1708: expiresDate = offset
        case 1710: productItemID = offset
        case 1711: webOrderLineItemID = offset
        case 1712: cancellationDate = offset
        case 1713: isTrialPeriod = offset
        case 1719: isInIntroOfferPeriod = offset
        case 1720: cancellationReason = offset
        case 1721: promotionalOfferID = offset
        case 1722: ownership = offset
        default: break
        }
    }

    /// The same of another record, whose values are at the same places.
    @inline(__always)
    func moved(to record: Range<Int>) -> InAppPurchaseFields {
        var moved = self
        moved.recordStart = Offset(truncatingIfNeeded: record.lowerBound)
        moved.recordEnd = Offset(truncatingIfNeeded: record.upperBound)
        return moved
    }

    /// The octets of the record.
    var record: Range<Int> { Int(recordStart)..<Int(recordEnd) }
}
