import AppStoreModels
import AppStoreServerClient
import Crypto
import Entitlements
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("An import with keys that the App Store does not take", .timeLimit(.minutes(15)))
struct ImportKeyTests {
    private static let other = "com.example.other"

    /// Access with a key of which the App Store has never heard.
    private static func refused(_ access: ServerAPIAccess?) throws -> ServerAPIAccess {
        let known = try #require(access)
        let key = try InAppPurchaseKey(
            pem: P256.Signing.PrivateKey().pemRepresentation,
            keyID: known.key.keyID,
            issuerID: known.key.issuerID
        )
        return ServerAPIAccess(key: key, addresses: known.addresses)
    }

    @Test("Of several apps the rows of the one whose key is refused wait, by its name, and stop no other")
    func oneOfTwo() async throws {
        try await ImportWorld.with { world in
            var world = world
            var app = ServedApp(bundleIDs: [Self.other])
            app.serverAPI = try Self.refused(world.configuration.serverAPI)
            world.configuration.apps.insert(app, at: 0)
            let flora = try world.buy(SampleShop.posy, as: "flora")
            let rose = try world.buy(SampleShop.greenhouse, as: "rose")
            let list = """
                customer,original_transaction_id,bundle_id
                lily,1000,\(Self.other)
                flora,\(flora),\(SampleShop.app.bundleID)
                rose,\(rose),
                violet,999999999,
                """
            let result = try await world.take(list)
            #expect((result.progress.taken, result.progress.waiting, result.progress.refused) == (2, 2, 0))
            #expect(result.refused.map(\.row) == [1, 4])
            #expect(result.refused.map(\.outcome.code) == [.unauthenticated, .unauthenticated])
            for refused in result.refused {
                let detail = try #require(refused.outcome.detail)
                #expect(detail.hasPrefix("the App Store does not take the key of com.example.other: "), "\(detail)")
            }
            #expect(try await world.statement(of: "flora").entitlements.count == 1)
            #expect(try await world.statement(of: "rose").entitlements.count == 1)

            _ = world.questions.take()
            let again = try await world.take(list)
            #expect((again.progress.known, again.progress.waiting) == (2, 2))
            #expect(!world.questions.take().isEmpty, "what waits is asked about again")
        }
    }

    @Test("Receipts of an app without a key are verified with its shared secret, whatever keys other apps have")
    func onlySharedSecret() async throws {
        try await ImportWorld.with { world in
            var world = world
            let access = try #require(world.configuration.serverAPI)
            world.configuration.serverAPI = nil
            let base = access.addresses.production.deletingLastPathComponent()
            world.configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: base)
            world.configuration.apps[0].sharedSecret = AppSharedSecret("hush")
            var other = ServedApp(bundleIDs: [Self.other])
            other.serverAPI = access
            world.configuration.apps.append(other)
            try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            let receipt = try SampleShop.receipt(world.store)
            let list = #"{"app_user_id":"flora","fetch_token":"\#(receipt)"}"#
            let result = try await world.take(list, isJSON: true)
            #expect(result.refused.map(\.outcome.code) == [])
            #expect((result.progress.taken, result.progress.waiting) == (1, 0))
            let asked = world.questions.take()
            #expect(!asked.isEmpty && asked.allSatisfy { $0.hasSuffix("/verifyReceipt") }, "\(asked)")
            #expect(try await world.statement(of: "flora").entitlements.map(\.productID) == [SampleShop.posy])
        }
    }

    @Test("Where no app has a key that is taken, the import ends", arguments: [1, 2])
    func none(apps: Int) async throws {
        try await ImportWorld.with { world in
            var world = world
            world.configuration.serverAPI = try Self.refused(world.configuration.serverAPI)
            if apps == 2 { world.configuration.apps.append(ServedApp(bundleIDs: [Self.other])) }
            let list = "customer,original_transaction_id\nflora,1000\n"
            let error = await #expect(throws: ImportError.self) { try await world.take(list) }
            #expect(error?.code == .unauthenticated)
            #expect(error?.reason.contains("the key of \(SampleShop.app.bundleID)") == true, "\(error?.reason ?? "")")
        }
    }
}
