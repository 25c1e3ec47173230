import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Purchases that cost nothing", .timeLimit(.minutes(15)))
struct SandboxCountingTests {
    @Test(
        "A sandbox purchase entitles those for whom it counts, in answers, in what is signed, and in events",
        arguments: [
            (SandboxRule.nobody, false), (.everybody, true), (.sandboxOnly, true), (.only(["flora"]), true),
            (.only(["henry"]), false), (.only(["flo"]), true),
        ] as [(SandboxRule, Bool)]
    )
    func counting(rule: SandboxRule, isEntitled: Bool) async throws {
        var world = try World()
        world.configuration.customers.sandbox = rule
        world.configuration.customers.levels = try LevelCatalogue([
            .init("pro", productIDs: ["com.example.app.monthly"])
        ])
        try await world.test { client, server in
            #expect(try await client.post("/v1/customers/flora/aliases", #"{"alias":"flo"}"#).status == 200)
            let body = #"{"signedTransactions":["\#(try SignedSample.transaction())"]}"#
            #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
            let reason = isEntitled ? "paidPeriod" : "sandboxNotCounted"
            let answer = try await client.get("/v1/customers/flora")
            let shown = try #require(answer.entitlement("monthly"))
            #expect(shown[boolean: "isEntitled"] == isEntitled)
            #expect(shown[string: "reason"] == reason)
            #expect(shown[string: "state"] == "active")
            #expect(answer.json[array: "levels"]?.count == (isEntitled ? 1 : 0))
            let event = try #require(try await server.storage.events(after: 0, of: "flora", limit: 9).first)
            let told = try JSONValue(parsing: event.body).object?[array: "entitlements"]?.first?.object
            #expect(told?[boolean: "isEntitled"] == isEntitled)
            #expect(told?[string: "reason"] == reason)
            let statement = try await server.statement(of: "flora")
            #expect(statement.entitlements.map(statement.counts) == [isEntitled])
        }
    }

    @Test("What has ended anyway keeps its own reason")
    func ended() async throws {
        let world = try World()
        try await world.test { client, _ in
            let body = #"{"signedTransactions":["\#(try SignedSample.transaction())"]}"#
            #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
            world.advance(days: 60)
            let shown = try #require(try await client.get("/v1/customers/flora").entitlement("monthly"))
            #expect(shown[boolean: "isEntitled"] == false)
            #expect(shown[string: "reason"] == "periodEnded")
        }
    }
}
