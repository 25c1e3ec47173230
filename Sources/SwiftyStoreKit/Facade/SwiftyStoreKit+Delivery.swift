extension SwiftyStoreKit {
    /// Delivers every purchase: those that earlier launches left unfinished, and all that come later.
    ///
    /// Call it when the app starts. Each purchase is finished only after `handler` has returned; if it throws, it is
    /// called again after a while, and at the next launch. See ``StoreClient/deliver(retry:storage:_:)``.
    ///
    /// - Parameters:
    ///   - retry: How long to wait after a failure.
    ///   - storage: Where to remember what was delivered; nil for the library's own place.
    ///   - handler: Unlocks or delivers what was bought.
    public class func deliver(
        retry: DeliveryRetry = DeliveryRetry(),
        storage: (any KeyValueStorage)? = nil,
        _ handler: @escaping @Sendable (Purchase) async throws -> Void
    ) {
        client.deliver(retry: retry, storage: storage, handler)
    }

    /// Waits until everything that came to ``deliver(retry:storage:_:)`` has been delivered and finished; for scripts and
    /// tests, which end. Returns early when the task is cancelled.
    nonisolated(nonsending) public class func delivered() async { await client.delivered() }

    /// Whether everything that came to ``deliver(retry:storage:_:)`` has been delivered and finished.
    public class var isDelivered: Bool { client.isDelivered }
}
