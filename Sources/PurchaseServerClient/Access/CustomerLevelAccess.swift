import AppStoreModels
public import Entitlements
public import Foundation

/// A level of access that a customer has.
public struct CustomerLevelAccess: Sendable, Hashable {
    /// The level.
    public let level: EntitlementLevel
    /// Until when, if that is known and there is an end.
    public let accessEndDate: Date?
    /// The product that gives it; nil of a grant.
    public let productID: String?
    /// Who says so.
    public let source: AnswerSource

    init(_ access: LevelAccess) {
        level = access.level
        accessEndDate = access.accessEndDate
        productID = access.sources.first?.productID
        source = .device
    }

    /// As the server writes it; nil of one that the customer has not.
    init?(_ json: JSONObject, source: AnswerSource) {
        guard let level = json[string: "level"], json[boolean: "isActive"] ?? true else { return nil }
        self.level = EntitlementLevel(rawValue: level)
        accessEndDate = json[milliseconds: "accessEndDate"] ?? json[milliseconds: "expiresDate"]
        productID = json[string: "productId"]
        self.source = source
    }
}
