public import LocalStoreKit

/// Something that a test session can let fail.
public protocol SKTestFailure: Equatable, Sendable {
    /// The failure that a code stands for; nil for a code of a failure that the API does not have.
    init?(_fromErrorCode code: _SKTestFailureCode)

    /// The code that stands for the failure.
    var _errorCode: _SKTestFailureCode { get }

    /// The error that an app gets from StoreKit 2; from StoreKit 1 it gets the one that means the same there.
    var storeKitError: any Error { get }
}

/// The failures of each API.
public enum SKTestFailures {
    /// Failures of loading products.
    public enum LoadProducts: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: LoadProducts, rhs: LoadProducts) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            }
        }
    }

    /// Failures of a purchase.
    public enum Purchase: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)
        /// Only a purchase can fail like this.
        case purchase(Product.PurchaseError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            case .purchase(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: Purchase, rhs: Purchase) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            case (.purchase(let first), .purchase(let second)): first == second
            default: false
            }
        }
    }

    /// Why what the store signed is not believed.
    public enum Verification: SKTestFailure {
        /// Everything that is signed fails like this.
        case verification(VerificationResult<Any>.VerificationError)

        public var storeKitError: any Error { reason }

        /// What the device says is wrong.
        var reason: VerificationResult<Any>.VerificationError {
            switch self {
            case .verification(let error): error
            }
        }
    }

    /// Failures of `AppStore.sync()`, a restore or a receipt refresh.
    public enum AppStoreSync: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: AppStoreSync, rhs: AppStoreSync) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            }
        }
    }

    /// Failures of asking where subscriptions stand.
    public enum SubscriptionStatus: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: SubscriptionStatus, rhs: SubscriptionStatus) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            }
        }
    }

    /// Failures of asking for the app transaction.
    public enum AppTransaction: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: AppTransaction, rhs: AppTransaction) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            }
        }
    }

    /// Failures of the sheet for subscriptions.
    public enum ManageSubscriptions: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: ManageSubscriptions, rhs: ManageSubscriptions) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            }
        }
    }

    /// Failures of the sheet for refunds.
    public enum RefundRequest: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)
        /// Only a request for a refund can fail like this.
        case refundRequest(Transaction.RefundRequestError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            case .refundRequest(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: RefundRequest, rhs: RefundRequest) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            case (.refundRequest(let first), .refundRequest(let second)): first == second
            default: false
            }
        }
    }

    /// Failures of redeeming an offer code.
    public enum OfferCodeRedeem: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: OfferCodeRedeem, rhs: OfferCodeRedeem) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            }
        }
    }
}
