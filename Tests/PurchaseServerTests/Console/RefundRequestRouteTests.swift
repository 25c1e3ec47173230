import AppStoreModels
import Foundation
import HummingbirdTesting
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Answering about a refund by hand")
struct RefundRequestRouteTests {
    private static let path = "/v1/customers/flora/refund-requests"

    private struct Asked {
        let world: LocalStoreWorld
        let server: PurchaseServerApplication
        let transaction: String
    }

    /// Somebody bought seeds and wants the money back; the server does not answer by itself.
    private func asked(_ policy: ConsumptionPolicy? = nil) async throws -> Asked {
        var world = try LocalStoreWorld()
        world.configuration.apps[0].consumption = policy
        let server = try world.server()
        let seeds = try await world.buy(SampleShop.seeds, server)
        try world.store.advance(by: 60)
        try world.store.requestRefund(transactionID: seeds, reason: "OTHER", decision: .preference)
        await world.deliver()
        return Asked(world: world, server: server, transaction: seeds)
    }

    private func list(_ client: any TestClientProtocol) async throws -> [JSONObject] {
        try await client.get(Self.path).json[array: "refundRequests"]?.compactMap(\.object) ?? []
    }

    private func answer(_ client: any TestClientProtocol) async throws -> String {
        let request = try #require(try await list(client).first)
        return "\(Self.path)/\(try #require(request[string: "id"]))/answer"
    }

    @Test("What would be told is shown first, and told when somebody says so; once")
    func story() async throws {
        let asked = try await asked()
        try await asked.world.test(asked.server) { client in
            let waiting = try await list(client)
            #expect(waiting.map { $0[string: "transactionId"] } == [asked.transaction])
            #expect(waiting.first?[string: "state"] == "waiting")
            #expect(waiting.first?[string: "reason"] == "OTHER")
            let path = try await answer(client)
            _ = asked.world.network.takeRequests()
            let wish = #"{"preference":"grantFull","customerConsented":true"#
            let shown = try await client.post(path, wish + #","isRehearsal":true}"#).json
            #expect(shown[boolean: "isSent"] == false)
            let body = try #require(shown[object: "answer"]?[object: "body"])
            #expect(body[string: "refundPreference"] == "GRANT_FULL")
            #expect(asked.world.network.takeRequests() == [])
            #expect(try await list(client).first?[object: "answer"] == nil)

            let told = try await client.post(path, wish + "}").json
            #expect(told[boolean: "isSent"] == true)
            #expect(told[object: "answer"]?[object: "body"] == body)
            let request = try #require(asked.world.store.refundRequest(transactionID: asked.transaction))
            #expect(request.answer?.refundPreference == .grantFull)
            #expect(request.isGranted == true)
            #expect(try await list(client).first?[string: "state"] == "answered")
            #expect(try await client.post(path, wish + "}").errorCode == "refund-request-settled")
        }
    }

    @Test("Nothing is told without consent, of somebody else's purchase, or in other words")
    func refusals() async throws {
        let asked = try await asked()
        try await asked.world.test(asked.server) { client in
            let path = try await answer(client)
            _ = asked.world.network.takeRequests()
            #expect(try await client.post(path, "{}").errorCode == "consent-missing")
            #expect(try await client.post(path, #"{"preference":"maybe"}"#).errorCode == "invalid-body")
            let other = path.replacingOccurrences(of: "/flora/", with: "/anna/")
            let consent = #"{"customerConsented":true}"#
            #expect(try await client.post(other, consent).errorCode == "unknown-refund-request")
            #expect(asked.world.network.takeRequests() == [])
            #expect(try await list(client).first?[string: "state"] == "waiting")
        }
    }

    @Test("An answer that did not arrive stays as it was made, and after twelve hours it is too late")
    func late() async throws {
        let asked = try await asked(ConsumptionPolicy(customersHaveConsented: true, preference: .decline))
        try await asked.world.test(asked.server) { client in
            let path = try await answer(client)
            asked.world.network.capacity = 0
            #expect(try await client.post(path, #"{"preference":"grantFull"}"#).errorCode == "app-store-refused")
            asked.world.network.capacity = nil
            let again = try await client.post(path, #"{"preference":"decline","isRehearsal":true}"#).json
            #expect(again[boolean: "wasMadeBefore"] == true)
            #expect(again[object: "answer"]?[object: "body"]?[string: "refundPreference"] == "GRANT_FULL")
            try asked.world.store.advance(by: 12 * 3_600 + 1)
            #expect(try await client.post(path, "{}").errorCode == "refund-request-settled")
            #expect(try await list(client).first?[string: "state"] == "late")
        }
    }
}
