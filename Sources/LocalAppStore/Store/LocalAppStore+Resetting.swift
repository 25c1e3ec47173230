import StoreConfiguration

extension LocalAppStore {
    /// Takes back what a test leaves behind: no transactions, no faults, the settings of the catalogue; customers stay. All
    /// of it happens, or nothing.
    ///
    /// How fast subscriptions renew stays, too: it was chosen for the running store, not for the test that resets it.
    ///
    /// - Throws: `journalFailed`
    package func reset() throws(StoreError) {
        let first = StoreSettings(configuration.settings)
        try perform { engine throws(StoreError) in
            var settings = first
            (settings.timeRate, settings.renewalLimit) = (engine.settings.timeRate, engine.settings.renewalLimit)
            try engine.clearTransactions()
            engine.clearFaults()
            try engine.setSettings(settings)
        }
    }
}
