import LocalStoreKit

/// What stands for a failure, whichever API it is of. Apple declares it, and says nothing of what is in it.
public struct _SKTestFailureCode: Equatable, Sendable {
    /// The kinds of errors that APIs can fail with.
    enum Content: Sendable {
        case generic(StoreKitError)
        case purchase(Product.PurchaseError)
        case verification(VerificationResult<Any>.VerificationError)
        case refundRequest(Transaction.RefundRequestError)
    }

    let content: Content

    init(_ content: Content) { self.content = content }

    /// Whether two codes stand for failures of the same kind.
    public static func == (lhs: _SKTestFailureCode, rhs: _SKTestFailureCode) -> Bool {
        switch (lhs.content, rhs.content) {
        case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
        case (.purchase(let first), .purchase(let second)): first == second
        case (.verification(let first), .verification(let second)): first == second
        case (.refundRequest(let first), .refundRequest(let second)): first == second
        default: false
        }
    }

    /// The error that any API can fail with; nil for one of a single API.
    var genericError: StoreKitError? {
        if case .generic(let error) = content { error } else { nil }
    }
}
