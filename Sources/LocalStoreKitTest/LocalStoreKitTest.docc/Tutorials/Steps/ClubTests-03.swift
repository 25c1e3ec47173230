import LocalAppStore
import LocalStoreKitTest
import SwiftyStoreKit
import Testing

@testable import Shop

@Suite(
    "The flower club",
    .storeKit("FlowerShop.storekit") { options in
        options.app = StoreApp(bundleID: "com.example.flowershop", version: "1")
        options.environment = .sandbox
    }
)
struct ClubTests {
    @Test("Who joins is welcomed, and charged once")
    func joins() async throws {
        let session = try #require(SKTestSession.current)
        #expect(await Club.join() == "Welcome to the club")
        #expect(session.allTransactions().map(\.productIdentifier) == [Club.posy])
    }

    @Test("A child waits for a parent")
    func asks() async throws {
        let session = try #require(SKTestSession.current)
        session.askToBuyEnabled = true
        #expect(await Club.join() == "Somebody has to approve")
        let question = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: question.identifier)
        #expect(session.allTransactions().map(\.state) == [.purchased])
    }

    @Test("A year has twelve renewals, and the membership goes on")
    func renews() async throws {
        let session = try #require(SKTestSession.current)
        _ = await Club.join()
        try session.advance(months: 12)
        _ = try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
        #expect(session.allTransactions().count == 13)
        #expect(try await Club.hasMember(by: validator(of: session), at: session.now))
    }

    /// Trusts the store of this test, and nobody else.
    private func validator(of session: SKTestSession) -> LocalReceiptValidator {
        LocalReceiptValidator(
            bundleID: "com.example.flowershop",
            policy: session.store.trustPolicy,
            now: { session.now }
        )
    }
}
