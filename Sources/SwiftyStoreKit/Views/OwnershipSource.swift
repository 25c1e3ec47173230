/// Who says whether the customer may use a product: ``SignedEntitlements``, ``OwnedProducts``, or an app's own knowledge.
public protocol OwnershipSource: Sendable {
    /// Whether the customer may use a product now; nil while that is not known, which is no "no".
    func isOwned(_ productID: String) -> Bool?

    /// Finds out anew what is owned.
    func askAgain() async
}

extension SignedEntitlements: OwnershipSource {
    /// Whether the customer may use a product now; nil if StoreKit has not answered yet, or too long ago.
    public func isOwned(_ productID: String) -> Bool? {
        let state = state
        switch state.knowledge {
        case .confirmed, .remembered: return state.productIDs.contains(productID)
        case .notKnownYet, .stale: return nil
        }
    }

    /// Asks StoreKit.
    public func askAgain() async { await refresh() }
}

extension OwnedProducts: OwnershipSource {
    /// Whether the customer may use a product now; nil if no receipt was looked at yet, and nothing is remembered.
    public func isOwned(_ productID: String) -> Bool? {
        let state = state
        if state.source == .nothing, state.asOf == nil { return nil }
        return state.productIDs.contains(productID)
    }

    /// Reads the receipt that is on the device.
    public func askAgain() async { await reconcile() }
}
