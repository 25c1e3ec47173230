package import AppStoreModels
package import Foundation

/// A transaction for a device in this process, as it was when the device asked: what is signed is written down, and the
/// signature made, when somebody looks.
package struct UnsignedTransaction: Sendable {
    package let transactionID: String
    package let isFinished: Bool
    /// What the payload is made from: the transaction; of a restored copy, its original.
    package let contents: StoreTransaction
    /// The app, as the payload has it.
    package let bundleID: String
    /// Which App Store signs, as the payload has it.
    package let environment: AppStoreEnvironment
    /// When the device asked; the payload has the millisecond.
    package let signedDate: Date
    /// Whether a fault of the store flaws its signatures for this device now.
    package let isFlawed: Bool
    /// What is to be signed, the same each time.
    package let payload: @Sendable () -> JSONObject
    /// Signs a payload for the device, each time anew.
    package let sign: @Sendable (JSONObject) throws(StoreError) -> String
}
