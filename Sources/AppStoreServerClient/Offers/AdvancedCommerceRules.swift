import AppStoreModels
import Foundation

/// What Apple's documentation demands of requests of Advanced Commerce, checked before one is signed or sent.
enum AdvancedCommerceRules {
    /// In characters.
    static let longestSKU = 128
    /// In characters.
    static let longestDisplayName = 30
    /// In characters.
    static let longestDescription = 45
    static let periodCounts: ClosedRange<Int64> = 1...12

    static func check(info request: AdvancedCommerceRequest) throws(ServerAPIError) {
        guard request.requestInfo?.requestReferenceID != nil else {
            throw .invalidRequest("requestInfo needs a requestReferenceId, a UUID that is new for each request")
        }
        if let storefront = request.storefront, storefront.utf8.count != 3 {
            throw .invalidRequest("a storefront is a code of three letters such as USA, not \(storefront.prefix(20))")
        }
        if let currency = request.currency, currency.utf8.count != 3 {
            throw .invalidRequest("a currency is a code of three letters such as USD, not \(currency.prefix(20))")
        }
    }

    static func check(items: [AdvancedCommerceItem], atLeast count: Int) throws(ServerAPIError) {
        guard items.count >= count else { throw .invalidRequest("at least one item must be there") }
        for item in items {
            try check(item.sku, "SKU", longestSKU)
            try check(item.currentSKU, "currentSKU", longestSKU)
            try check(item.displayName, "displayName", longestDisplayName)
            try check(item.description, "description", longestDescription)
            try check(item.price, "price")
            try check(item.proratedPrice, "proratedPrice")
            try check(item.refundAmount, "refundAmount")
            try item.offer.map { offer throws(ServerAPIError) in try check(offer: offer) }
            guard item.refundAmount == nil || item.refundType == "CUSTOM" else {
                throw .invalidRequest("a refundAmount goes with the refundType CUSTOM only")
            }
        }
    }

    static func check(descriptors: AdvancedCommerceDescriptors?) throws(ServerAPIError) {
        try check(descriptors?.displayName, "displayName", longestDisplayName)
        try check(descriptors?.description, "description", longestDescription)
    }

    /// What an item of a sale must have.
    static func checkForSale(_ items: [AdvancedCommerceItem]) throws(ServerAPIError) {
        try check(items: items, atLeast: 1)
        for item in items {
            try require(item.sku, "SKU")
            try require(item.displayName, "displayName")
            try require(item.description, "description")
            try require(item.price, "price")
        }
        guard Set(items.map(\.sku)).count == items.count else {
            throw .invalidRequest("each SKU may be there once")
        }
    }

    static func require<Value>(_ value: Value?, _ name: String) throws(ServerAPIError) {
        let isEmpty = (value as? String)?.isEmpty ?? false
        guard value != nil, !isEmpty else { throw .invalidRequest("\(name) must be there") }
    }

    private static func check(offer: AdvancedCommerceOffer) throws(ServerAPIError) {
        try require(offer.period, "the period of an offer")
        try require(offer.price, "the price of an offer")
        try require(offer.reason, "the reason of an offer")
        try check(offer.price, "price")
        guard let count = offer.periodCount, periodCounts.contains(count) else {
            throw .invalidRequest("the periodCount of an offer is 1 to 12")
        }
        guard offer.price != 0 || count == 1 else { throw .invalidRequest("a free trial has one period") }
    }

    private static func check(_ text: String?, _ name: String, _ limit: Int) throws(ServerAPIError) {
        guard let text else { return }
        guard (1...limit).contains(text.count) else {
            throw .invalidRequest("\(name) has \(text.count) characters; it has 1 to \(limit)")
        }
    }

    private static func check(_ amount: Decimal?, _ name: String) throws(ServerAPIError) {
        guard amount.map({ $0 >= 0 }) ?? true else { throw .invalidRequest("\(name) must not be negative") }
    }
}
