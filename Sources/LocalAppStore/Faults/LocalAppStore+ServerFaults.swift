/// The store as servers reach it, with the faults that strike them.
extension LocalAppStore {
    /// The faults that strike a call now; they are counted down.
    ///
    /// - Throws: `journalFailed`
    package func strike(_ call: AppStoreCall) throws(StoreError) -> ServerFaults {
        guard look({ $0.hasServerFaults }) else { return ServerFaults() }
        return try perform { engine throws(StoreError) in engine.strike(call) }
    }

    /// Whether a fault keeps the App Store Server API from finding a transaction; it is counted down.
    ///
    /// - Throws: `journalFailed`
    package func strikeLate(_ transaction: StoreTransaction) throws(StoreError) -> Bool {
        guard look({ $0.hasServerFaults }) else { return false }
        return try perform { engine throws(StoreError) in engine.strikeLate(transaction) }
    }
}
