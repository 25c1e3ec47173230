public import CStoreKit
public import Foundation

/// A product of the catalogue, in the customer's language and currency.
// Sendable is safe: every stored property is immutable and Sendable.
open class SKProduct: NSObject, @unchecked Sendable {
    /// The unit of a subscription period. A number that no name is known for is a unit too.
    public typealias PeriodUnit = SKProductPeriodUnit

    private let fields: ProductFields

    /// A product without values, for subclasses.
    public override init() {
        fields = ProductFields()
        super.init()
    }

    init(fields: ProductFields) {
        self.fields = fields
        super.init()
    }

    /// The same product with what the store hosts for it.
    final func hosting(_ content: HostedContent) -> SKProduct {
        var fields = fields
        fields.contentLengths = [content.length]
        fields.contentVersion = content.version
        return SKProduct(fields: fields)
    }

    /// The description in the customer's language.
    open var localizedDescription: String { fields.localizedDescription }

    /// The name in the customer's language.
    open var localizedTitle: String { fields.localizedTitle }

    /// The price in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { NSDecimalNumber(decimal: fields.price) }

    /// Currency and number format of the price.
    open var priceLocale: Locale { fields.priceLocale }

    /// The product's identifier.
    open var productIdentifier: String { fields.productIdentifier }

    /// Whether the store hosts content for the product.
    open var isDownloadable: Bool { !fields.contentLengths.isEmpty }

    /// Whether the purchase may be shared with the family.
    open var isFamilyShareable: Bool { fields.isFamilyShareable }

    /// The sizes of the hosted content, in bytes.
    open var downloadContentLengths: [NSNumber] { fields.contentLengths.map { NSNumber(value: $0) } }

    /// The version of the hosted content.
    open var contentVersion: String { fields.contentVersion }

    /// The version of the hosted content.
    open var downloadContentVersion: String { fields.contentVersion }

    /// The length of one period; nil unless the product is a subscription.
    open var subscriptionPeriod: SKProductSubscriptionPeriod? { fields.subscriptionPeriod }

    /// The introductory offer, whether or not this customer is eligible for it.
    open var introductoryPrice: SKProductDiscount? { fields.introductoryPrice }

    /// The group in which only one subscription is active at a time.
    open var subscriptionGroupIdentifier: String? { fields.subscriptionGroupIdentifier }

    /// The promotional offers.
    open var discounts: [SKProductDiscount] { fields.discounts }
}
