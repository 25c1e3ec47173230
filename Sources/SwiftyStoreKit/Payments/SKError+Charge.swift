import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension SKError {
    private static var stageKey: String { "com.purser.stage" }
    private static var beforePayment: String { "before payment" }

    /// Whether the customer may have paid although the purchase failed.
    ///
    /// True where the payment had been made and the store, or the network, did not say how it ended: the purchase may
    /// still arrive. Do not ask the customer to buy again; what was paid for comes to `deliver` or
    /// `completeTransactions`.
    public var mayHaveBeenCharged: Bool {
        if userInfo[SKError.stageKey] as? String == SKError.beforePayment { return false }
        if userInfo[NSUnderlyingErrorKey] is CancellationError { return true }
        switch code {
        case .unknown, .cloudServiceNetworkConnectionFailed: return true
        default: return false
        }
    }

    /// The domain of the error beneath, or of this one if there is none.
    public var underlyingDomain: String { deepest.domain }

    /// The number of the error beneath, in ``underlyingDomain``.
    public var underlyingCode: Int { deepest.code }

    private var deepest: NSError {
        let beneath = userInfo[NSUnderlyingErrorKey] as? any Error
        return (beneath ?? self) as NSError
    }

    /// The error of a request that was made before any payment.
    init(beforePayment error: any Error) {
        let error = SKError(storeError: error)
        var userInfo = error.userInfo
        userInfo[SKError.stageKey] = SKError.beforePayment
        self.init(error.code, userInfo: userInfo)
    }

    /// The caller stopped waiting for a payment that it had made.
    init(abandoned error: CancellationError) {
        self.init(
            .paymentCancelled,
            userInfo: [
                NSUnderlyingErrorKey: error,
                NSLocalizedDescriptionKey: "The app stopped waiting; the purchase goes on",
            ]
        )
    }
}
