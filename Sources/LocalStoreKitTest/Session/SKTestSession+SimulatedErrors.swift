import Locking

extension SKTestSession {
    /// What an API fails with at present; nil if it works.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        state.withLock { $0.simulatedErrors[ObjectIdentifier(API.self)] } as? API.Failure
    }

    /// Lets an API fail from now on; nil lets it work again.
    ///
    /// An app of StoreKit 2 gets the error itself; with ``SKTestFailures/Verification`` everything that is signed from now
    /// on is `.unverified`. An app of StoreKit 1 gets the error that means the same there: `SKError` for what the store
    /// refuses, the `URLError` itself for a network that fails. Where StoreKit cannot throw, as in `Status.all`, nothing
    /// comes. What the session itself buys goes on working.
    ///
    /// A session begins with the failures that are switched on in the configuration file.
    public func setSimulatedError<API>(
        _ error: API.Failure?,
        forAPI api: API
    ) async throws where API: FailableStoreKitAPI {
        state.withLock { $0.simulatedErrors[ObjectIdentifier(API.self)] = error }
    }
}
