/// What a row of a shop shows about a product.
public struct IAPProductInfo: Sendable, Hashable {
    /// The product.
    public var id: ProductId
    /// The name of its image.
    public var imageName: String
    /// Its name in the customer's language.
    public var localizedTitle: String
    /// Its description in the customer's language.
    public var localizedDescription: String
    /// Its price in the customer's currency.
    public var localizedPrice: String
    /// Whether the customer owns it.
    public var purchased: Bool

    /// A row of these values.
    public init(
        id: ProductId,
        imageName: String,
        localizedTitle: String,
        localizedDescription: String,
        localizedPrice: String,
        purchased: Bool
    ) {
        self.id = id
        self.imageName = imageName
        self.localizedTitle = localizedTitle
        self.localizedDescription = localizedDescription
        self.localizedPrice = localizedPrice
        self.purchased = purchased
    }
}
