public import Foundation

/// A payment whose values may still change; the queue copies them when it is added.
open class SKMutablePayment: SKPayment {
    /// An opaque name of the customer's account in the app's own system.
    override open var applicationUsername: String? {
        get { fields.applicationUsername }
        set { fields.applicationUsername = newValue }
    }

    /// The signed promotional offer to apply.
    override open var paymentDiscount: SKPaymentDiscount? {
        get { fields.paymentDiscount }
        set { fields.paymentDiscount = newValue }
    }

    /// The product to buy.
    override open var productIdentifier: String {
        get { fields.productIdentifier }
        set { fields.productIdentifier = newValue }
    }

    /// How many units to buy, 1 to 10.
    override open var quantity: Int {
        get { fields.quantity }
        set { fields.quantity = newValue }
    }

    /// Reserved; leave it nil.
    override open var requestData: Data? {
        get { fields.requestData }
        set { fields.requestData = newValue }
    }

    /// Whether the purchase waits for somebody's approval, as with Ask to Buy; only in test environments.
    override open var simulatesAskToBuyInSandbox: Bool {
        get { fields.simulatesAskToBuyInSandbox }
        set { fields.simulatesAskToBuyInSandbox = newValue }
    }
}
