import AppStoreModels
public import Foundation
import LocalAppStore

/// Something that can be bought in the app, in the customer's language and at the storefront's price.
///
/// ```swift
/// for product in try await Product.products(for: ["com.example.flowershop.seeds"]) {
///     let result = try await product.purchase()
///     print(result)
/// }
/// ```
///
/// Two products are equal when everything the store says of them is: a new price makes a different value.
public struct Product: Identifiable, Equatable, Hashable, Sendable, CustomDebugStringConvertible {
    /// What the store says of the product: JSON in UTF-8.
    public var jsonRepresentation: Data { text.json }
    /// The product's identifier.
    public let id: String
    /// The kind of product.
    public let type: Product.ProductType
    /// The name in the customer's language.
    public let displayName: String
    /// The description in the customer's language.
    public let description: String
    /// What one costs, in the storefront's currency.
    public let price: Decimal
    /// The price as the customer reads it.
    public let displayPrice: String
    /// Whether a family may share it.
    public let isFamilyShareable: Bool
    /// What only auto-renewable subscriptions have; nil for others.
    public let subscription: Product.SubscriptionInfo?
    private let text: ProductText
    let priceFormat: PriceFormat
    let origin: DeviceOrigin

    /// How prices of this product are written.
    public var priceFormatStyle: Decimal.FormatStyle.Currency { priceFormat.style }

    /// How lengths of time are written beside the price.
    public var subscriptionPeriodFormatStyle: Product.SubscriptionPeriod.DateRangeFormatStyle {
        priceFormat.periodStyle
    }

    /// How units of time are written beside the price.
    public var subscriptionPeriodUnitFormatStyle: Product.SubscriptionPeriod.Unit.FormatStyle {
        Product.SubscriptionPeriod.Unit.FormatStyle(locale: priceFormat.locale)
    }

    /// Compares what the store says of the products.
    public static func == (lhs: Product, rhs: Product) -> Bool { lhs.jsonRepresentation == rhs.jsonRepresentation }

    /// Hashes what the store says of the product.
    public func hash(into hasher: inout Hasher) { hasher.combine(jsonRepresentation) }

    /// What the store says of the product.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}

extension Product {
    init(_ item: CatalogueItem, locale: String, storefront: Storefront?, origin: DeviceOrigin) {
        let format = PriceFormat(locale: locale, currency: item.price.currency)
        let displayPrice = format.text(item.price.amount)
        text = ProductText {
            item.storeKitJSON(format, displayPrice: displayPrice, storefront: storefront?.countryCode ?? "USA")
        }
        self.displayPrice = displayPrice
        id = item.productID
        type = ProductType(rawValue: item.type.rawValue)
        displayName = item.title
        description = item.localizedDescription
        price = item.price.amount
        isFamilyShareable = item.isFamilyShareable
        subscription = item.subscription.map { SubscriptionInfo($0, item, format, origin) }
        priceFormat = format
        self.origin = origin
    }
}
