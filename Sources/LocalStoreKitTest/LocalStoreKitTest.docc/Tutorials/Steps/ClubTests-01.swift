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
}
