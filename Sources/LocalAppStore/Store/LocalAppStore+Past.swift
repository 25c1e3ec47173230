import Locking

extension LocalAppStore {
    /// The notifications of this event and those before are made: what was true then need not be remembered any more.
    package func forgetPast(through sequence: Int) {
        core.withLock { $0.forgetPast(through: sequence) }
    }
}
