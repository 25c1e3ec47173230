import AppReceipt
import Foundation

@testable import PurchaseServer

extension AskedAppStore {
    /// The one that the bytes of a receipt say it is of; production if they cannot be read.
    init(statedIn bytes: Data) {
        if TransactionReceipt.resembles(bytes) {
            self = (try? TransactionReceipt(bytes)).map { Self(statedBy: $0) } ?? .production
        } else {
            self = (try? AppReceipt(wireForm: bytes)).map { Self(statedBy: $0) } ?? .production
        }
    }
}
