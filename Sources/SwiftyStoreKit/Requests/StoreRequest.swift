/// A request that runs; keeps what it needs alive.
struct StoreRequest: Sendable {
    /// Ends it; nothing comes back any more.
    let cancel: @Sendable () -> Void
}
