import AppStoreModels
public import Foundation

/// An extension of the subscriptions of all active subscribers of a product.
public struct MassExtension: Sendable, Hashable, Codable, Identifiable {
    /// What the developer calls it, 1 to 128 characters; once for each product.
    public let requestIdentifier: String
    /// The subscriptions' product.
    public let productID: String
    /// By how much, 1 to 90 days.
    public let extendByDays: Int
    /// Apple's number of the reason: 0 undeclared, 1 satisfaction of customers, 2 other, 3 outage.
    public let extendReasonCode: Int
    /// Where the subscribers buy, ISO 3166-1 alpha-3; nil for everywhere.
    public let storefrontCountryCodes: [String]?
    /// How many were extended.
    public internal(set) var succeededCount = 0
    /// How many could not be.
    public internal(set) var failedCount = 0
    /// When it was done, in store time; nil before.
    public internal(set) var completeDate: Date?

    public var id: String { key }

    /// Product and identifier, which tell extensions apart.
    var key: String { "\(productID) \(requestIdentifier)" }

    /// An extension, to be carried out by a store.
    ///
    /// - Parameters:
    ///   - requestIdentifier: What the developer calls it, 1 to 128 characters.
    ///   - productID: The subscriptions' product.
    ///   - extendByDays: By how much, 1 to 90 days.
    ///   - extendReasonCode: Apple's number of the reason, 0 to 3.
    ///   - storefrontCountryCodes: Where the subscribers buy; nil for everywhere.
    public init(
        requestIdentifier: String,
        productID: String,
        extendByDays: Int,
        extendReasonCode: Int = 0,
        storefrontCountryCodes: [String]? = nil
    ) {
        self.requestIdentifier = requestIdentifier
        self.productID = productID
        self.extendByDays = extendByDays
        self.extendReasonCode = extendReasonCode
        self.storefrontCountryCodes = storefrontCountryCodes
    }

    /// Whether the same was asked for.
    package func asksForTheSame(as other: MassExtension) -> Bool {
        key == other.key && extendByDays == other.extendByDays && extendReasonCode == other.extendReasonCode
            && storefrontCountryCodes.map(Set.init) == other.storefrontCountryCodes.map(Set.init)
    }
}

extension MassExtension: StoredValue {
    func checkRanges() throws(Nonsense) {
        try ExtendRenewalDateRequest.possibleDays.check(extendByDays, "extendByDays")
        try (0...3).check(extendReasonCode, "extendReasonCode")
        try StoredRange.counts.check(succeededCount, "succeededCount")
        try StoredRange.counts.check(failedCount, "failedCount")
    }
}
