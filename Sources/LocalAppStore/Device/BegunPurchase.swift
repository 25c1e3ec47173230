/// A purchase that a customer began in the App Store, for the app to continue.
package struct BegunPurchase: Codable, Sendable, Hashable {
    /// What is bought.
    package var productID: String
    /// The win-back offer that the customer saw; nil for none.
    package var winBackOfferID: String?

    package init(productID: String, winBackOfferID: String? = nil) {
        (self.productID, self.winBackOfferID) = (productID, winBackOfferID)
    }
}
