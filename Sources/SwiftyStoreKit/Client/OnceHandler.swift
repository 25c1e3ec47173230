import Locking

/// A completion that a validator of the app calls: only the first call counts.
final class OnceHandler<Value>: Sendable {
    private let handler: Locked<Handler<Value>?>

    init(_ body: @escaping (Value) -> Void) {
        handler = Locked(Handler(body))
    }

    func callAsFunction(_ value: Value) {
        let once = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        once?(value)
    }
}
