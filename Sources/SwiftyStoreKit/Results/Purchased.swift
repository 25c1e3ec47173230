public import Foundation

/// Something that was bought.
public protocol Purchased {
    /// The product.
    var productId: String { get }

    /// How many of it.
    var quantity: Int { get }

    /// When it was first bought; `Date.distantPast` if the store did not say.
    var originalPurchaseDate: Date { get }
}
