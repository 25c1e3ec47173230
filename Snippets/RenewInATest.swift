// A year of a subscription in a test. A test target holds it, and `swift test` plays it; as a program it only compiles.

import LocalStoreKitTest
import Testing

// snippet.show
@Suite("The flower club") struct FlowerClubTests {
    @Test(.storeKit("FlowerShop.storekit")) func renews() async throws {
        let session = try #require(SKTestSession.current)
        try await session.buyProduct(identifier: "com.example.flowershop.club.posy")
        try session.advance(months: 12)  // twelve renewals, each at its own moment
        #expect(session.allTransactions().count == 13)
    }
}
