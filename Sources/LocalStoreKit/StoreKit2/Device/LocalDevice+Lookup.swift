import LocalAppStore

extension LocalDevice {
    /// A transaction as this device sees it; nil if the store has no such one for it.
    ///
    /// It asks at once, on the caller's thread, and tells nobody: for who controls the store behind the app's back.
    ///
    /// - Throws: ``StoreKitError``
    package func transaction(_ identifier: String) throws -> VerificationResult<Transaction>? {
        let selection = DeviceSelection(.all, transactionIDs: [identifier], includesFinishedConsumables: true)
        do {
            guard let found = try session.documents(selection).first else { return nil }
            return try DocumentLook(self).result(of: found.document)
        } catch {
            throw StoreRefusal.storeKitError(error)
        }
    }
}
