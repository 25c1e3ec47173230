import Locking

extension SKTestSession {
    /// What an API fails with at present; nil if it works.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        state.withLock { $0.simulatedErrors[ObjectIdentifier(API.self)] } as? API.Failure
    }

    /// Lets an API fail from now on; nil lets it work again.
    ///
    /// The app gets the error of the original API that means the same: `SKError` for what the store refuses, the
    /// `URLError` itself for a network that fails. ``buyProduct(productIdentifier:)``, which is not the app's, goes on working.
    public func setSimulatedError<API>(
        _ error: API.Failure?,
        forAPI api: API
    ) async throws where API: FailableStoreKitAPI {
        state.withLock { $0.simulatedErrors[ObjectIdentifier(API.self)] = error }
    }
}
