import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What a caller wants to see of a customer's history. All filters must fit.
struct TransactionHistoryQuery {
    let revision: String?
    let order: HistoryRevision.Order
    /// All parameters but the revision, which must stay the same from page to page.
    let text: String
    private let startDate: Date?
    private let endDate: Date?
    private let productIDs: Set<String>
    private let types: Set<ProductType>
    private let groupIDs: Set<String>
    private let ownership: InAppOwnershipType?
    private let revoked: Bool?

    private static let typeNames: [String: ProductType] = [
        "AUTO_RENEWABLE": .autoRenewableSubscription, "NON_RENEWABLE": .nonRenewingSubscription,
        "CONSUMABLE": .consumable, "NON_CONSUMABLE": .nonConsumable,
    ]

    /// Reads the parameters as Apple's clients write them.
    ///
    /// - Throws: the code of the parameter that is wrong, for example 4000022 for `productType`.
    init(_ parameters: Parameters) throws(ServerAPIError) {
        revision = parameters["revision"].map(String.init)
        let sort = parameters["sort"].map(String.init) ?? "ASCENDING"
        guard let order = HistoryRevision.Order(rawValue: sort) else {
            throw ServerAPIError(4_000_021, "Invalid sort.")
        }
        self.order = order
        startDate = try Self.date(parameters["startDate"], .invalidStartDate)
        endDate = try Self.date(parameters["endDate"], .invalidEndDate)
        if let startDate, let endDate, startDate >= endDate { throw .startAfterEnd }
        productIDs = try Self.names("productId", parameters, 4_000_023, "Invalid product id.")
        var types: Set<ProductType> = []
        for name in parameters.getAll("productType") {
            guard let type = Self.typeNames[String(name)] else {
                throw ServerAPIError(4_000_022, "Invalid product type.")
            }
            types.insert(type)
        }
        self.types = types
        let group = "subscriptionGroupIdentifier"
        groupIDs = try Self.names(group, parameters, 4_000_024, "Invalid subscription group identifier.")
        ownership = try Self.ownership(parameters["inAppOwnershipType"])
        revoked = try Self.revoked(parameters)
        text = parameters.filter { $0.key != "revision" }.map { "\($0.key)=\($0.value)" }.sorted()
            .joined(separator: "&")
    }

    func includes(_ transaction: StoreTransaction) -> Bool {
        (startDate.map { transaction.purchaseDate >= $0 } ?? true)
            && (endDate.map { transaction.purchaseDate < $0 } ?? true)
            && (productIDs.isEmpty || productIDs.contains(transaction.productID))
            && (types.isEmpty || types.contains(transaction.productType))
            && (groupIDs.isEmpty || transaction.subscriptionGroupID.map(groupIDs.contains) ?? false)
            && (ownership.map { transaction.ownership == $0 } ?? true)
            && (revoked.map { $0 == (transaction.revocationDate != nil) } ?? true)
    }

    /// Names of 1 to 255 characters.
    private static func names(
        _ key: String,
        _ parameters: Parameters,
        _ code: Int,
        _ message: String
    ) throws(ServerAPIError) -> Set<String> {
        let names = parameters.getAll(key).map { String($0) }
        guard names.allSatisfy({ (1...255).contains($0.count) }) else { throw ServerAPIError(code, message) }
        return Set(names)
    }

    private static func date(_ text: Substring?, _ error: ServerAPIError) throws(ServerAPIError) -> Date? {
        guard let text else { return nil }
        guard let milliseconds = Double(text), milliseconds >= 0, milliseconds < 1e15 else { throw error }
        return Date(timeIntervalSince1970: milliseconds / 1_000)
    }

    private static func ownership(_ text: Substring?) throws(ServerAPIError) -> InAppOwnershipType? {
        guard let text else { return nil }
        let ownership = InAppOwnershipType(rawValue: String(text))
        guard [.purchased, .familyShared].contains(ownership) else {
            throw ServerAPIError(4_000_026, "Invalid in-app ownership type.")
        }
        return ownership
    }

    /// Python's client writes `True`. `excludeRevoked` is the older name of `revoked=false`.
    private static func revoked(_ parameters: Parameters) throws(ServerAPIError) -> Bool? {
        if let text = parameters["revoked"] {
            guard let flag = Bool(text.lowercased()) else { throw ServerAPIError(4_000_030, "Invalid revoked value.") }
            return flag
        }
        guard let text = parameters["excludeRevoked"] else { return nil }
        guard let flag = Bool(text.lowercased()) else {
            throw ServerAPIError(4_000_025, "Invalid exclude-revoked value.")
        }
        return flag ? false : nil
    }
}
