import AppStoreModels
public import Foundation

// Families and offer codes.

extension StoreControlRequest {
    /// The families.
    public static var families: Self { Self("GET", ["families"]) }
    /// Creates a family with one member, its organizer.
    public static func createFamily(_ id: String, organizer: String) -> Self {
        Self("POST", ["families"], body: ["id": .string(id), "organizer": .string(organizer)])
    }
    /// Adds a customer to a family.
    public static func joinFamily(_ id: String, account: String) -> Self {
        Self("POST", ["families", id, "members"], body: ["account": .string(account)])
    }
    /// Takes a customer out of the family.
    public static func leaveFamily(account: String) -> Self { Self("DELETE", ["accounts", account, "family"]) }
    /// Shares a purchase with the purchaser's family, or no longer.
    public static func shareWithFamily(_ id: String, isOn: Bool) -> Self {
        Self("POST", ["transactions", id, "family-sharing"], body: ["enabled": .bool(isOn)])
    }

    /// The offer codes.
    public static var codes: Self { Self("GET", ["codes"]) }
    /// Makes codes that can be redeemed once each.
    public static func createCodes(
        productID: String,
        referenceName: String,
        count: Int = 1,
        expires: Date? = nil
    ) -> Self {
        createCodes(productID, referenceName, expires, ["count": .number(JSONNumber(count))])
    }
    /// Makes a code with a word of choice, for many customers.
    public static func createCode(
        _ code: String,
        productID: String,
        referenceName: String,
        limit: Int? = nil,
        expires: Date? = nil
    ) -> Self {
        var body: JSONObject = ["code": .string(code)]
        body["limit"] = limit.map { .number(JSONNumber($0)) }
        return createCodes(productID, referenceName, expires, body)
    }
    /// Redeems a code as a customer.
    public static func redeem(_ code: String, account: String) -> Self {
        Self("POST", ["codes", code, "redeem"], body: ["account": .string(account)])
    }

    private static func createCodes(
        _ productID: String,
        _ referenceName: String,
        _ expires: Date?,
        _ rest: JSONObject
    ) -> Self {
        var body = rest
        body[string: "productId"] = productID
        body[string: "referenceName"] = referenceName
        body[milliseconds: "expiresDate"] = expires
        return Self("POST", ["codes"], body: body)
    }
}
