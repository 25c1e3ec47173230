extension SwiftyStoreKit {
    /// Answers whether a purchase goes on although the storefront has changed meanwhile; without it, it goes on.
    public static var shouldContinueTransactionHandler: ShouldContinueTransactionHandler? {
        get { client.shouldContinueTransactionHandler }
        set { client.shouldContinueTransactionHandler = newValue }
    }

    #if os(iOS) || os(visionOS) || os(Linux)
        /// Answers whether the sheet that asks for consent to a higher price may be shown now; without it, it may.
        public static var shouldShowPriceConsentHandler: ShouldShowPriceConsentHandler? {
            get { client.shouldShowPriceConsentHandler }
            set { client.shouldShowPriceConsentHandler = newValue }
        }

        /// Shows the sheet that asks for consent to a higher price, if one waits for an answer.
        public class func showPriceConsentIfNeeded() { client.showPriceConsentIfNeeded() }

        /// Shows the sheet on which the customer redeems an offer code; what it brings comes as a purchase.
        public class func presentCodeRedemptionSheet() { client.presentCodeRedemptionSheet() }
    #endif
}
