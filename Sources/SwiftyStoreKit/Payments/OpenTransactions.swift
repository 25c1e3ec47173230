#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// The transactions that are in the queue and were heard of, oldest first.
struct OpenTransactions: Sendable {
    private var byObject: [ObjectIdentifier: (number: Int, transaction: SKPaymentTransaction)] = [:]
    private var next = 0

    var inOrder: [SKPaymentTransaction] {
        byObject.values.sorted { $0.number < $1.number }.map(\.transaction)
    }

    mutating func updated(_ transactions: [SKPaymentTransaction]) {
        for transaction in transactions where byObject[ObjectIdentifier(transaction)] == nil {
            byObject[ObjectIdentifier(transaction)] = (next, transaction)
            next += 1
        }
    }

    mutating func removed(_ transactions: [SKPaymentTransaction]) {
        for transaction in transactions { byObject[ObjectIdentifier(transaction)] = nil }
    }
}
