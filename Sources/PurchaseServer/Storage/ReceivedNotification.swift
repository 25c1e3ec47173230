public import Entitlements
public import Foundation

/// A notification of the App Store whose authenticity was checked.
public struct ReceivedNotification: Sendable {
    /// The key against duplicates.
    public var identifier: String
    /// What happened, as the App Store spells it, with the subtype after a slash.
    public var type: String
    /// When the App Store signed it.
    public var signedDate: Date?
    /// When it came.
    public var receivedAt: Date
    /// The body as it came; for version 1 without the password.
    public var body: Data
    /// What it states.
    public var facts: PurchaseFacts
    /// A receipt that came with it, to ask for more; version 1 only.
    public var latestReceipt: Data?

    /// A notification.
    public init(
        identifier: String,
        type: String,
        signedDate: Date?,
        receivedAt: Date,
        body: Data,
        facts: PurchaseFacts,
        latestReceipt: Data? = nil
    ) {
        self.identifier = identifier
        self.type = type
        self.signedDate = signedDate
        self.receivedAt = receivedAt
        self.body = body
        self.facts = facts
        self.latestReceipt = latestReceipt
    }
}
