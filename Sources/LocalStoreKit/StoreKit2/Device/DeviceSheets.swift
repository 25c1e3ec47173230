/// What the sheet for refunds is about.
public struct SheetRefund: Sendable {
    /// The purchase.
    public let transactionID: UInt64
}

/// What the customer does on the sheet for refunds.
public enum RefundAnswer: Sendable {
    /// Asks for the refund.
    ///
    /// In test environments it is granted, unless the reason is ``RefundReason/other`` and `details` is `REJECT`; with
    /// ``RefundReason/unfulfilled`` and ``RefundReason/unsatisfied`` as an issue in the app.
    case submit(RefundReason, details: String? = nil)
    /// Closes the sheet.
    case cancel
    /// The request fails with this error.
    case fail(Transaction.RefundRequestError)
}

/// Why a customer asks for a refund, as the sheet offers it.
public struct RefundReason: RawRepresentable, Sendable, Hashable {
    /// Apple's word.
    public let rawValue: String

    /// A reason.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was bought by mistake.
    public static let unintended = Self(rawValue: "UNINTENDED_PURCHASE")
    /// It was not delivered.
    public static let unfulfilled = Self(rawValue: "FULFILLMENT_ISSUE")
    /// The customer is not content.
    public static let unsatisfied = Self(rawValue: "UNSATISFIED_WITH_PURCHASE")
    /// The law asks for it.
    public static let legal = Self(rawValue: "LEGAL")
    /// Something else.
    public static let other = Self(rawValue: "OTHER")
}

/// What the sheet for subscriptions shows.
public struct SheetSubscriptions: Sendable {
    /// Where the customer's subscriptions stand.
    public let statuses: [Product.SubscriptionInfo.Status]
}

/// What the customer does with one subscription on the sheet.
public struct SubscriptionChoice: Sendable, Hashable {
    /// What becomes of a subscription.
    public enum Change: Sendable, Hashable {
        /// It ends with its period.
        case cancel
        /// It renews again.
        case resume
        /// It goes on with another product of the group.
        case switchTo(productID: String)
    }

    /// The subscription's first transaction.
    public let originalTransactionID: UInt64
    /// What becomes of it.
    public let change: Change

    /// A choice.
    public init(originalTransactionID: UInt64, change: Change) {
        self.originalTransactionID = originalTransactionID
        self.change = change
    }
}
