import Foundation

/// The values of a product.
struct ProductFields: Sendable {
    var productIdentifier = ""
    var localizedTitle = ""
    var localizedDescription = ""
    var price = Decimal(0)
    var priceLocale = Locale(identifier: "en_US")
    var isFamilyShareable = false
    var subscriptionGroupIdentifier: String?
    var subscriptionPeriod: SKProductSubscriptionPeriod?
    var introductoryPrice: SKProductDiscount?
    var discounts: [SKProductDiscount] = []
    var contentLengths: [Int64] = []
    var contentVersion = ""
}
