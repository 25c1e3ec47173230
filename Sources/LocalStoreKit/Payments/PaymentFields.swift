import Foundation
import LocalAppStore

/// The values of a payment, as the queue keeps them.
struct PaymentFields: Sendable {
    var productIdentifier = ""
    var quantity = 1
    var requestData: Data?
    var applicationUsername: String?
    var simulatesAskToBuyInSandbox = false
    var paymentDiscount: SKPaymentDiscount?
    /// The win-back offer with which the purchase was begun in the App Store.
    var winBackOfferID: String?
    /// All that StoreKit 2 asks for; nil for a payment of StoreKit 1.
    var request: PurchaseRequest?
}

extension PaymentFields {
    /// Reads a payment through its public properties, so that a subclass's overrides count.
    init(_ payment: SKPayment) {
        self.init(
            productIdentifier: payment.productIdentifier,
            quantity: payment.quantity,
            requestData: payment.requestData,
            applicationUsername: payment.applicationUsername,
            simulatesAskToBuyInSandbox: payment.simulatesAskToBuyInSandbox,
            paymentDiscount: payment.paymentDiscount
        )
    }
}
