import AppReceipt
import AppStoreModels

// What a receipt says of itself. It decides whose place a question takes, never what is believed.

extension AskedAppStore {
    /// The one that a receipt says it is of; production, which is asked first, where it does not say.
    init(statedBy receipt: AppReceipt) {
        self = receipt.environment?.appStoreEnvironment.map { Self($0) } ?? .production
    }

    /// The one that a transaction receipt says it is of.
    init(statedBy receipt: TransactionReceipt) {
        let stated = TextPropertyList(receipt.canonicalForm)?.entries["environment"]
        self = stated.map { Self(AppStoreEnvironment(rawValue: $0)) } ?? .production
    }
}
