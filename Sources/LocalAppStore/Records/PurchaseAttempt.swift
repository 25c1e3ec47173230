public import Foundation

/// A purchase that did not go straight through: it waits, was interrupted, or failed.
public struct PurchaseAttempt: Sendable, Hashable, Codable, Identifiable {
    /// How far an attempt has come.
    public struct Status: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A parent must approve it.
        public static let waitingForApproval = Status(rawValue: "waitingForApproval")
        /// A parent refused.
        public static let declined = Status(rawValue: "declined")
        /// Something must be settled outside the app first, such as new terms.
        public static let interrupted = Status(rawValue: "interrupted")
        /// It failed for good.
        public static let failed = Status(rawValue: "failed")
        /// It became a transaction.
        public static let completed = Status(rawValue: "completed")

        public var description: String { rawValue }
    }

    /// Decimal digits, unique among attempts and transactions.
    public let id: String
    /// What the customer wanted.
    public let request: PurchaseRequest
    /// When, in store time.
    public let date: Date
    /// How far it has come.
    public internal(set) var status: Status
    /// Why it failed, if it did.
    public internal(set) var failure: PurchaseFailure?
    /// The transaction it became.
    public internal(set) var transactionID: String?
    /// What exactly was wrong, where the store knows more than the failure says.
    public internal(set) var reason: String?
}

extension PurchaseAttempt: StoredValue {
    func checkRanges() throws(Nonsense) { try request.checkRanges() }
}
