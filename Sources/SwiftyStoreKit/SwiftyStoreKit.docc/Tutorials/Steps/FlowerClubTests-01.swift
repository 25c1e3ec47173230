import LocalStoreKitTest
import SwiftyStoreKit
import Testing

@testable import Club

@Suite("The flower club", .storeKit("FlowerShop.storekit"))
struct FlowerClubTests {
    @Test("Who joins is charged once, by either API", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func joins(storeKit: StoreKitChoice) async throws {
        let session = try #require(SKTestSession.current)
        let club = FlowerClub(client: StoreClient(device: session.device, storeKit: storeKit))
        #expect(await club.join(FlowerClub.posy) == "Thank you!")
        #expect(session.allTransactions().map(\.productIdentifier) == [FlowerClub.posy])
    }
}
