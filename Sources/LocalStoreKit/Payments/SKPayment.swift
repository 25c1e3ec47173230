public import Foundation

/// A request to buy one product; immutable.
///
/// `quantity` runs from 1 to 10. Make one with ``init(product:)``, or a ``SKMutablePayment`` to set more than the product.
open class SKPayment: NSObject, NSCopying, NSMutableCopying {
    /// What a ``SKMutablePayment`` changes and everything else only reads.
    final var fields: PaymentFields

    /// A payment for no product; the queue does not accept it as it is.
    public override init() {
        fields = PaymentFields()
        super.init()
    }

    init(fields: PaymentFields) {
        self.fields = fields
        super.init()
    }

    /// A payment for one unit of `product`.
    public convenience init(product: SKProduct) {
        self.init()
        fields.productIdentifier = product.productIdentifier
    }

    /// The product to buy.
    open var productIdentifier: String { fields.productIdentifier }

    /// Reserved: a payment that carries data here fails with the code `unauthorizedRequestData`.
    open var requestData: Data? { fields.requestData }

    /// How many units to buy, 1 to 10.
    open var quantity: Int { fields.quantity }

    /// An opaque name of the customer's account in the app's own system.
    ///
    /// Only a UUID string outlives the payment: it becomes the transaction's `appAccountToken`.
    open var applicationUsername: String? { fields.applicationUsername }

    /// Whether the purchase waits for somebody's approval, as with Ask to Buy; only in test environments.
    open var simulatesAskToBuyInSandbox: Bool { fields.simulatesAskToBuyInSandbox }

    /// The signed promotional offer to apply.
    open var paymentDiscount: SKPaymentDiscount? { fields.paymentDiscount }

    /// An immutable copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        SKPayment(fields: PaymentFields(self))
    }

    /// A ``SKMutablePayment`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = SKMutablePayment()
        copy.fields = PaymentFields(self)
        return copy
    }
}
