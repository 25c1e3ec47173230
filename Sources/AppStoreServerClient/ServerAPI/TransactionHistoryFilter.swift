public import AppStoreModels
public import Foundation

/// Which transactions of a history are wanted; all conditions must hold.
public struct TransactionHistoryFilter: Sendable, Hashable {
    /// Only what was bought at this moment or later.
    public var startDate: Date?
    /// Only what was bought before this moment, which must be after ``startDate``.
    public var endDate: Date?
    /// Only these products; empty for all.
    public var productIDs: [String]
    /// Only these kinds of products; empty for all.
    public var productTypes: [ProductType]
    /// Only these subscription groups; empty for all.
    public var subscriptionGroupIDs: [String]
    /// Only what was bought, or what comes by Family Sharing.
    public var ownership: InAppOwnershipType?
    /// Only what was revoked, or what was not.
    public var isRevoked: Bool?
    /// Whether the transactions that changed last come first.
    public var isDescending: Bool

    /// A filter; the default lets everything through, in the order of the last changes.
    public init(
        startDate: Date? = nil,
        endDate: Date? = nil,
        productIDs: [String] = [],
        productTypes: [ProductType] = [],
        subscriptionGroupIDs: [String] = [],
        ownership: InAppOwnershipType? = nil,
        isRevoked: Bool? = nil,
        isDescending: Bool = false
    ) {
        self.startDate = startDate
        self.endDate = endDate
        self.productIDs = productIDs
        self.productTypes = productTypes
        self.subscriptionGroupIDs = subscriptionGroupIDs
        self.ownership = ownership
        self.isRevoked = isRevoked
        self.isDescending = isDescending
    }

    /// What kinds of products are called in a query; a kind that is newer is sent as it is.
    private static let typeNames: [ProductType: String] = [
        .autoRenewableSubscription: "AUTO_RENEWABLE", .nonRenewingSubscription: "NON_RENEWABLE",
        .consumable: "CONSUMABLE", .nonConsumable: "NON_CONSUMABLE",
    ]

    func ask(_ call: inout ServerAPICall) throws(ServerAPIError) {
        if let startDate, let endDate, startDate >= endDate {
            throw .invalidRequest("the start date must be before the end date")
        }
        call.ask("startDate", [startDate].compactMap { $0.map { String($0.millisecondsSince1970) } })
        call.ask("endDate", [endDate].compactMap { $0.map { String($0.millisecondsSince1970) } })
        call.ask("productId", productIDs)
        call.ask("productType", productTypes.map { Self.typeNames[$0] ?? $0.rawValue })
        if isDescending { call.ask("sort", ["DESCENDING"]) }
        call.ask("subscriptionGroupIdentifier", subscriptionGroupIDs)
        call.ask("inAppOwnershipType", [ownership].compactMap { $0?.rawValue })
        call.ask("revoked", [isRevoked].compactMap { $0.map { $0 ? "true" : "false" } })
    }
}
