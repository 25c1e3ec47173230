import AppStoreModels
import AppStoreTrust
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Uploads of signed transactions", .timeLimit(.minutes(15)))
struct SignedUploadTests {
    private static let start = TestAuthority.signingDate

    private static func renewalInfo(_ change: (inout RenewalInfoPayload) -> Void = { _ in }) throws -> String {
        var payload = RenewalInfoPayload()
        payload.originalTransactionID = "2000"
        payload.productID = "com.example.app.monthly"
        payload.autoRenewProductID = "com.example.app.monthly"
        payload.autoRenewStatus = .off
        payload.environment = .sandbox
        payload.signedDate = start
        change(&payload)
        return try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
    }

    private static func body(_ transactions: [String], _ renewalInfo: [String] = []) -> String {
        JSONValue.object([
            "signedTransactions": .array(transactions.map(JSONValue.string)),
            "signedRenewalInfo": .array(renewalInfo.map(JSONValue.string)),
        ]).serialized()
    }

    @Test("They are verified here, without asking the App Store, and count at once; again changes nothing")
    func accepted() async throws {
        let world = try World()
        world.store.set(.down)
        try await world.test { client, _ in
            let body = Self.body([try SignedSample.transaction()], [try Self.renewalInfo()])
            for _ in 0..<2 {
                let answer = try await client.post("/v1/customers/flora/transactions", body)
                #expect(answer.status == 200)
                let monthly = answer.entitlement("monthly")
                #expect(monthly?[string: "state"] == "active")
                #expect(monthly?[integer: "autoRenewStatus"] == 0)
            }
            #expect(try world.numbers("SELECT count(*) FROM fact") == [2])
            #expect(world.store.requests.isEmpty)
        }
    }

    @Test("One that is not genuine refuses them all, and nothing is stored")
    func forged() async throws {
        let world = try World()
        try await world.test { client, _ in
            let good = try SignedSample.transaction()
            let cases: [(String, [String], String)] = [
                (
                    "transaction-not-authentic", [good, try SignedSample.transaction(1, by: TestAuthority.foreign)],
                    "[1]"
                ),
                ("transaction-not-authentic", [String(good.dropLast(8)) + "AAAAAAAA"], "[0]"),
                ("transaction-not-authentic", [try SignedSample.transaction { $0.bundleID = "com.other" }], "[0]"),
                ("transaction-not-authentic", ["", good], "[0]"),
                ("transaction-incomplete", [try SignedSample.transaction { $0.productID = nil }], "[0]"),
            ]
            for (code, transactions, place) in cases {
                let answer = try await client.post("/v1/customers/flora/transactions", Self.body(transactions))
                #expect(answer.status == 422)
                #expect(answer.errorCode == code)
                #expect(answer.json[object: "error"]?[string: "message"]?.contains(place) == true)
            }
            #expect(try world.numbers("SELECT count(*) FROM fact") == [0])
        }
    }

    @Test("Renewal information counts only with a transaction of its subscription")
    func renewalInfoAlone() async throws {
        let world = try World()
        try await world.test { client, _ in
            let other = try Self.renewalInfo { $0.originalTransactionID = "9" }
            let answer = try await client.post(
                "/v1/customers/flora/transactions",
                Self.body([try SignedSample.transaction()], [other])
            )
            #expect(answer.status == 422)
            #expect(answer.errorCode == "renewal-info-alone")
        }
    }

    @Test(
        "A body that is none is refused",
        arguments: [
            ("", 400, "invalid-body"), ("[]", 400, "invalid-body"), ("{}", 400, "transactions-missing"),
            (#"{"signedTransactions":[]}"#, 400, "transactions-missing"),
            (#"{"signedTransactions":"a.b.c"}"#, 400, "invalid-body"),
            (#"{"signedTransactions":[1]}"#, 400, "invalid-body"),
            (#"{"signedTransactions":["a"],"signedRenewalInfo":{}}"#, 400, "invalid-body"),
        ]
    )
    func badBody(body: String, status: Int, code: String) async throws {
        let world = try World()
        try await world.test { client, _ in
            let answer = try await client.post("/v1/customers/flora/transactions", body)
            #expect(answer.status == status)
            #expect(answer.errorCode == code)
        }
    }
}
