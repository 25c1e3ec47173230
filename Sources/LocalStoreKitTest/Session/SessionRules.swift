import AppReceipt
import Dispatch
import LocalAppStore
import LocalStoreKit
import Locking

/// What the device of a test session asks while the app runs.
struct SessionRules: Sendable {
    let state: Locked<SessionState>
    let store: LocalAppStore

    /// The error that the test wants an operation to fail with.
    func failure(of operation: StoreOperation) -> (any Error)? {
        let errors = state.withLock { $0.simulatedErrors }
        let api: any FailableStoreKitAPI.Type =
            switch operation {
            case .products: StoreKitLoadProductsAPI.self
            case .purchase: StoreKitPurchaseAPI.self
            case .restore, .receiptRefresh: StoreKitAppStoreSyncAPI.self
            case .codeRedemption: StoreKitOfferCodeRedeemAPI.self
            case .subscriptionStatus: StoreKitSubscriptionStatusAPI.self
            case .appTransaction: StoreKitAppTransactionAPI.self
            case .subscriptionsSheet: StoreKitManageSubscriptionsAPI.self
            case .refundRequest: StoreKitRefundRequestAPI.self
            }
        return errors[ObjectIdentifier(api)]?.storeKitError
    }

    /// What the test wants to be wrong with everything that is signed.
    func verificationFailure() -> VerificationResult<Any>.VerificationError? {
        let failure = state.withLock { $0.simulatedErrors[ObjectIdentifier(StoreKitVerificationAPI.self)] }
        return (failure as? SKTestFailures.Verification)?.reason
    }
}

extension LocalDevice {
    convenience init(store: LocalAppStore, options: SKTestSessionOptions) throws {
        let work = CallbackQueue(DispatchQueue(label: "SKTestSession.work"))
        try self.init(
            store: store,
            account: options.account,
            identifier: try DeviceIdentifier(identifierForVendor: options.deviceIdentifier),
            receiptURL: options.receiptURL,
            callbacks: options.queues?.callbacks ?? CallbackQueue(options.callbackQueue),
            work: options.queues?.work ?? work
        )
    }

    /// Lets a test session decide. Everything that happens in the store reaches the running app at once.
    func apply(_ rules: SessionRules) {
        settings.deliversOtherPurchasesAtOnce = true
        settings.failure = { rules.failure(of: $0) }
        settings.verificationFailure = { rules.verificationFailure() }
        settings.showsDialogs = { !rules.store.settings.disableDialogs }
    }
}
