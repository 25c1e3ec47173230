public import LocalStoreKit

/// Something that a test session can let fail.
public protocol SKTestFailure: Equatable, Sendable {
    /// The error that the app gets from the original API.
    var storeKitError: any Error { get }
}

/// The failures of each API.
///
/// Verification, subscription status, app transaction, subscription management and refund requests belong to StoreKit 2.
/// No API here could fail with them, so they are left out.
public enum SKTestFailures {
    /// Failures of loading products.
    public enum LoadProducts: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error.originalError
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
            case .generic(let error): error.originalError
            case .purchase(let error): SKError(error.originalCode)
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

    /// Failures of a restore or a receipt refresh.
    public enum AppStoreSync: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error.originalError
            }
        }

        /// Whether two failures are of the same kind.
        public static func == (lhs: AppStoreSync, rhs: AppStoreSync) -> Bool {
            switch (lhs, rhs) {
            case (.generic(let first), .generic(let second)): StoreKitError.isSame(first, second)
            }
        }
    }

    /// Failures of redeeming an offer code.
    public enum OfferCodeRedeem: SKTestFailure {
        /// Any API can fail like this.
        case generic(StoreKitError)

        public var storeKitError: any Error {
            switch self {
            case .generic(let error): error.originalError
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
