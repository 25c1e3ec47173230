public import AppStoreModels
public import Foundation

/// A customer of a running store.
public struct AccountRecord: StoreRecord {
    public static let listName = "accounts"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The customer's name.
    public var id: String? { json[string: "id"] }
    /// Where the customer buys, ISO 3166-1 alpha-3.
    public var storefront: String? { json[string: "storefront"] }
    /// When the account was created.
    public var createdDate: Date? { json[milliseconds: "createdDate"] }
    /// The identifier of the customer's app transaction.
    public var appTransactionID: String? { json[string: "appTransactionId"] }
    /// Whether the customer may buy at all.
    public var canMakePayments: Bool? { json[boolean: "canMakePayments"] }
    /// Whether a parent must approve each purchase.
    public var requiresApproval: Bool? { json[boolean: "requiresApproval"] }
    /// Whether renewals cannot be charged.
    public var renewalChargesFail: Bool? { json[boolean: "renewalChargesFail"] }
    /// The family; nil for none.
    public var familyID: String? { json[string: "familyId"] }
    /// The purchases that the customer does not share with the family, by their first transactions.
    public var unsharedPurchases: [String] { json.texts("unsharedPurchases") }
    /// The products whose purchase was begun in the App Store and waits for the app.
    public var purchaseIntents: [String] { json.texts("purchaseIntents") }
    /// The win-back offers with which some of them were begun, by product.
    public var purchaseIntentOffers: [String: String] {
        let offers = json[object: "purchaseIntentOffers"]?.members.compactMap { member in
            member.1.string.map { (member.0, $0) }
        }
        return Dictionary(offers ?? []) { first, _ in first }
    }
}
