package import AppStoreModels

/// A transaction for a device in this process, to be signed when somebody looks at the signature.
///
/// Most code under test never looks, and signing costs more than everything else that a purchase does.
package struct UnsignedTransaction: Sendable {
    package let transactionID: String
    package let isFinished: Bool
    /// What is to be signed, as it was when the device asked.
    package let payload: JSONObject
    /// Whether a fault of the store flaws its signatures for this device now.
    package let isFlawed: Bool
    /// Signs a payload for the device, each time anew.
    package let sign: @Sendable (JSONObject) throws(StoreError) -> String
}
