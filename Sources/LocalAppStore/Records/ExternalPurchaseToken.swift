import AppStoreModels
public import Foundation

/// A token by which a developer reports what a customer bought outside of the App Store.
///
/// Apple names its members and does not say when it reminds of it. Here it can be used for 365 days. Every 30 days the
/// developer hears of it: UNREPORTED while it was never reported, ACTIVE_TOKEN_REMINDER after that.
public struct ExternalPurchaseToken: Sendable, Hashable, Codable, Identifiable {
    /// For what a token is: Apple's `tokenType`.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The value on the wire.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// For what the App Store does for the app all the time.
        public static let services = Self(rawValue: "SERVICES")
        /// For having brought the customer.
        public static let acquisition = Self(rawValue: "ACQUISITION")

        public var description: String { rawValue }
    }

    /// `externalPurchaseId`; begins with `SANDBOX` outside of production.
    public let id: String
    /// The customer.
    public let accountID: String
    /// For what it is.
    public let kind: Kind
    /// When it was made, in store time.
    public let creationDate: Date
    /// Until when it can be used.
    public let expirationDate: Date
    /// Whether the developer has reported it.
    public internal(set) var isReported: Bool
    /// When the developer hears of it next; nil for never.
    public internal(set) var nextReminderDate: Date?

    init(id: String, accountID: String, kind: Kind, creationDate: Date) {
        self.id = id
        self.accountID = accountID
        self.kind = kind
        self.creationDate = creationDate
        expirationDate = creationDate.addingTimeInterval(Self.lifetime)
        isReported = false
        nextReminderDate = creationDate.addingTimeInterval(Self.reminderInterval)
    }

    static let lifetime: TimeInterval = 365 * 86_400
    static let reminderInterval: TimeInterval = 30 * 86_400

    /// Plans the reminder after the one of a moment.
    mutating func planReminder(after date: Date) {
        let next = date.addingTimeInterval(Self.reminderInterval)
        nextReminderDate = next < expirationDate ? max(next, creationDate) : nil
    }
}

extension ExternalPurchaseToken: StoredValue {
    // The developer is reminded month by month: a token that lasts for centuries would keep the clock busy.
    func checkRanges() throws(Nonsense) {
        let lifetime = expirationDate.millisecondsSince1970 - creationDate.millisecondsSince1970
        try (0...Int64(Self.lifetime) * 1_000).check(lifetime, "the lifetime of token \(id) in milliseconds")
        try (creationDate...expirationDate).check(nextReminderDate, "nextReminderDate")
    }
}
