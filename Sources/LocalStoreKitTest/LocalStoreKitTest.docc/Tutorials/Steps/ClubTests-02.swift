import LocalStoreKitTest
import Testing

@testable import Shop

@Suite("The flower club", .storeKit("FlowerShop.storekit"))
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
}
