import LocalStoreKitTest
import SwiftyStoreKit
import Testing

/// A test of what an app sells: a store, a device and a clock of its own, so that it runs beside others and waits for nothing.
@Suite("The flower club", .timeLimit(.minutes(15)))
struct RenewalTests {
    @Test("Who joins by the app is charged twelve times more in a year", .storeKit("../Catalogues/FlowerShop.storekit"))
    func renews() async throws {
        let session = try #require(SKTestSession.current)
        guard case .success = await SwiftyStoreKit.purchaseProduct("com.example.flowershop.club.posy") else {
            Issue.record("not bought")
            return
        }
        try session.advance(months: 12)
        #expect(session.allTransactions().count == 13)
    }
}
