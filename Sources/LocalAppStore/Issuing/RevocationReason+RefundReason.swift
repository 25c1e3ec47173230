import AppStoreModels

extension RevocationReason {
    /// What signed transactions say of a refund that was asked for with one of Apple's reasons.
    ///
    /// Apple tells an issue in the app from everything else, and not which of the reasons are one; these two are about what
    /// was bought.
    init(refundReason reason: String) {
        self = ["FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE"].contains(reason) ? .issueInApp : .other
    }
}
