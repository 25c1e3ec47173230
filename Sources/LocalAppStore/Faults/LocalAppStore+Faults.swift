extension LocalAppStore {
    /// The faults in force, in the order in which they were set.
    public var faults: [StoreFault] { engine.faults }

    /// Puts a fault in force; it is kept like everything else in the store.
    ///
    /// - Returns: The fault with the identifier by which it can be cleared.
    /// - Throws: `invalidValue`, `unknownAccount`, `unknownProduct`, `unknownStorefront`
    @discardableResult
    public func setFault(_ fault: StoreFault) throws(StoreError) -> StoreFault {
        try perform { engine throws(StoreError) in try engine.setFault(fault) }
    }

    /// Ends a fault.
    ///
    /// - Throws: `unknownFault` if it is not in force.
    public func clearFault(_ id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.clearFault(id) }
    }

    /// Ends all faults. What they have put off stays put off.
    ///
    /// - Throws: `journalFailed`
    public func clearFaults() throws(StoreError) {
        try perform { engine throws(StoreError) in engine.clearFaults() }
    }
}
