import AppStoreModels
import AppStoreServerClient
import Crypto
import Foundation
import LocalAppStore
import PurchaseServer
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("An app that has offers signed", .timeLimit(.minutes(15)))
struct BackendOfferTests {
    private static func withOffers(_ body: (BackendWorld) async throws -> Void) async throws {
        let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
        let key = try InAppPurchaseKey(
            pem: P256.Signing.PrivateKey().pemRepresentation,
            keyID: "KEY",
            issuerID: "team"
        )
        try await BackendWorld.withOpen { configuration in
            configuration.repairInterval = nil
            configuration.apps[0].serverAPI = ServerAPIAccess(key: key, addresses: ServerAPIAddresses(base: nowhere))
            configuration.apps[0].offers = [
                OfferGroup(
                    productIDs: [SampleShop.posy],
                    promotional: [SampleShop.posy: ["thanks": .current, "back": .lapsed]],
                    introductory: .once
                )
            ]
        } _: { world in
            try await body(world)
        }
    }

    private static func claims(_ jws: String?) throws -> JSONObject {
        let part = try #require(jws?.split(separator: ".").dropFirst().first)
        let bytes = try #require(Base64.urlSafe(decoding: String(part)))
        return try #require(try JSONValue(parsing: bytes).object)
    }

    @Test("What the App Store wants comes for a customer of whom the offer is")
    func signed() async throws {
        try await Self.withOffers { world in
            let backend = try await world.launch()
            let before = try await backend.introductoryOffer(of: SampleShop.posy)
            #expect(before == IntroductoryOfferEligibility(isAllowed: true, compactJWS: nil))
            let bought = try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
            _ = try await backend.upload(
                try world.store.receipt(account: SampleShop.customer, device: try SampleShop.device())
            )
            let promotional = try Self.claims(try await backend.promotionalOffer("thanks", of: SampleShop.posy))
            #expect(promotional["aud"] == "promotional-offer")
            #expect(promotional[string: "transactionId"] == bought)
            let after = try await backend.introductoryOffer(of: SampleShop.posy, transactionID: bought)
            #expect(!after.isAllowed)
            #expect(try Self.claims(after.compactJWS)[boolean: "allowIntroductoryOffer"] == false)
            let token = try #require(await backend.appAccountToken)
            for username in [nil, token.uuidString] {
                let signature = try await backend.promotionalOfferV1(
                    "thanks",
                    of: SampleShop.posy,
                    applicationUsername: username
                )
                #expect(signature.keyID == "KEY")
                #expect(signature.offerID == "thanks")
                #expect(signature.timestamp == world.store.now.millisecondsSince1970)
                #expect(!signature.signature.isEmpty)
            }
        }
    }

    @Test("What the server refuses comes with its code")
    func refused() async throws {
        try await Self.withOffers { world in
            let backend = try await world.launch()
            for (offer, code) in [("back", "offer-not-for-customer"), ("other", "offer-not-allowed")] {
                let error = await #expect(throws: PurchaseBackendError.self) {
                    try await backend.promotionalOffer(offer, of: SampleShop.posy)
                }
                #expect(error?.code == .refused)
                #expect(error?.serverCode == code)
            }
        }
    }
}
