import AppStoreModels

extension StoreEngine {
    /// Extends all subscriptions to one product at once; for a failure, one is among them that may not be extended again.
    mutating func extendMany(withFailure: Bool, _ scene: inout CauseScene) throws(StoreError) {
        let chain = try paidChain(&scene)
        if withFailure {
            let before = chain.extensionDates.count
            for _ in min(before, 2)..<2 {
                try extendRenewal(originalTransactionID: chain.originalTransactionID, days: 1)
                scene.note("extended subscription \(chain.originalTransactionID) by 1 day, so that it may not be again")
            }
        }
        let wanted = MassExtension(
            requestIdentifier: "extension-\(allMassExtensions.count + 1)",
            productID: chain.productID,
            extendByDays: 7
        )
        let done = try extendAll(wanted)
        scene.note(
            "extended all subscriptions to \(done.productID) by 7 days: \(done.succeededCount) succeeded, "
                + "\(done.failedCount) failed"
        )
    }
}
