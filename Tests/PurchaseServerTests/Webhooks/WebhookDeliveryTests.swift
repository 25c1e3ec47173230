import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling webhooks", .timeLimit(.minutes(15)))
struct WebhookDeliveryTests {
    private static let receipt = Result { try SampleReceipt.signed { _ in } }

    private func add(_ client: any TestClientProtocol, _ host: String, _ more: String = "") async throws -> JSONObject {
        let answer = try await client.post("/v1/webhooks", #"{"address":"https://\#(host)/hook"\#(more)}"#)
        #expect(answer.status == 201)
        return answer.json
    }

    private func upload(_ client: any TestClientProtocol, for customer: String = "flora") async throws {
        #expect(try await client.upload(Self.receipt.get(), for: customer).status == 200)
    }

    @Test("What an upload brings is sent with a signature and with what the customer has then")
    func upload() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { client, server in
            let endpoint = try await add(client, "a.example.com")
            try await upload(client)
            try await server.sendWebhooksDue()
            let received = receivers.take()
            #expect(received.map(\.type).sorted() == ["oneTimePurchased", "subscriptionStarted"])
            let started = try #require(received.first { $0.type == "subscriptionStarted" })
            #expect(started.json[string: "customer"] == "flora")
            #expect(started.json[string: "originalTransactionId"] == "2000")
            #expect(started.json[string: "id"] == started.identifier)
            #expect(started.json[array: "entitlements"]?.count == 2)
            #expect(started.connectAddress == "17.253.144.10")
            try WebhookSignature.verify(
                started.headers[WebhookSignature.header],
                body: started.body,
                secret: try #require(endpoint[string: "secret"]),
                now: world.now
            )
            // The same receipt from the same customer says nothing new.
            try await upload(client)
            try await server.sendWebhooksDue()
            #expect(receivers.take().isEmpty)
        }
    }

    @Test("An end that nobody stated is told when its time has come, once, also after a restart")
    func timePasses() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { client, server in
            _ = try await add(client, "a.example.com", #","types":["expired"]"#)
            try await upload(client)
            try await server.sendWebhooksDue()
            #expect(receivers.take().isEmpty)
        }
        world.advance(days: 31)
        for expected in [["expired"], []] {
            try await world.test { _, server in
                try await server.sendWebhooksDue()
                #expect(receivers.take().map(\.type) == expected)
            }
        }
    }

    @Test("What is not taken is sent again with the same identifier, ever later, and ends as a dead letter")
    func retries() async throws {
        let (world, receivers) = try World.withReceivers()
        receivers.answer("a.example.com", 500)
        try await world.test { client, server in
            let endpoint = try #require(
                try await add(client, "a.example.com", #","types":["expired","test"]"#)[string: "id"]
            )
            #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
            var identifiers: Set<String> = []
            for attempt in 1...WebhookSchedule.maximumAttempts {
                try await server.sendWebhooksDue()
                let received = receivers.take()
                #expect(received.count == 1, "attempt \(attempt)")
                identifiers.formUnion(received.map(\.identifier))
                try await server.sendWebhooksDue()
                #expect(receivers.take().isEmpty, "not before its time")
                world.advance(days: (WebhookSchedule.wait(afterFailures: attempt) ?? 86_400) / 86_400)
            }
            #expect(identifiers.count == 1)
            try await server.sendWebhooksDue()
            #expect(receivers.take().isEmpty)
            let dead = try await client.get("/v1/webhooks/\(endpoint)/deliveries?state=dead").json[array: "deliveries"]
            let delivery = try #require(dead?.first?.object)
            #expect(delivery[integer: "attemptCount"] == Int64(WebhookSchedule.maximumAttempts))
            #expect(delivery[integer: "lastStatus"] == 500)
            let number = try #require(delivery[integer: "id"])
            let log = try await client.get("/v1/deliveries/\(number)/attempts").json[array: "attempts"]
            #expect(log?.count == WebhookSchedule.maximumAttempts)
            receivers.answer("a.example.com", 204)
            #expect(try await client.post("/v1/deliveries/\(number)/resend", "").status == 202)
            try await server.sendWebhooksDue()
            #expect(Set(receivers.take().map(\.identifier)) == identifiers)
            let delivered = try await client.get("/v1/webhooks/\(endpoint)/deliveries?state=delivered")
            #expect(delivered.json[array: "deliveries"]?.count == 1)
        }
    }

    @Test("An endpoint that gives no answer is tried once in a round, and holds nobody up")
    func silent() async throws {
        let (world, receivers) = try World.withReceivers()
        receivers.answer("silent.example.com", nil)
        try await world.test { client, server in
            let silent = try await add(client, "silent.example.com")
            _ = try await add(client, "b.example.com")
            let endpoint = try #require(silent[string: "id"])
            for _ in 0..<20 { #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202) }
            try await upload(client)
            try await server.sendWebhooksDue()
            let received = receivers.take()
            #expect(received.filter { $0.host == "b.example.com" }.count == 2)
            #expect(received.filter { $0.host == "silent.example.com" }.count == 5, "those that are sent at once")
        }
    }

    @Test("A name that has become a private address gets nothing, and the delivery says why")
    func rebinding() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { client, server in
            let refused = try await client.post("/v1/webhooks", #"{"address":"https://private.example.com/"}"#)
            #expect(refused.status == 422)
            #expect(refused.errorCode == "webhook-address")
            let endpoint = try #require(try await add(client, "a.example.com")[string: "id"])
            try world.change("UPDATE webhook_endpoint SET address = 'https://private.example.com/hook'")
            #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
            try await server.sendWebhooksDue()
            #expect(receivers.take().isEmpty)
            let deliveries = try await client.get("/v1/webhooks/\(endpoint)/deliveries").json[array: "deliveries"]
            let failure = deliveries?.first?.object?[string: "lastFailure"]
            #expect(failure?.contains("this machine, a neighbour of it, or nowhere") == true)
        }
    }

    @Test("The App Store's own notifications are handed on as they came, to those who asked")
    func forwarded() async throws {
        let (world, receivers) = try World.withReceivers()
        let notification = try NotificationSample.body(.didRenew, at: world.now)
        try await world.test { client, server in
            _ = try await add(client, "a.example.com", #","forwardsNotifications":true,"types":[]"#)
            _ = try await add(client, "b.example.com", #","types":[]"#)
            for _ in 0..<2 { #expect(try await client.post("/apple/notifications", notification).status == 200) }
            try await server.sendWebhooksDue()
            let received = receivers.take()
            #expect(received.map(\.host) == ["a.example.com"])
            #expect(received.map(\.body) == [Data(notification.utf8)])
            #expect(
                try await client.get("/v1/events").json[array: "events"]?.contains { event in
                    event.object?[string: "type"] == "appStoreNotification"
                } == false
            )
        }
    }

    @Test("An endpoint of one App Store hears and is handed on what is of that one, and what is of none")
    func environments() async throws {
        var (world, receivers) = try World.withReceivers()
        world.configuration.customers.levels = try LevelCatalogue([.init("gold")])
        let notification = try NotificationSample.body(.didRenew, at: world.now)
        try await world.test { [receivers] client, server in
            let more = #","forwardsNotifications":true,"environment":"#
            _ = try await add(client, "production.example.com", more + #""Production""#)
            _ = try await add(client, "sandbox.example.com", more + #""Sandbox""#)
            #expect(try await client.post("/apple/notifications", notification).status == 200)
            let granted = try await client.put("/v1/customers/flora/grants/g", #"{"level":"gold"}"#)
            #expect((200..<300).contains(granted.status))
            try await server.sendWebhooksDue()
            let received = receivers.take()
            func types(_ host: String) -> [String] { received.filter { $0.host == host }.map(\.type).sorted() }
            #expect(types("production.example.com") == ["levelGranted"])
            // What is handed on has no type of ours.
            #expect(types("sandbox.example.com") == ["", "levelGranted", "subscriptionStarted"])
        }
    }
}
