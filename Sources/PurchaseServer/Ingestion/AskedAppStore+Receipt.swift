import AppReceipt
import AppStoreModels
import Foundation

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

    /// The one that the bytes of a receipt say it is of; production if they cannot be read.
    init(statedIn bytes: Data) {
        if TransactionReceipt.resembles(bytes) {
            self = (try? TransactionReceipt(bytes)).map { Self(statedBy: $0) } ?? .production
        } else {
            self = (try? AppReceipt(wireForm: bytes)).map { Self(statedBy: $0) } ?? .production
        }
    }
}
