#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A call of `restorePurchases` that waits for its end.
struct RestoreCall: Sendable {
    let atomically: Bool
    let applicationUsername: String?
    let handler: Handler<RestoreResults>
    /// Which call it is, for a caller that stops waiting.
    let wait: Wait

    /// Tells calls apart.
    final class Wait: Sendable {}
}

/// The restores that run or wait, one at a time: the queue cannot tell two of them apart.
///
/// Calls for the same name join the one that runs; a call for another name waits for its end.
struct RestoreStage: Sendable {
    /// The name that is restored for; nil while no restore runs.
    private var current: Name?
    private var running: [RestoreCall] = []
    private var waiting: [RestoreCall] = []
    /// What the restore that runs has brought so far.
    private(set) var collected: [SKPaymentTransaction] = []
    /// The objects of these: a queue shows again what is not finished, for example when the app comes back meanwhile.
    private var collectedObjects: Set<ObjectIdentifier> = []

    private struct Name: Equatable, Sendable {
        let applicationUsername: String?
    }

    /// Takes in a call; the result tells the queue to begin, unless a restore runs already.
    mutating func begin(_ call: RestoreCall) -> ClientAction? {
        let name = Name(applicationUsername: call.applicationUsername)
        if let current {
            if current == name { running.append(call) } else { waiting.append(call) }
            return nil
        }
        current = name
        running = [call]
        return .startRestore(applicationUsername: call.applicationUsername)
    }

    /// Forgets a caller that does not wait any more; its handler, if it still waited.
    mutating func abandon(_ wait: RestoreCall.Wait) -> Handler<RestoreResults>? {
        if let index = running.firstIndex(where: { $0.wait === wait }) { return running.remove(at: index).handler }
        if let index = waiting.firstIndex(where: { $0.wait === wait }) { return waiting.remove(at: index).handler }
        return nil
    }

    /// Takes a restored transaction while a restore runs.
    mutating func take(_ transaction: SKPaymentTransaction) -> Bool {
        guard current != nil, transaction.transactionState == .restored else { return false }
        if collectedObjects.insert(ObjectIdentifier(transaction)).inserted { collected.append(transaction) }
        return true
    }

    /// The restore has ended; what it brought is delivered also if it failed half-way.
    ///
    /// - Returns: What to do, and the transactions that no caller waits for any more.
    mutating func end(_ error: (any Error)?) -> (actions: [ClientAction], unclaimed: [SKPaymentTransaction]) {
        guard current != nil else { return ([], []) }
        let restored = collected
        let callers = running
        collected = []
        collectedObjects = []
        running = []
        current = nil
        let next = waiting
        waiting = []
        let action = callers.isEmpty ? nil : answer(callers, restored, error)
        return ([action].compactMap { $0 } + next.compactMap { begin($0) }, callers.isEmpty ? restored : [])
    }

    private func answer(
        _ callers: [RestoreCall],
        _ restored: [SKPaymentTransaction],
        _ error: (any Error)?
    ) -> ClientAction {
        // One caller that delivers later is enough to leave the transactions open for all.
        let finishes = callers.allSatisfy(\.atomically)
        let results = RestoreResults(
            restoredPurchases: restored.map { Purchase($0, needsFinish: !finishes) },
            restoreFailedPurchases: error.map { [(SKError(storeError: $0), nil)] } ?? []
        )
        return .restore(callers.map(\.handler), results, finish: finishes ? restored : [])
    }
}
