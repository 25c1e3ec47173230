#if canImport(StoreKit)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A call of `restorePurchases` that waits for its end.
struct RestoreCall: Sendable {
    let atomically: Bool
    let applicationUsername: String?
    let handler: Handler<RestoreResults>
}

/// The restores that run or wait, one at a time: the queue cannot tell two of them apart.
///
/// Calls for the same name join the one that runs; a call for another name waits for its end.
struct RestoreStage: Sendable {
    private var running: [RestoreCall] = []
    private var waiting: [RestoreCall] = []
    private var restored: [SKPaymentTransaction] = []

    /// Takes in a call; the result tells the queue to begin, unless a restore runs already.
    mutating func begin(_ call: RestoreCall) -> ClientAction? {
        if let first = running.first {
            if first.applicationUsername == call.applicationUsername {
                running.append(call)
            } else {
                waiting.append(call)
            }
            return nil
        }
        running = [call]
        return .startRestore(applicationUsername: call.applicationUsername)
    }

    /// Takes a restored transaction while a restore runs.
    mutating func take(_ transaction: SKPaymentTransaction) -> Bool {
        guard !running.isEmpty, transaction.transactionState == .restored else { return false }
        restored.append(transaction)
        return true
    }

    /// The restore has ended; what it brought is delivered also if it failed half-way.
    mutating func end(_ error: (any Error)?) -> [ClientAction] {
        guard !running.isEmpty else { return [] }
        // One caller that delivers later is enough to leave the transactions open for all.
        let finishes = running.allSatisfy(\.atomically)
        let results = RestoreResults(
            restoredPurchases: restored.map { Purchase($0, needsFinish: !finishes) },
            restoreFailedPurchases: error.map { [(SKError(storeError: $0), nil)] } ?? []
        )
        var actions = [
            ClientAction.restore(running.map(\.handler), results, finish: finishes ? restored : [])
        ]
        restored = []
        running = []
        let next = waiting
        waiting = []
        actions += next.compactMap { begin($0) }
        return actions
    }
}
