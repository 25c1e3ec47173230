public import AppStoreModels
public import Entitlements
public import Foundation
import StoreConfiguration

/// The products of an app, and what kind each is: from code, from a property list, or from Xcode's `.storekit` file.
public struct ProductCatalogue: Sendable, Hashable {
    /// The products.
    public let productIDs: Set<String>
    /// The kind of each product where it is known; without it a consumable cannot be told from a non-consumable.
    public var productTypes: [String: ProductType]
    /// How long the subscriptions last that do not renew, in seconds by product.
    public var nonRenewingDurations: [String: TimeInterval]

    /// A catalogue of these products.
    public init(
        _ productIDs: Set<String>,
        productTypes: [String: ProductType] = [:],
        nonRenewingDurations: [String: TimeInterval] = [:]
    ) {
        self.productIDs = productIDs
        self.productTypes = productTypes
        self.nonRenewingDurations = nonRenewingDurations
    }

    /// The products of a `.storekit` file, subscriptions and all.
    ///
    /// - Throws: ``CatalogueError`` if the file is not such a file, or has no products.
    public init(storeKitConfiguration data: Data) throws(CatalogueError) {
        let configuration: StoreConfiguration
        do {
            configuration = try StoreConfiguration(data: data)
        } catch {
            throw CatalogueError(code: .unreadable, reason: "\(error)")
        }
        let products = configuration.allProducts.map { ($0.productID, $0.type) }
        let subscriptions = configuration.subscriptionGroups.flatMap(\.subscriptions)
            .map { ($0.productID, ProductType?.some(.autoRenewableSubscription)) }
        let all = (products + subscriptions).filter { !$0.0.isEmpty }
        guard !all.isEmpty else { throw CatalogueError(code: .empty, reason: "The .storekit file has no products") }
        self.init(
            Set(all.map(\.0)),
            productTypes: Dictionary(all.compactMap { id, type in type.map { (id, $0) } }) { first, _ in first }
        )
    }

    /// The products of a property list: an array of identifiers under `key`.
    ///
    /// - Throws: ``CatalogueError`` if the list cannot be read, or has no identifiers under `key`.
    public init(propertyList data: Data, key: String = "Products") throws(CatalogueError) {
        let list: Any
        do {
            list = try PropertyListSerialization.propertyList(from: data, format: nil)
        } catch {
            throw CatalogueError(code: .unreadable, reason: "Not a property list")
        }
        guard let identifiers = (list as? [String: Any])?[key] as? [String] else {
            throw CatalogueError(code: .unreadable, reason: "The property list has no array of strings under \(key)")
        }
        let products = Set(identifiers.filter { !$0.isEmpty })
        guard !products.isEmpty else {
            throw CatalogueError(code: .empty, reason: "The property list has no products under \(key)")
        }
        self.init(products)
    }

    /// Whether a product is used up when it is used; false if its kind is not known.
    public func isConsumable(_ productID: String) -> Bool { productTypes[productID] == .consumable }

    /// The same knowledge in the form that entitlements are judged by.
    public var rules: EntitlementRules {
        EntitlementRules(productTypes: productTypes, nonRenewingDurations: nonRenewingDurations)
    }
}

/// Why there is no catalogue.
public struct CatalogueError: Error, Hashable, CustomStringConvertible {
    /// Which rule failed.
    public enum Code: String, Sendable {
        /// The data is not what it should be.
        case unreadable
        /// There are no products in it.
        case empty
    }

    /// Which rule failed.
    public let code: Code
    /// What was seen.
    public let reason: String

    /// Both.
    public var description: String { "\(code.rawValue): \(reason)" }
}
