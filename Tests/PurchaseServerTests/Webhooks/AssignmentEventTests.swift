import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling whose a purchase is of which was told before", .timeLimit(.minutes(15)))
struct AssignmentEventTests {
    private func upload(_ client: any TestClientProtocol, _ customer: String) async throws {
        let body = #"{"signedTransactions":["\#(try SignedSample.transaction())"]}"#
        #expect(try await client.post("/v1/customers/\(customer)/transactions", body).status == 200)
    }

    private func events(of customer: CustomerID?, _ server: PurchaseServerApplication) async throws -> [JSONObject] {
        try await server.storage.events(after: 0, of: customer, limit: 1_000).map {
            try #require(JSONValue(parsing: $0.body).object)
        }
    }

    @Test("A notification that comes before the upload: the customer hears of the purchase, once, with all there is")
    func notificationFirst() async throws {
        var world = try World()
        world.configuration.customers.sandbox = .everybody
        try await world.test { [world] client, server in
            let body = try NotificationSample.body(.subscribed, at: world.now)
            #expect(try await client.post("/apple/notifications", body).status == 200)
            for _ in 0..<2 { try await upload(client, "flora") }
            let all = try await events(of: nil, server)
            #expect(all.map { $0[string: "type"] } == ["subscriptionStarted", "purchaseAssigned"])
            #expect(all.map { $0[string: "customer"] } == [nil, "flora"])
            let told = try #require(all.last)
            #expect(told[string: "originalTransactionId"] == "2000")
            #expect(told[string: "productId"] == "com.example.app.monthly")
            #expect(told[string: "state"] == "active")
            #expect(told[array: "entitlements"]?.first?.object?[boolean: "isEntitled"] == true)
        }
    }

    @Test("Of what comes by the upload itself nothing is told twice")
    func uploadFirst() async throws {
        try await World().test { client, server in
            try await upload(client, "flora")
            #expect(try await events(of: "flora", server).map { $0[string: "type"] } == ["subscriptionStarted"])
        }
    }

    @Test("A second customer with whom a purchase is shared hears of it; who is refused does not")
    func policies() async throws {
        let cases: [(OwnershipPolicy, [String])] = [(.share, ["purchaseAssigned"]), (.refuse, [])]
        for (policy, told) in cases {
            var world = try World()
            world.configuration.customers.ownership.standard = policy
            try await world.test { client, server in
                try await upload(client, "flora")
                let body = #"{"signedTransactions":["\#(try SignedSample.transaction())"]}"#
                _ = try await client.post("/v1/customers/henry/transactions", body)
                #expect(try await events(of: "henry", server).map { $0[string: "type"] } == told, "\(policy)")
            }
        }
    }

    @Test("A merge is told, and what was told under the older name is found by each of the names")
    func merge() async throws {
        try await World().test { client, server in
            let token = try #require(UUID(uuidString: "6F2C8E8A-2B62-4B52-8A85-3E0A2B1B8C11"))
            let anonymous = try await server.storage.makeAnonymousCustomer(
                token: token,
                at: TestAuthority.signingDate
            ).value
            try await upload(client, anonymous)
            for _ in 0..<2 {
                let answer = try await client.post("/v1/customers/\(anonymous)/login", #"{"customer":"flora"}"#)
                #expect(answer.status == 200)
            }
            for name in ["flora", anonymous] {
                let found = try await events(of: CustomerID(trusted: name), server)
                #expect(found.map { $0[string: "type"] } == ["subscriptionStarted", "customersMerged"], "\(name)")
                #expect(found.last?[string: "from"] == anonymous)
                #expect(found.last?[string: "to"] == "flora")
                #expect(found.last?[array: "entitlements"]?.count == 1)
            }
        }
    }

    @Test("In RevenueCat's shape nothing is sent of what is nobody's; its beginning is, when it is somebody's")
    func revenueCat() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { [world, receivers] client, server in
            let hook = #"{"address":"https://a.example.com/hook","shape":"revenuecat"}"#
            #expect(try await client.post("/v1/webhooks", hook).status == 201)
            let body = try NotificationSample.body(.subscribed, at: world.now)
            #expect(try await client.post("/apple/notifications", body).status == 200)
            try await server.sendWebhooksDue()
            #expect(receivers.take().isEmpty)
            try await upload(client, "flora")
            try await server.sendWebhooksDue()
            let sent = receivers.take().compactMap { $0.json[object: "event"] }
            #expect(sent.map { $0[string: "type"] } == ["INITIAL_PURCHASE"])
            #expect(sent.map { $0[string: "app_user_id"] } == ["flora"])
        }
    }
}
