import SwiftyStoreKit

extension IAPHelper {
    /// Validates the receipt on the device, and has what is owned agree with it.
    ///
    /// Call it on the main thread: when the app starts, after a purchase, at the end of a restore. A receipt that is not
    /// valid changes nothing; ``log`` says what is wrong. Nothing here asks the customer for a password.
    ///
    /// What was bought after the receipt was made stays, a subscription until its period ends: StoreKit 2 has a purchase in
    /// the receipt only after ``refreshReceipt(completion:)``.
    ///
    /// - Returns: Whether the receipt is valid.
    @discardableResult
    public func processReceipt() -> Bool {
        log.note(.receiptValidationStarted)
        let receipt = IAPReceipt(of: self)
        guard receipt.isReachable, receipt.load(), receipt.validateSigning(), receipt.read(), receipt.validate() else {
            log.note(.receiptProcessingFailure, error: receipt.failures.first)
            return false
        }
        reconcile(with: receipt)
        log.note(.purchasedProductsValidatedAgainstReceipt)
        log.note(.receiptProcessingSuccess)
        return true
    }

    /// Has the App Store write a new receipt, which may ask the customer for a password; calls that overlap share one
    /// request.
    public func refreshReceipt(completion: @escaping (_ notification: IAPNotification) -> Void) {
        let handler = Handler(completion)
        log.note(.receiptRefreshStarted)
        client.fetchReceipt(forceRefresh: true) { [self] result in
            switch result {
            case .success:
                log.note(.receiptRefreshSuccess)
                tell(.requestReceiptRefreshSuccess, handler)
            case .error(let error):
                log.note(.receiptRefreshFailure, error: error)
                tell(.requestReceiptRefreshFailure, handler, because: error)
            }
        }
    }
}
