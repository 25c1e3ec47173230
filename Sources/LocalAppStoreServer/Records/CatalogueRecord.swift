public import AppStoreModels
public import LocalAppStore
public import StoreConfiguration

/// A product that a running store sells.
public struct CatalogueRecord: StoreRecord {
    public static let listName = "products"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The product.
    public var productID: String? { json[string: "productId"] }
    /// The kind of product.
    public var type: ProductType? { json[string: "type"].map(ProductType.init(rawValue:)) }
    /// Its name for customers.
    public var title: String? { json[string: "title"] }
    /// What customers are told of it.
    public var localizedDescription: String? { json[string: "description"] }
    /// What it costs in the account's storefront.
    public var price: StorePrice? { StorePrice(json: json) }
    /// Whether a family may share it.
    public var isFamilyShareable: Bool? { json[boolean: "isFamilyShareable"] }
    /// How long a period of a subscription is.
    public var period: BillingPeriod? { json[string: "period"].flatMap(BillingPeriod.init(iso8601:)) }
    /// The group of a subscription.
    public var groupID: String? { json[string: "subscriptionGroupIdentifier"] }
    /// The level of a subscription in its group, 1 for the highest.
    public var groupLevel: Int? { json.number("groupLevel") }
}

extension StorePrice {
    /// `price` in thousandths, and `currency`.
    init?(json: JSONObject) {
        guard let amount = TransactionPayload(json: json).price, let currency = json[string: "currency"] else {
            return nil
        }
        self.init(amount: amount, currency: currency)
    }
}
