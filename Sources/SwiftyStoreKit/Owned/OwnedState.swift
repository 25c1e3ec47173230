import Entitlements
public import Foundation

/// What the customer owns, and how the library knows.
public struct OwnedState: Sendable, Hashable {
    /// The products that the customer may use now.
    public let productIDs: Set<String>
    /// How the library knows.
    public let source: Source
    /// When that was true; nil if nothing is known.
    public let asOf: Date?

    /// How the library knows what the customer owns.
    public enum Source: String, Sendable {
        /// The receipt on the device was validated.
        case receipt
        /// There is no receipt, or nobody to validate it: what was remembered from the last one counts.
        case remembered
        /// There is a receipt, and it is not valid: nothing counts.
        case invalidReceipt
        /// Nothing is known yet.
        case nothing
    }
}

/// What is remembered of a valid receipt, for the day when there is none.
struct RememberedProducts: Codable, Sendable {
    static let key = "owned-products"

    var asOf: Date
    var products: [Product]

    struct Product: Codable, Sendable {
        var productID: String
        /// When access ends; nil if never.
        var expiresDate: Date?
    }

    init(_ report: EntitlementReport) {
        asOf = report.asOf
        products = report.entitlements.filter(\.isEntitled)
            .map { Product(productID: $0.productID, expiresDate: $0.accessEndDate) }
    }

    /// What of it still counts at a date; never one before it was remembered.
    func state(at date: Date) -> OwnedState {
        let date = max(date, asOf)
        let running = products.filter { $0.expiresDate.map { $0 > date } ?? true }
        return OwnedState(productIDs: Set(running.map(\.productID)), source: .remembered, asOf: asOf)
    }

    /// When the first of what still counts at a date ends; nil if nothing does.
    func nextEnd(after date: Date) -> Date? { products.compactMap(\.expiresDate).filter { $0 > date }.min() }
}
