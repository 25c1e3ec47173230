import Foundation
import LocalStoreKit

extension StoreKitError {
    /// Whether two errors are of the same kind and have the same error beneath them.
    static func isSame(_ first: StoreKitError, _ second: StoreKitError) -> Bool {
        switch (first, second) {
        case (.networkError(let first), .networkError(let second)): first.code == second.code
        case (.systemError(let first), .systemError(let second)): first as NSError == second as NSError
        case (.unknown, .unknown), (.userCancelled, .userCancelled), (.notEntitled, .notEntitled),
            (.unsupported, .unsupported), (.notAvailableInStorefront, .notAvailableInStorefront):
            true
        default: false
        }
    }
}
