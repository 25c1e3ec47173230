/// What a secret key may do with the server; a closed list.
///
/// A key gets no more than its holder needs: a web shop that grants subscriptions needs no ``refunds``.
public enum KeyScope: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Look customers up, upload their receipts, erase and export their data.
    case customers
    /// Grant entitlements, and take such grants back.
    case grants
    /// Move purchases from a customer to another.
    case transfers
    /// Read, spend and correct balances of consumables.
    case balances
    /// Read events, and say where they are sent.
    case events
    /// Answer refund requests.
    case refunds
    /// Read figures about the business.
    case figures
    /// Make, rotate and revoke keys; never one that may do more than the own key.
    case keys
    /// Read `/metrics`.
    case metrics

    /// All of them, for people.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
