import LocalStoreKit
import LocalStoreKitTest

private func askToBuy() throws {
    let session = try SKTestSession(configurationFileNamed: "FlowerShop")
    session.disableDialogs = true
    session.askToBuyEnabled = true
    // the app buys; its observer hears .purchasing, then .deferred
    for waiting in session.allTransactions() where waiting.pendingAskToBuyConfirmation {
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
    }
    // the observer hears .purchased
}

private func alone(_ playTheApp: @Sendable (SKTestSession) async throws -> Void) async throws {
    try await LocalDevice.isolated {
        let session = try SKTestSession(configurationFileNamed: "FlowerShop")
        // SKPaymentQueue.default() is this session's queue here and in child tasks.
        try await playTheApp(session)
    }
}
