import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreClient {
    /// Answers whether a purchase goes on although the storefront has changed meanwhile; without it, it goes on.
    ///
    /// Called where StoreKit asks, which waits for the answer.
    public var shouldContinueTransactionHandler: ShouldContinueTransactionHandler? {
        get { state.withLock { $0.handlers.shouldContinueTransaction } }
        set { state.withLock { $0.handlers.shouldContinueTransaction = newValue } }
    }

    #if os(iOS) || os(visionOS) || os(Linux)
        /// Answers whether the sheet that asks for consent to a higher price may be shown now; without it, it may.
        ///
        /// After false, call ``showPriceConsentIfNeeded()`` when the moment is better.
        public var shouldShowPriceConsentHandler: ShouldShowPriceConsentHandler? {
            get { state.withLock { $0.handlers.shouldShowPriceConsent } }
            set { state.withLock { $0.handlers.shouldShowPriceConsent = newValue } }
        }

        /// Shows the sheet that asks for consent to a higher price, if one waits for an answer.
        public func showPriceConsentIfNeeded() { backend.showPriceConsentIfNeeded() }

        /// Shows the sheet on which the customer redeems an offer code; what it brings comes as a purchase.
        public func presentCodeRedemptionSheet() { backend.presentCodeRedemptionSheet() }
    #endif
}
