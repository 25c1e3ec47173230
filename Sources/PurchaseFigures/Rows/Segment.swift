/// By what figures can be filtered and split.
public struct Segment: Sendable, Hashable, Codable {
    /// The app's bundle identifier; empty if it is not known.
    public var app: String
    /// The product; empty in rows of customers who have bought nothing.
    public var product: String
    /// The storefront's country, ISO 3166-1 alpha-3; empty if it was not stated.
    public var storefront: String
    /// Which App Store.
    public var environment: String
    /// The currency that was paid in, ISO 4217; empty if it was not stated. Amounts are in the reporting currency.
    public var currency: String

    /// A segment; what is not named is not known.
    public init(
        app: String = "",
        product: String = "",
        storefront: String = "",
        environment: String = "Production",
        currency: String = ""
    ) {
        self.app = app
        self.product = product
        self.storefront = storefront
        self.environment = environment
        self.currency = currency
    }
}

/// One of the members of a ``Segment``.
public enum SegmentDimension: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app.
    case app
    /// The product.
    case product
    /// The storefront.
    case storefront
    /// The App Store.
    case environment
    /// The currency that was paid in.
    case currency
}

extension Segment {
    /// The value of one member.
    public subscript(dimension: SegmentDimension) -> String {
        switch dimension {
        case .app: app
        case .product: product
        case .storefront: storefront
        case .environment: environment
        case .currency: currency
        }
    }
}
