// What those need who answer as `verifyReceipt` does.

extension AppReceipt {
    /// Whether a purchase in it is an auto-renewable subscription, for which `verifyReceipt` wants the shared secret.
    package var hasAutoRenewables: Bool {
        inAppPurchases.contains { $0.productKind == .autoRenewableSubscription }
    }
}

extension AppReceiptError.Code {
    /// Whether the data is no receipt at all (21002), as opposed to one that somebody else signed or changed (21003).
    package var meansNoReceipt: Bool {
        [
            .empty, .oversized, .truncated, .notAReceipt, .base64Damaged, .html, .json, .jws, .transactionReceipt,
            .appAttest, .malformed, .trailingBytes, .tooLarge, .attributeMissing, .attributeMalformed,
            .attributeDuplicate,
        ].contains(self)
    }
}
