import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling webhooks on a machine whose clock jumps", .timeLimit(.minutes(15)))
struct WebhookClockTests {
    private func add(_ client: any TestClientProtocol) async throws -> String {
        let answer = try await client.post("/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#)
        return try #require(answer.json[string: "id"])
    }

    private func upload(_ transaction: String, _ client: any TestClientProtocol) async throws {
        let body = #"{"signedTransactions":["\#(transaction)"]}"#
        #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
    }

    @Test("A server that goes by a local store's clock signs by that of its machine, which receivers have, too")
    func outside() async throws {
        var (world, receivers) = try World.withReceivers()
        let outside = world.now
        world.configuration.outsideNow = { outside }
        world.advance(days: 40)
        try await world.test { [receivers] client, server in
            let answer = try await client.post("/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#)
            let endpoint = try #require(answer.json[string: "id"])
            #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
            try await server.sendWebhooksDue()
            let sent = try #require(receivers.take().first)
            try WebhookSignature.verify(
                sent.headers[WebhookSignature.header],
                body: sent.body,
                secret: try #require(answer.json[string: "secret"]),
                now: outside
            )
        }
    }

    @Test("What a clock that ran ahead has put off is sent as soon as the clock is right")
    func ahead() async throws {
        let (world, receivers) = try World.withReceivers()
        receivers.answer("a.example.com", 500)
        try await world.test { client, server in
            let endpoint = try await add(client)
            world.advance(days: 1_000)
            #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
            try await server.sendWebhooksDue()
            let refused = receivers.take().map(\.identifier)
            #expect(refused.count == 1)
            #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
            world.advance(days: -1_000)
            receivers.answer("a.example.com", 200)
            try await server.sendWebhooksDue()
            let received = receivers.take().map(\.identifier)
            #expect(received.count == 2, "one that failed, and one that was never tried")
            #expect(Set(received).isSuperset(of: refused))
        }
    }

    @Test("What was told is not told again after a clock went back and came right, and not taken back in between")
    func back() async throws {
        let (world, receivers) = try World.withReceivers()
        let first = try SignedSample.transaction(0)
        let second = try SignedSample.transaction(1, signed: world.now + 31 * 86_400)
        let refunded = try SignedSample.transaction(1, signed: world.now + 32 * 86_400) { payload in
            payload.revocationDate = TestAuthority.signingDate + 32 * 86_400
            payload.revocationReason = .other
        }
        let steps: [(days: Double, upload: String, told: [String])] = [
            (0, first, ["subscriptionStarted"]), (31, second, ["subscriptionRenewed"]),
            (-20, first, []), (20, second, []),
            (1, refunded, ["refunded"]), (-0.5, first, []), (0.5, refunded, []),
        ]
        try await world.test { client, server in
            _ = try await add(client)
            for (number, step) in steps.enumerated() {
                world.advance(days: step.days)
                try await upload(step.upload, client)
                try await server.sendWebhooksDue()
                #expect(receivers.take().map(\.type) == step.told, "step \(number)")
            }
        }
    }
}
