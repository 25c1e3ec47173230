public import AppStoreModels
public import Foundation

/// An extension of all active subscriptions to a product, in a running store.
public struct MassExtensionRecord: StoreRecord {
    public static let listName = "massExtensions"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What the developer calls it.
    public var requestIdentifier: String? { json[string: "requestIdentifier"] }
    /// The subscriptions' product.
    public var productID: String? { json[string: "productId"] }
    /// By how much, in days.
    public var extendByDays: Int? { json.number("extendByDays") }
    /// Where the subscribers buy, ISO 3166-1 alpha-3; empty for everywhere.
    public var storefrontCountryCodes: [String] { json.texts("storefrontCountryCodes") }
    /// How many were extended.
    public var succeededCount: Int? { json.number("succeededCount") }
    /// How many could not be.
    public var failedCount: Int? { json.number("failedCount") }
    /// When it was done, in store time; nil before.
    public var completeDate: Date? { json[milliseconds: "completeDate"] }
}
