public import AppStoreModels
public import Entitlements
public import Foundation

/// What the App Store answered about a receipt.
public struct Verification: Sendable {
    /// The App Store that answered.
    public var environment: AppStoreEnvironment
    /// The app.
    public var bundleID: String
    /// What the answer states.
    public var facts: PurchaseFacts
    /// The receipt with which the account's current state can be asked for; nil without purchases.
    public var latestReceipt: Data?
    /// When the answer came.
    public var verifiedAt: Date
    /// When the App Store says that it answered, if it says so.
    public var statedDate: Date?

    /// An answer.
    public init(
        environment: AppStoreEnvironment,
        bundleID: String,
        facts: PurchaseFacts,
        latestReceipt: Data?,
        verifiedAt: Date,
        statedDate: Date? = nil
    ) {
        self.environment = environment
        self.bundleID = bundleID
        self.facts = facts
        self.latestReceipt = latestReceipt
        self.verifiedAt = verifiedAt
        self.statedDate = statedDate
    }
}

/// A receipt with which the current state of an account can be asked for.
public struct LatestReceipt: Sendable, Hashable {
    /// Its number in the storage.
    public var id: Int64
    /// The receipt's bytes.
    public var receipt: Data
    /// The App Store that knows it.
    public var environment: AppStoreEnvironment
    /// The app.
    public var bundleID: String
    /// How often the App Store was asked in vain since it last answered.
    public var failedChecks: Int

    /// A receipt.
    public init(id: Int64, receipt: Data, environment: AppStoreEnvironment, bundleID: String, failedChecks: Int) {
        self.id = id
        self.receipt = receipt
        self.environment = environment
        self.bundleID = bundleID
        self.failedChecks = failedChecks
    }
}
