public import Foundation

/// Answers the queue's questions.
public protocol SKPaymentQueueDelegate: NSObjectProtocol {
    /// Whether a purchase goes on although the storefront has changed. True without an answer.
    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool

    /// Whether the price consent sheet is shown now. True without an answer.
    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool
}

extension SKPaymentQueueDelegate {
    /// Goes on.
    public func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        true
    }

    /// Shows it.
    public func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { true }
}
