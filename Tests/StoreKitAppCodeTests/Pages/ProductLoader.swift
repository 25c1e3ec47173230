import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Client code for a shop's window: products, prices, periods and offers.
final class ProductLoader: NSObject, SKProductsRequestDelegate {
    private(set) var products: [SKProduct] = []
    private(set) var unknown: [String] = []
    private(set) var isFinished = false
    private(set) var error: (any Error)?
    private var request: SKProductsRequest?

    func load(_ identifiers: Set<String>) {
        let request = SKProductsRequest(productIdentifiers: identifiers)
        request.delegate = self
        self.request = request
        request.start()
    }

    func cancel() { request?.cancel() }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products.sorted { $0.productIdentifier < $1.productIdentifier }
        unknown = response.invalidProductIdentifiers
    }

    func requestDidFinish(_ request: SKRequest) {
        isFinished = true
        self.request = nil
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) { self.error = error }
}

extension SKProduct {
    /// What the button says, such as "$4.99".
    var buttonTitle: String? {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = priceLocale
        return formatter.string(from: price)
    }

    /// What is below the button: "every 1 month, 1 week free".
    var terms: String {
        guard let period = subscriptionPeriod else { return isDownloadable ? "with a download" : "once" }
        var parts = ["every \(period.numberOfUnits) \(period.unit.word)"]
        if let offer = introductoryPrice { parts.append(offer.words) }
        parts += discounts.map { "\($0.identifier ?? "-"): \($0.words)" }
        if isFamilyShareable { parts.append("for the family") }
        return parts.joined(separator: ", ")
    }
}

extension SKProductDiscount {
    fileprivate var words: String {
        let length = "\(subscriptionPeriod.numberOfUnits * numberOfPeriods) \(subscriptionPeriod.unit.word)"
        switch paymentMode {
        case .freeTrial: return "\(length) free"
        case .payUpFront: return "\(length) for \(price)"
        case .payAsYouGo: return "\(length) at \(price)"
        @unknown default: return "\(length) at another price"
        }
    }
}

extension SKProduct.PeriodUnit {
    fileprivate var word: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        @unknown default: "period"
        }
    }
}
