package import AppStoreModels
package import Entitlements
package import Foundation

/// What the App Store answered about a receipt.
package struct Verification: Sendable {
    /// The App Store that answered.
    package var environment: AppStoreEnvironment
    /// The app.
    package var bundleID: String
    /// What the answer states.
    package var facts: PurchaseFacts
    /// The receipt with which the account's current state can be asked for; nil without purchases.
    package var latestReceipt: Data?
    /// When the answer came.
    package var verifiedAt: Date
    /// When the App Store says that it answered, if it says so.
    package var statedDate: Date?

    /// An answer.
    package init(
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
package struct LatestReceipt: Sendable, Hashable {
    /// Its number in the storage.
    package var id: Int64
    /// The receipt's bytes.
    package var receipt: Data
    /// The App Store that knows it.
    package var environment: AppStoreEnvironment
    /// The app.
    package var bundleID: String
    /// How often the App Store was asked in vain since it last answered.
    package var failedChecks: Int

    /// A receipt.
    package init(id: Int64, receipt: Data, environment: AppStoreEnvironment, bundleID: String, failedChecks: Int) {
        self.id = id
        self.receipt = receipt
        self.environment = environment
        self.bundleID = bundleID
        self.failedChecks = failedChecks
    }
}
