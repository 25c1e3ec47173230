public import LocalAppStore
import LocalStoreKit

extension SKTestSession {
    /// Lets a known bug of Apple's releases strike the app under test.
    ///
    /// ```swift
    /// try session.imitate(.cancelledAfterSuccess, times: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - bug: Which.
    ///   - times: How often; nil until ``stopImitating(_:)``.
    ///   - productIdentifier: Which product; nil for all.
    /// - Throws: ``SKTestError`` `invalidProductIdentifier` for a product that the configuration does not have,
    ///   `invalidAction` if the bug cannot be limited like this
    public func imitate(
        _ bug: StoreFault.KnownBug,
        times: Int? = nil,
        productIdentifier: String? = nil
    ) throws {
        catchUp()
        let fault = bug.fault(times: times, accountID: account, productID: productIdentifier)
        try SKTestError.translated { () throws(StoreError) in _ = try store.setFault(fault) }
    }

    /// Ends a bug that strikes the app under test; one that does not is no error.
    public func stopImitating(_ bug: StoreFault.KnownBug) {
        for fault in store.faults where fault.kind == bug.kind && fault.accountID == account {
            try? store.clearFault(fault.id)
        }
    }
}
