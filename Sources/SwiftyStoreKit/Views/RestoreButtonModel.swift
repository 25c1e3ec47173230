import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// The button that brings earlier purchases back. Apple wants one in every app that sells what is owned for ever.
@MainActor
public final class RestoreButtonModel: PurchaseViewModel {
    /// What a restore has brought.
    public enum Outcome: Sendable, Hashable {
        /// So many purchases came back; they are delivered like any others.
        case restored(Int)
        /// The customer did not sign in.
        case cancelled
        /// The store could not be asked.
        case failed(reason: String)

        /// What to tell the customer, in English.
        public var message: String {
            switch self {
            case .restored(0): "There is nothing to restore."
            case .restored(1): "1 purchase is back."
            case .restored(let count): "\(count) purchases are back."
            case .cancelled: "Nothing was brought back."
            case .failed(let reason): "The purchases could not be restored. (\(reason))"
            }
        }
    }

    /// Whether a restore runs: then the button waits.
    public private(set) var isRestoring = false
    /// What the last restore has brought; nil before the first.
    public private(set) var outcome: Outcome?
    private let client: StoreClient

    /// A button.
    public init(client: StoreClient) {
        self.client = client
        super.init()
    }

    /// Restores. While a restore runs, nothing.
    ///
    /// - Returns: What it has brought; nil if none was begun.
    @discardableResult
    public func restore() async -> Outcome? {
        guard !isRestoring else { return nil }
        change { isRestoring = true }
        let results = await client.restorePurchases()
        let outcome = Outcome(results)
        change { (self.isRestoring, self.outcome) = (false, outcome) }
        return outcome
    }
}

extension RestoreButtonModel.Outcome {
    fileprivate init(_ results: RestoreResults) {
        switch results.restoreFailedPurchases.first?.0 {
        case nil: self = .restored(results.restoredPurchases.count)
        case let error? where error.code == .paymentCancelled: self = .cancelled
        case let error?: self = .failed(reason: error.localizedDescription)
        }
    }
}
