import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling webhooks of which one is slow", .timeLimit(.minutes(15)))
struct SlowReceiverTests {
    private func add(_ client: any TestClientProtocol, _ host: String, _ more: String = "") async throws -> String {
        let answer = try await client.post("/v1/webhooks", #"{"address":"https://\#(host)/hook"\#(more)}"#)
        return try #require(answer.json[string: "id"])
    }

    private func sendTest(_ client: any TestClientProtocol, to endpoint: String) async throws {
        #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
    }

    private static func service(_ server: PurchaseServerApplication) -> WebhookService {
        WebhookService(
            sender: server.webhooks,
            interval: 1,
            retention: server.configuration.eventRetention,
            sleep: { _ in
                await Task.yield()
                try Task.checkCancellation()
            }
        )
    }

    @Test("It holds up no other, nor what time brings about, and is sent again what it has not taken at a shutdown")
    func slow() async throws {
        let (made, receivers) = try World.withReceivers()
        var world = made
        // A month goes by.
        world.configuration.eventRetention = 90 * 86_400
        receivers.hold("slow.example.com")
        try await world.test { [world] client, server in
            let slow = try await add(client, "slow.example.com", #","types":["test"]"#)
            let fast = try await add(client, "fast.example.com")
            try await sendTest(client, to: slow)
            let running = Task { try await Self.service(server).run() }
            await eventually { receivers.received.contains { $0.host == "slow.example.com" } }
            try await sendTest(client, to: fast)
            await eventually { receivers.received.contains { $0.host == "fast.example.com" && $0.type == "test" } }
            #expect(try await client.upload(try SampleReceipt.signed(), for: "flora").status == 200)
            world.advance(days: 31)
            await eventually { receivers.received.contains { $0.host == "fast.example.com" && $0.type == "expired" } }
            let held = receivers.received.filter { $0.host == "slow.example.com" }
            #expect(held.count == 1, "it is not asked again while it is being waited for")
            running.cancel()
            try await running.value
            _ = receivers.take()
            receivers.letGo()
            try await server.sendWebhooksDue()
            let again = receivers.take().filter { $0.host == "slow.example.com" }
            #expect(again.map(\.identifier) == held.map(\.identifier))
        }
    }

    @Test("What it could not take before is sent in its order, five at a time, as soon as it is quick again")
    func order() async throws {
        let (world, receivers) = try World.withReceivers()
        receivers.hold("slow.example.com")
        try await world.test { client, server in
            let slow = try await add(client, "slow.example.com", #","types":["test"]"#)
            for _ in 0..<12 { try await sendTest(client, to: slow) }
            let sending = Task { try await server.sendWebhooksDue() }
            await eventually { receivers.received.count == 5 }
            receivers.letGo()
            #expect(try await sending.value == false)
            let sent = receivers.take().map(\.identifier)
            let list = try await client.get("/v1/webhooks/\(slow)/deliveries").json[array: "deliveries"]
            // The newest is the first of the list.
            let wanted = list?.reversed().compactMap { $0.object?[string: "eventId"] } ?? []
            #expect(wanted.count == 12 && sent.count == 12)
            for start in stride(from: 0, to: min(sent.count, wanted.count), by: 5) {
                #expect(Set(sent.dropFirst(start).prefix(5)) == Set(wanted.dropFirst(start).prefix(5)))
            }
        }
    }

    #if PostgreSQL && os(Linux)
        @Test("Where servers share a database none takes more for a receiver than it sends at once")
        func shared() async throws {
            let (made, receivers) = try World.withReceivers()
            var world = made
            world.configuration.sharedDatabase = try await .fresh()
            receivers.hold("slow.example.com")
            try await world.test { [world] client, server in
                let slow = try await add(client, "slow.example.com", #","types":["test"]"#)
                for _ in 0..<12 { try await sendTest(client, to: slow) }
                let sending = Task { try await server.sendWebhooksDue() }
                await eventually { receivers.received.count == 5 }
                let now = world.now.millisecondsSince1970
                let taken = try await server.storage.read { database in
                    try Int.fetchOne(
                        database,
                        sql: "SELECT count(*) FROM webhook_delivery WHERE state = 'pending' AND next_ms > \(now)"
                    )
                }
                #expect(taken == 5)
                receivers.letGo()
                _ = try await sending.value
                #expect(receivers.received.count == 12)
            }
        }
    #endif
}
