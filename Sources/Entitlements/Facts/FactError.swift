/// Data of the App Store that lacks what a fact needs.
public struct FactError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The member that is missing or unreadable, by its name on the wire.
    public let member: String
    /// The transaction it was missing from, as far as that is known.
    public let transactionID: String?

    init(missing member: String, transactionID: String? = nil) {
        self.member = member
        self.transactionID = transactionID
    }

    public var description: String {
        let whose = transactionID.map { " of transaction \($0)" } ?? ""
        return "\(member)\(whose) is missing or unreadable; without it nothing can be said about the purchase"
    }
}
