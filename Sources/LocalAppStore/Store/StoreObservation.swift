/// Keeps an observer attached for as long as this value lives.
public final class StoreObservation: Sendable {
    private let detach: @Sendable () -> Void

    init(detach: @escaping @Sendable () -> Void) {
        self.detach = detach
    }

    deinit {
        detach()
    }

    /// Detaches the observer now; harmless when repeated. An event that another thread is just delivering may still come.
    public func cancel() {
        detach()
    }
}
