import Foundation
import LocalStoreKit

/// The two types that the README of SwiftyStoreKit 0.5 declares, as it declares them. Today's types are
/// others: `error` is any `Error`, and a result carries a purchase, not the identifier of a product.
enum EarlierDeclarations {
    public struct RetrieveResults {
        public let retrievedProducts: Set<SKProduct>
        public let invalidProductIDs: Set<String>
        public let error: NSError?
    }

    enum TransactionResult {
        case purchased(productId: String)
        case restored(productId: String)
        case failed(error: NSError)
    }
}
