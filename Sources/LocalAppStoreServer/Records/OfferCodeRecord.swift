public import AppStoreModels
public import Foundation

/// An offer code.
public struct OfferCodeRecord: StoreRecord {
    public static let listName = "codes"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What customers type.
    public var code: String? { json[string: "code"] }
    /// The subscription that the offer is of.
    public var productID: String? { json[string: "productId"] }
    /// The offer's name in the catalogue.
    public var referenceName: String? { json[string: "referenceName"] }
    /// How many customers can redeem it; nil for all.
    public var redemptionLimit: Int? { json.number("redemptionLimit") }
    /// Who has redeemed it.
    public var redeemedBy: [String] { json.texts("redeemedBy") }
    /// Whether nobody can redeem it any more.
    public var isUsedUp: Bool? { json[boolean: "isUsedUp"] }
    /// From when on it is refused; nil for never.
    public var expiresDate: Date? { json[milliseconds: "expiresDate"] }
}
