import Foundation
import LocalAppStore
import LocalStoreKit
import LocalStoreKitTest
import Testing

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

private func clear() throws {
    let session = try SKTestSession(configurationFileNamed: "FlowerShop")
    session.disableDialogs = true
    session.clearTransactions()
}

private func buyInThePast(_ session: SKTestSession, _ date: Date) async throws {
    let lastYear = date.addingTimeInterval(-365 * 86_400)
    try await session.buyProduct(identifier: "shop.posy", options: [.purchaseDate(lastYear)])
}

@Suite("The trait, as its comment shows it")
struct StoreKitTraitArticleTests {
    @Test(.storeKit("FlowerShop.storekit")) func renews() async throws {
        let session = try #require(SKTestSession.current)
        try await session.buyProduct(identifier: "com.example.flowershop.club.posy")
        try session.advance(days: 30)
    }
}

private func imitate(_ session: SKTestSession) throws {
    try session.imitate(.cancelledAfterSuccess, times: 1)
}

@Suite("The trait, as the README of this package shows it")
struct ReadmeTraitTests {
    @Test(.storeKit("FlowerShop.storekit")) func renews() async throws {
        let session = try #require(SKTestSession.current)
        try await session.buyProduct(identifier: "com.example.flowershop.club.posy")
        try session.advance(months: 12)  // twelve renewals, each at its own moment
        #expect(session.allTransactions().count == 13)
    }
}
