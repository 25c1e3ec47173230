import Locking

/// What comes to light about a request while it is answered, for the log and the metrics.
final class ObservedRequest: Sendable {
    private let caller: Locked<String?>

    init(callerID: String?) { caller = Locked(callerID) }

    /// The name of the key.
    var callerID: String? {
        get { caller.withLock { $0 } }
        set { caller.withLock { $0 = newValue } }
    }
}
