import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling webhooks of a refund of an earlier period", .timeLimit(.minutes(15)))
struct EarlierRefundTests {
    /// Uploads a period as it is stated on a day, and has sent what is to be told of it.
    private func upload(
        _ number: Int,
        isRefunded: Bool = false,
        on day: Double,
        _ client: any TestClientProtocol,
        _ server: PurchaseServerApplication
    ) async throws {
        let signed = TestAuthority.signingDate + day * 86_400
        let transaction = try SignedSample.transaction(number, signed: signed) { payload in
            guard isRefunded else { return }
            (payload.revocationDate, payload.revocationReason) = (signed, .other)
        }
        let body = #"{"signedTransactions":["\#(transaction)"]}"#
        #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
        try await server.sendWebhooksDue()
    }

    /// The type of each event, and the transaction that it is about.
    private static func words(_ events: [JSONObject]) -> [String] {
        events.map { "\($0[string: "type"] ?? "") \($0[string: "transactionId"] ?? "")" }
    }

    @Test("It and its reversal are told once, by the transaction, with what goes on; RevenueCat has no words for it")
    func lastMonth() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { client, server async throws in
            let theirs = #"{"address":"https://b.example.com/hook","shape":"revenuecat"}"#
            for body in [#"{"address":"https://a.example.com/hook"}"#, theirs] {
                #expect(try await client.post("/v1/webhooks", body).status == 201)
            }
            try await upload(0, on: 0, client, server)
            world.advance(days: 30)
            try await upload(1, on: 30, client, server)
            world.advance(days: 1)
            for _ in 0..<2 { try await upload(0, isRefunded: true, on: 31, client, server) }
            world.advance(days: 1)
            for _ in 0..<2 { try await upload(0, on: 32, client, server) }
            let received = receivers.take()
            let events = received.filter { $0.host == "a.example.com" }.map(\.json)
            let expected = [
                "subscriptionStarted 2001", "subscriptionRenewed 2002", "refunded 2001", "refundReversed 2001",
            ]
            #expect(Self.words(events) == expected)
            #expect(events.map { $0[string: "latestTransactionId"] } == [nil, nil, "2002", "2002"])
            #expect(events.map { $0[string: "state"] } == ["active", "active", "revoked", "expired"])
            for event in events.dropFirst() {
                let entitlement = event[array: "entitlements"]?.first?.object
                #expect(entitlement?[string: "transactionId"] == "2002")
                #expect(entitlement?[string: "state"] == "active")
            }
            let others = received.filter { $0.host == "b.example.com" }.map { $0.json[object: "event"] ?? [:] }
            #expect(others.map { $0[string: "type"] } == ["INITIAL_PURCHASE", "RENEWAL"])
        }
    }

    @Test("A server of before noted no refunds: the first that comes is told once, as those after it")
    func older() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { client, server async throws in
            #expect(try await client.post("/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#).status == 201)
            for number in 0..<3 {
                try await upload(number, on: Double(number) * 30, client, server)
                world.advance(days: 30)
            }
            #expect(Self.words(receivers.take().map(\.json)).last == "subscriptionRenewed 2003")
            let noted = #""toldRefunds":[],"#
            let place = "instr(CAST(content AS TEXT), '\(noted)')"
            #expect(try world.number("SELECT count(*) FROM purchase_standing WHERE \(place) > 0") == 1)
            try world.change(
                "UPDATE purchase_standing SET content = CAST(replace(CAST(content AS TEXT), '\(noted)', '') AS BLOB)"
            )
            try await upload(0, isRefunded: true, on: 90, client, server)
            try await upload(3, on: 90, client, server)
            try await upload(1, isRefunded: true, on: 90, client, server)
            let told = Self.words(receivers.take().map(\.json))
            #expect(told == ["refunded 2001", "subscriptionRenewed 2004", "refunded 2002"])
        }
    }
}
