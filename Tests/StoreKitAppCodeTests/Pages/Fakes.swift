import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

// What the tests of apps replace: each class can be made and its properties overridden.

final class FakePeriod: SKProductSubscriptionPeriod, @unchecked Sendable {
    override var numberOfUnits: Int { 3 }
    override var unit: SKProduct.PeriodUnit { .month }
}

final class FakeDiscount: SKProductDiscount, @unchecked Sendable {
    override var identifier: String? { "spring" }
    override var price: NSDecimalNumber { 2 }
    override var subscriptionPeriod: SKProductSubscriptionPeriod { FakePeriod() }
    override var numberOfPeriods: Int { 2 }
    override var paymentMode: SKProductDiscount.PaymentMode { .payAsYouGo }
}

final class FakeProduct: SKProduct, @unchecked Sendable {
    override var productIdentifier: String { "club" }
    override var price: NSDecimalNumber { 5 }
    override var priceLocale: Locale { Locale(identifier: "en_US@currency=USD") }
    override var subscriptionPeriod: SKProductSubscriptionPeriod? { FakePeriod() }
    override var discounts: [SKProductDiscount] { [FakeDiscount()] }
}

final class FakeTransaction: SKPaymentTransaction, @unchecked Sendable {
    private let state: SKPaymentTransactionState

    init(_ state: SKPaymentTransactionState) {
        self.state = state
        super.init()
    }

    override var transactionState: SKPaymentTransactionState { state }
    override var payment: SKPayment { SKPayment(product: FakeProduct()) }
    override var transactionIdentifier: String? { "1" }
    override var transactionDate: Date? { Date(timeIntervalSince1970: 0) }
}

final class FakeResponse: SKProductsResponse, @unchecked Sendable {
    override var products: [SKProduct] { [FakeProduct()] }
    override var invalidProductIdentifiers: [String] { ["weed"] }
}

final class FakeProductsRequest: SKProductsRequest {
    override func start() {
        delegate?.productsRequest(self, didReceive: FakeResponse())
        // As on Apple's platforms, the base class has the wider delegate.
        (self as SKRequest).delegate?.requestDidFinish(self)
    }
}

final class FakeQueue: SKPaymentQueue, @unchecked Sendable {
    private(set) var finished: [SKPaymentTransaction] = []

    override var transactions: [SKPaymentTransaction] { [FakeTransaction(.purchased)] }

    override func finishTransaction(_ transaction: SKPaymentTransaction) { finished.append(transaction) }
}
