package import AppStoreModels
package import Foundation

/// A receipt with which an account's current state can be asked for, before it has a number in the storage.
package struct AccountReceipt: Sendable, Hashable {
    /// The receipt's bytes.
    package var receipt: Data
    /// The App Store that knows it.
    package var environment: AppStoreEnvironment
    /// The app.
    package var bundleID: String

    /// A receipt.
    package init(receipt: Data, environment: AppStoreEnvironment, bundleID: String) {
        self.receipt = receipt
        self.environment = environment
        self.bundleID = bundleID
    }
}
