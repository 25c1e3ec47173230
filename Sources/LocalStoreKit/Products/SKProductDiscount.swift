public import CStoreKit
public import Foundation

/// An introductory or promotional offer of a subscription.
// Sendable is safe: every stored property is immutable and Sendable.
open class SKProductDiscount: NSObject, @unchecked Sendable {
    /// How the offer is paid. A number that no name is known for is a mode too.
    public typealias PaymentMode = SKProductDiscountPaymentMode

    /// What kind of offer it is. A number that no name is known for is a type too.
    public typealias `Type` = SKProductDiscountType

    private let fields: DiscountFields

    /// An offer without values, for subclasses.
    public override init() {
        fields = DiscountFields()
        super.init()
    }

    init(fields: DiscountFields) {
        self.fields = fields
        super.init()
    }

    /// The price of one period, or of all of them if paid up front, in the currency of ``priceLocale``.
    open var price: NSDecimalNumber { NSDecimalNumber(decimal: fields.price) }

    /// Currency and number format of the price.
    open var priceLocale: Locale { fields.priceLocale }

    /// The offer's identifier; nil for an introductory offer.
    open var identifier: String? { fields.identifier }

    /// The length of one period of the offer.
    open var subscriptionPeriod: SKProductSubscriptionPeriod { fields.subscriptionPeriod }

    /// How many periods the offer lasts.
    open var numberOfPeriods: Int { fields.numberOfPeriods }

    /// How the offer is paid.
    open var paymentMode: SKProductDiscount.PaymentMode { fields.paymentMode }

    /// Introductory or promotional.
    open var type: SKProductDiscount.`Type` { fields.type }
}

/// The values of an offer.
struct DiscountFields: Sendable {
    var price = Decimal(0)
    var priceLocale = Locale(identifier: "en_US")
    var identifier: String?
    var subscriptionPeriod = SKProductSubscriptionPeriod()
    var numberOfPeriods = 0
    var paymentMode = SKProductDiscount.PaymentMode.payAsYouGo
    var type: SKProductDiscount.`Type` = .introductory
}
