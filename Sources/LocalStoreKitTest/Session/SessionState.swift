import LocalStoreKit

/// What a session knows beside its store.
struct SessionState {
    /// How purchases fail while ``SKTestSession/failTransactionsEnabled`` is on.
    var failureError = SKError.Code.unknown
    /// The attempts that were deleted; the store keeps no list of them.
    var deletedAttempts: Set<String> = []
    /// What was told to fail, by the name of the API.
    var simulatedErrors: [ObjectIdentifier: any SKTestFailure] = [:]
}
