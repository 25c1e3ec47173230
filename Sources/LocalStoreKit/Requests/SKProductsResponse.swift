public import Foundation

/// What the store found.
// Sendable is safe: every stored property is immutable and Sendable.
open class SKProductsResponse: NSObject, @unchecked Sendable {
    private let storedProducts: [SKProduct]
    private let storedInvalid: [String]

    /// An empty response, for subclasses.
    public override init() {
        storedProducts = []
        storedInvalid = []
        super.init()
    }

    init(products: [SKProduct], invalidProductIdentifiers: [String]) {
        storedProducts = products
        storedInvalid = invalidProductIdentifiers
        super.init()
    }

    /// The products, in no promised order.
    open var products: [SKProduct] { storedProducts }

    /// The identifiers that the store does not know.
    open var invalidProductIdentifiers: [String] { storedInvalid }
}
