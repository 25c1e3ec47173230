#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What callers were given and finish themselves, until it leaves the queue.
///
/// A queue shows again what is not finished, for example when the app comes back from the background. Who delivers it has
/// it already, and nobody else may finish it meanwhile.
struct HandedOut: Sendable {
    /// By the store's identifier, or by the object where there is none. An object is kept, so that no other takes its place
    /// in memory.
    private var byKey: [DeliveryState.Key: SKPaymentTransaction] = [:]

    func contains(_ transaction: SKPaymentTransaction) -> Bool { byKey[DeliveryState.Key(transaction)] != nil }

    mutating func add(_ transactions: [SKPaymentTransaction]) {
        for transaction in transactions { byKey[DeliveryState.Key(transaction)] = transaction }
    }

    mutating func remove(_ transactions: [SKPaymentTransaction]) {
        for transaction in transactions { byKey[DeliveryState.Key(transaction)] = nil }
    }
}
