#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// Whether the customer may use a product now, with "not known yet" as an answer of its own.
///
/// An app that treats what it does not know as "no" shows its paywall to people who have paid, for a moment or for as long
/// as the store is away.
public enum ProductOwnership: Sendable, Hashable {
    /// The store has not said yet, or could not.
    case notKnownYet
    /// The customer may use it by this transaction.
    case owned(Transaction)
    /// The customer may not use it.
    case notOwned

    /// Whether the answer is known.
    public var isKnown: Bool { self != .notKnownYet }

    /// Whether the customer may use it; nil while that is not known.
    public var isOwned: Bool? {
        switch self {
        case .notKnownYet: nil
        case .owned: true
        case .notOwned: false
        }
    }
}

extension Product {
    /// Whether the customer may use a product now; never true for a transaction that is not verified.
    ///
    /// StoreKit's sequences are empty where they fail. So an empty answer counts only when the store can be reached at the same
    /// time; until then it is ``ProductOwnership/notKnownYet``. The store is asked for the app transaction, which needs no
    /// password.
    public static func ownership(of productID: Product.ID) async -> ProductOwnership {
        for await result in Transaction.currentEntitlements {
            guard case .verified(let transaction) = result, transaction.productID == productID else { continue }
            if transaction.revocationDate == nil { return .owned(transaction) }
        }
        // A task that was cancelled sees empty sequences.
        guard !Task.isCancelled, await isStoreReached() else { return .notKnownYet }
        return .notOwned
    }

    /// Whether the store answers, so that an empty answer of a sequence means that there is nothing.
    static func isStoreReached() async -> Bool {
        guard #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) else { return true }
        return (try? await AppTransaction.shared) != nil
    }
}
