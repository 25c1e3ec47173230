import Foundation
import Locking

extension StoreClient {
    /// Delivers every purchase: those that earlier launches left unfinished, and all that come later.
    ///
    /// Each purchase is finished only after `handler` has returned. If it throws, it is called again after a while, and
    /// at the next launch. It may be called twice for one purchase if the app is killed while it runs; use the
    /// transaction's identifier to make that harmless. Purchases are delivered one at a time, in the order in which they
    /// came, restored ones too.
    ///
    /// From this call on nothing else finishes purchases: completions hear of them as before, with
    /// `needsFinishTransaction` false. A second call is ignored.
    ///
    /// - Parameters:
    ///   - retry: How long to wait after a failure.
    ///   - storage: Where to remember what was delivered; nil for the client's own place.
    ///   - handler: Unlocks or delivers what was bought.
    public func deliver(
        retry: DeliveryRetry = DeliveryRetry(),
        storage: (any KeyValueStorage)? = nil,
        _ handler: @escaping @Sendable (Purchase) async throws -> Void
    ) {
        let log = log
        let ledger = DeliveryLedger(storage: storage ?? services.storage) { log.note(.storageFailed, error: $0) }
        let new = DeliveryDesk(
            retry: retry,
            ledger: ledger,
            services: DeliveryDesk.Services(
                finish: { [backend] in backend.finish($0) },
                spare: { [backend] in backend.spare($0) },
                sleep: services.sleep,
                log: log
            ),
            handler: handler
        )
        let takenAway = state.withLock { state -> Set<String>? in
            guard state.desk == nil else { return nil }
            state.desk = new
            defer { state.takenAway = [] }
            return state.takenAway
        }
        guard let takenAway else { return }
        new.forget(takenAway)
        perform(state.withLock { $0.router.beginDelivering() })
    }

    /// Waits until everything that came to ``deliver(retry:storage:_:)`` has been delivered and finished; for scripts and
    /// tests, which end. Returns early when the task is cancelled.
    public func delivered() async {
        let desk = state.withLock { $0.desk }
        await desk?.untilIdle()
    }

    /// How many purchases came to ``deliver(retry:storage:_:)`` that are not delivered and finished, those among them that wait
    /// to be tried again.
    package var waitingDeliveryCount: Int { state.withLock { $0.desk }?.waitingCount ?? 0 }

    /// Whether everything that came to ``deliver(retry:storage:_:)`` has been delivered and finished.
    public var isDelivered: Bool { state.withLock { $0.desk }?.isIdle ?? true }
}
