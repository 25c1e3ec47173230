package import AppStoreModels
package import Foundation

/// A transaction for a device in this process, as it was when the device asked: what is signed is written down, and the
/// signature made, when somebody looks.
package final class UnsignedTransaction: Sendable {
    package let transactionID: String
    package let isFinished: Bool
    /// What the payload is made from: the transaction; of a restored copy, its original.
    package let contents: StoreTransaction
    private let terms: SigningTerms
    private let store: LocalAppStore

    init(_ transaction: StoreTransaction, contents: StoreTransaction, _ terms: SigningTerms, store: LocalAppStore) {
        (transactionID, isFinished) = (transaction.transactionID, transaction.isFinished)
        (self.contents, self.terms, self.store) = (contents, terms, store)
    }

    /// The app, as the payload has it.
    package var bundleID: String { terms.issuer.app.bundleID }

    /// Which App Store signs, as the payload has it.
    package var environment: AppStoreEnvironment { terms.issuer.environment }

    /// When the device asked; the payload has the millisecond.
    package var signedDate: Date { terms.issuer.date }

    /// Whether a fault of the store flaws its signatures for this device now.
    package var isFlawed: Bool { terms.flaw != nil }

    /// What is to be signed, the same each time.
    package func payload() -> JSONObject {
        store.payload(of: contents, bindingTo: transactionID, terms).json
    }

    /// Signs a payload for the device, each time anew.
    package func sign(_ payload: JSONObject) throws(StoreError) -> String {
        try store.deviceSign(TransactionPayload(json: payload), flaw: terms.flaw)
    }
}
