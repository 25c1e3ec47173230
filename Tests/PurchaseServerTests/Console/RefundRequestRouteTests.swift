import AppStoreModels
import Foundation
import HTTPTypes
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

    /// Three customers want their money back, an hour after each other.
    private func manyAsked() async throws -> Asked {
        let world = try LocalStoreWorld()
        let server = try world.server()
        var last = ""
        for name in ["flora", "fern", "rose"] {
            try world.store.advance(by: 3_600)
            if name != "flora" { try world.store.createAccount(id: name) }
            let bought = try world.store.buy(productID: SampleShop.seeds, account: name).transactionID
            let body = #"{"signedTransactions":["\#(try world.store.signedTransaction(bought))"]}"#
            try await world.test(server) { client in
                let answer = try await client.post("/v1/customers/\(name)/transactions", body)
                #expect(answer.status == 200)
            }
            try world.store.advance(by: 60)
            try world.store.requestRefund(transactionID: bought, reason: "OTHER", decision: .preference)
            await world.deliver()
            last = bought
        }
        return Asked(world: world, server: server, transaction: last)
    }

    private func all(_ client: any TestClientProtocol, _ query: String) async throws -> Answer {
        try await client.get("/v1/refund-requests\(query)")
    }

    @Test("Of all customers they are listed in parts, the newest first, each with its customer")
    func everybody() async throws {
        let asked = try await manyAsked()
        try await asked.world.test(asked.server) { client in
            let first = try await all(client, "?limit=2").json
            #expect(names(first) == ["rose", "fern"])
            let cursor = try #require(first[string: "cursor"])
            let second = try await all(client, "?limit=2&cursor=\(cursor)").json
            #expect(names(second) == ["flora"])
            #expect(second[string: "cursor"] == nil)
            let newest = try #require(first[array: "refundRequests"]?.first?.object)
            #expect(newest[string: "transactionId"] == asked.transaction)
            let one = try await client.get("/v1/refund-requests/\(try #require(newest[string: "id"]))")
            #expect(one.json == newest)
        }
    }

    private func names(_ list: JSONObject) -> [String?] {
        (list[array: "refundRequests"] ?? []).map { $0.object?[string: "customer"] }
    }

    @Test("They are found by what became of them; the late ones are late from the moment on")
    func states() async throws {
        let asked = try await manyAsked()
        try await asked.world.test(asked.server) { client in
            let list = try await all(client, "").json
            let ids = (list[array: "refundRequests"] ?? []).compactMap { $0.object?[string: "id"] }
            let path = "/v1/refund-requests/\(try #require(ids.first))/answer"
            #expect(try await client.put(path, #"{"customerConsented":true}"#).status == 200)
            #expect(names(try await all(client, "?state=answered").json) == ["rose"])
            #expect(names(try await all(client, "?state=waiting").json) == ["fern", "flora"])
            #expect(names(try await all(client, "?state=late").json) == [])
            // The first of them asked two hours and two minutes ago.
            try asked.world.store.advance(by: 10 * 3_600)
            #expect(names(try await all(client, "?state=late").json) == ["flora"])
            #expect(names(try await all(client, "?state=waiting").json) == ["fern"])
            #expect(names(try await all(client, "?state=refused").json) == [])
            #expect(try await all(client, "?state=maybe").errorCode == "invalid-value")
            for cursor in ["x", "bm9uZQ", "MSA"] {
                #expect(try await all(client, "?cursor=\(cursor)").status == 400, "\(cursor)")
            }
        }
    }

    @Test("A server may repeat its answer: it is told once, and shown again as it was told")
    func repeated() async throws {
        let asked = try await manyAsked()
        try await asked.world.test(asked.server) { client in
            let list = try await all(client, "?limit=1").json
            let id = try #require(list[array: "refundRequests"]?.first?.object?[string: "id"])
            let path = "/v1/refund-requests/\(id)/answer"
            let wish = #"{"preference":"grantFull","customerConsented":true}"#
            #expect(try await client.put(path, "{}").errorCode == "consent-missing")
            let told = try await client.put(path, wish).json
            #expect(told[boolean: "isSent"] == true)
            #expect(told[boolean: "wasMadeBefore"] == false)
            _ = asked.world.network.takeRequests()
            let again = try await client.put(path, wish)
            #expect(again.status == 200)
            #expect(again.json[boolean: "wasMadeBefore"] == true)
            #expect(again.json[object: "answer"] == told[object: "answer"])
            #expect(asked.world.network.takeRequests() == [])
            let unknown = try await client.put("/v1/refund-requests/none/answer", wish)
            #expect(unknown.status == 404)
            #expect(unknown.errorCode == "unknown-refund-request")
            #expect(try await client.get("/v1/refund-requests/none").errorCode == "unknown-refund-request")
        }
    }

    @Test("Only a key for refunds asks for them")
    func scope() async throws {
        var world = try LocalStoreWorld()
        world.configuration.demandsKeys = true
        let server = try world.server()
        let customers = try await server.keys.make(.secret, name: "customers", scopes: [.customers]).text
        let refunds = try await server.keys.make(.secret, name: "refunds", scopes: [.refunds]).text
        try await world.test(server) { client in
            #expect(try await client.get("/v1/refund-requests").status == 401)
            let others = try await client.get("/v1/refund-requests", headers: [.authorization: "Bearer \(customers)"])
            #expect(others.status == 403)
            let own = try await client.get("/v1/refund-requests", headers: [.authorization: "Bearer \(refunds)"])
            #expect(own.status == 200)
            #expect(own.json == ["refundRequests": []])
        }
    }
}
