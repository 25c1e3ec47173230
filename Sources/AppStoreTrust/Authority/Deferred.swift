import Locking

/// A value that is made when it is first asked for. It is made once; who asks meanwhile waits.
///
/// It is made inside the lock: what makes it must not ask for it.
final class Deferred<Value: Sendable>: Sendable {
    private enum State {
        case due(@Sendable () throws(TrustError) -> Value)
        case made(Result<Value, TrustError>)
    }

    private let state: Locked<State>

    init(_ make: @escaping @Sendable () throws(TrustError) -> Value) { state = Locked(.due(make)) }

    /// A value that is there.
    init(made value: Value) { state = Locked(.made(.success(value))) }

    /// The value.
    ///
    /// - Throws: Each time, why it could not be made.
    func value() throws(TrustError) -> Value {
        try state.withLock { state in
            let result: Result<Value, TrustError>
            switch state {
            case .made(let made): result = made
            case .due(let make):
                result = Result { () throws(TrustError) in try make() }
                state = .made(result)
            }
            return result
        }.get()
    }
}
