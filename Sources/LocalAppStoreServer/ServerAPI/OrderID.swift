/// The number on a customer's invoice: `M` and the transaction's identifier in base 36, as short as Apple's.
///
/// Apple makes these numbers another way; here one purchase is one order.
struct OrderID: Hashable {
    /// The transaction that was ordered.
    let transactionID: String

    init(transactionID: String) { self.transactionID = transactionID }

    /// An order by its number, in any case; nil for a number that is none.
    init?(_ text: String) {
        guard
            let first = text.first, first == "M" || first == "m",
            let number = UInt64(text.dropFirst(), radix: 36), text.dropFirst().first != "+"
        else { return nil }
        transactionID = String(number)
    }

    /// The number; nil for a transaction identifier that is no number.
    var text: String? { UInt64(transactionID).map { "M" + String($0, radix: 36).uppercased() } }
}
