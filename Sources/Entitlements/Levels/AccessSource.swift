public import AppStoreModels
public import Foundation

/// One thing that gives, gave or will give a level: a purchase or a grant.
public struct AccessSource: Sendable, Hashable {
    /// What kind of thing it is.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name used in our JSON.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A purchase in an App Store.
        public static let product = Self(rawValue: "product")
        /// Given by the developer.
        public static let grant = Self(rawValue: "grant")

        public var description: String { rawValue }
    }

    /// What kind of thing it is.
    public let kind: Kind
    /// Whether it gives access now.
    public let isActive: Bool
    /// When it began, or will.
    public let startDate: Date
    /// Until when it gives access, or gave it; nil if there is no end, or none is known.
    public let accessEndDate: Date?
    /// The level that it grants itself; a higher one where the level follows from the order. Nil of a product.
    public let grantedLevel: EntitlementLevel?
    /// The identifier of the grant.
    public let grantID: String?
    /// The product.
    public let productID: String?
    /// The chain of the purchase.
    public let originalTransactionID: String?
    /// In which App Store it was bought.
    public let environment: AppStoreEnvironment?
    /// How the purchase stands.
    public let state: EntitlementState?
    /// Why the purchase stands so, or why the grant was given.
    public let reason: String?

    init(_ entitlement: Entitlement) {
        kind = .product
        isActive = entitlement.isEntitled
        startDate = entitlement.purchaseDate
        accessEndDate = entitlement.accessEndDate
        grantedLevel = nil
        grantID = nil
        productID = entitlement.productID
        originalTransactionID = entitlement.originalTransactionID
        environment = entitlement.environment
        state = entitlement.state
        reason = entitlement.reason.rawValue
    }

    init(_ grant: EntitlementGrant, at date: Date) {
        kind = .grant
        let end = grant.accessEndDate
        isActive = grant.startDate <= date && end.map { $0 > date } ?? true
        startDate = grant.startDate
        accessEndDate = end
        grantedLevel = grant.level
        grantID = grant.id
        productID = nil
        originalTransactionID = nil
        environment = nil
        state = nil
        reason = grant.reason
    }
}

extension AccessSource {
    /// What gives access first, then what lasts longest; the rest only makes the order total.
    static func precedes(_ left: AccessSource, _ right: AccessSource) -> Bool {
        Comparison(left.isActive ? 0 : 1, right.isActive ? 0 : 1)
            .then(right.accessEndDate ?? .distantFuture, left.accessEndDate ?? .distantFuture)
            .then(left.startDate, right.startDate)
            .then(left.kind.rawValue, right.kind.rawValue)
            .then(left.grantID ?? left.originalTransactionID ?? "", right.grantID ?? right.originalTransactionID ?? "")
            .then(left.grantedLevel?.rawValue ?? "", right.grantedLevel?.rawValue ?? "")
            .then(left.reason ?? "", right.reason ?? "")
            .then(left.productID ?? "", right.productID ?? "")
            .then(left.environment?.rawValue ?? "", right.environment?.rawValue ?? "")
            .isAscending
    }
}
