import AppStoreModels
import AppStoreTrust
import LocalAppStore
import LocalStoreKitTest
import SwiftyStoreKit
import Testing

@testable import Club

@Suite(
    "The flower club",
    .storeKit("FlowerShop.storekit") { options in
        options.app = StoreApp(bundleID: "com.example.flowershop", version: "1")
        options.environment = .sandbox
    }
)
struct FlowerClubTests {
    @Test("Who joins is charged once, by either API", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func joins(storeKit: StoreKitChoice) async throws {
        let session = try #require(SKTestSession.current)
        let club = FlowerClub(client: StoreClient(device: session.device, storeKit: storeKit))
        #expect(await club.join(FlowerClub.posy) == "Thank you!")
        #expect(session.allTransactions().map(\.productIdentifier) == [FlowerClub.posy])
    }

    @Test("What was bought is delivered", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func delivers(storeKit: StoreKitChoice) async throws {
        let session = try #require(SKTestSession.current)
        let club = FlowerClub(client: StoreClient(device: session.device, storeKit: storeKit))
        let (delivered, delivery) = AsyncStream.makeStream(of: String.self)
        club.open { delivery.yield($0) }
        #expect(await club.join(FlowerClub.posy) == "Thank you!")
        #expect(await delivered.first { _ in true } == FlowerClub.posy)
    }

    @Test("A smaller plan waits for the end of the month", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func waits(storeKit: StoreKitChoice) async throws {
        let session = try #require(SKTestSession.current)
        let club = FlowerClub(client: StoreClient(device: session.device, storeKit: storeKit))
        #expect(await club.join(FlowerClub.bouquet) == "Thank you!")
        let end = try #require(session.allTransactions().first?.expirationDate)
        let change = await club.change(to: FlowerClub.posy)
        #expect(change?.replaces == FlowerClub.bouquet)
        #expect(change?.takesEffect == .on(end))
        _ = await club.join(FlowerClub.posy)
        #expect(await club.plans(by: verifier(of: session)) == [FlowerClub.bouquet])
        try session.advance(months: 1)
        #expect(await club.plans(by: verifier(of: session)) == [FlowerClub.posy])
    }

    @Test("Who gets the money back has left", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func refunds(storeKit: StoreKitChoice) async throws {
        let session = try #require(SKTestSession.current)
        let club = FlowerClub(client: StoreClient(device: session.device, storeKit: storeKit))
        #expect(await club.join(FlowerClub.bouquet) == "Thank you!")
        let charge = try #require(session.allTransactions().first)
        try session.refundTransaction(identifier: charge.identifier)
        #expect(await club.plans(by: verifier(of: session)).isEmpty)
    }

    /// Believes the store of this test, and nobody else.
    private func verifier(of session: SKTestSession) -> SignedDataVerifier {
        SignedDataVerifier(
            policy: session.store.trustPolicy,
            apps: [AppIdentity(bundleID: "com.example.flowershop")],
            environments: [.sandbox],
            now: { session.now }
        )
    }
}
