import Locking

/// Hands events to the app's log; without a sink they go nowhere.
public final class PurchaseLog: Sendable {
    private let sinkValue = Locked((@Sendable (PurchaseEvent) -> Void)?.none)

    /// A log without a sink.
    public init() {}

    /// Who is told, on any thread, of each event.
    public var sink: (@Sendable (PurchaseEvent) -> Void)? {
        get { sinkValue.withLock { $0 } }
        set { sinkValue.withLock { $0 = newValue } }
    }

    func note(
        _ kind: PurchaseEvent.Kind,
        productID: String? = nil,
        transactionID: String? = nil,
        error: (any Error)? = nil
    ) {
        guard let sink else { return }
        sink(PurchaseEvent(kind, productID: productID, transactionID: transactionID, error: error))
    }
}
