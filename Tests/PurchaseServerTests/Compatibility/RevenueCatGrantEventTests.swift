import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Grants in webhooks of RevenueCat's shape", .timeLimit(.minutes(15)))
struct RevenueCatGrantEventTests {
    @Test(
        "Each body names the level that was granted and all that it includes by order, as that of a product does",
        arguments: [
            ("pro", true, ["pro"]),
            ("gold", true, ["gold", "pro", "silver"]),
            ("platinum", true, ["gold", "platinum", "pro", "silver"]),
            ("gold", false, ["gold"]),
        ] as [(String, Bool, [String])]
    )
    func levels(granted: String, isOrdered: Bool, expected: [String]) async throws {
        var (world, receivers) = try World.withReceivers()
        let definitions = ["pro", "silver", "gold", "platinum"].map { name in
            LevelCatalogue.Definition(
                EntitlementLevel(rawValue: name),
                productIDs: name == granted ? ["com.example.app.monthly"] : []
            )
        }
        world.configuration.customers.levels = try LevelCatalogue(definitions, isOrdered: isOrdered)
        try await world.test { [world, receivers] client, server in
            let hook = #"{"address":"https://a.example.com/hook","shape":"revenuecat"}"#
            #expect(try await client.post("/v1/webhooks", hook).status == 201)
            let transaction = try SignedSample.transaction()
            let upload = #"{"signedTransactions":["\#(transaction)"]}"#
            #expect(try await client.post("/v1/customers/flora/transactions", upload).status == 200)
            let end = (world.now + 86_400).millisecondsSince1970
            for (name, more) in [("taken", ""), ("over", #","endDate":\#(end)"#)] {
                let body = #"{"level":"\#(granted)"\#(more)}"#
                #expect(try await client.put("/v1/customers/flora/grants/\(name)", body).status == 200)
            }
            #expect(try await client.delete("/v1/customers/flora/grants/taken").status == 200)
            world.advance(days: 2)
            try await server.sendWebhooksDue()
            let told = receivers.take().compactMap { $0.json[object: "event"] }
            #expect(
                told.compactMap { $0[string: "type"] }.sorted() == [
                    "EXPIRATION", "EXPIRATION", "INITIAL_PURCHASE", "NON_RENEWING_PURCHASE", "NON_RENEWING_PURCHASE",
                ]
            )
            let names = JSONValue.array(expected.map(JSONValue.string))
            for event in told { #expect(event["entitlement_ids"] == names, "\(event[string: "type"] ?? "")") }
        }
    }
}
