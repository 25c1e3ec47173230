import AppStoreModels
import AppStoreTrust
import Foundation
import GRDB
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Signed data as it came", .timeLimit(.minutes(15)))
struct SignedOriginalTests {
    private static let start = TestAuthority.signingDate

    private static func body(_ transactions: [String], _ renewalInfo: [String] = []) -> String {
        JSONValue.object([
            "signedTransactions": .array(transactions.map(JSONValue.string)),
            "signedRenewalInfo": .array(renewalInfo.map(JSONValue.string)),
        ]).serialized()
    }

    private static func renewalInfo(_ status: AutoRenewStatus = .on, of token: UUID? = nil) throws -> String {
        var payload = RenewalInfoPayload()
        payload.originalTransactionID = "2000"
        payload.productID = "com.example.app.monthly"
        payload.autoRenewProductID = "com.example.app.monthly"
        payload.autoRenewStatus = status
        payload.environment = .sandbox
        payload.signedDate = start
        payload.appAccountToken = token
        return try TestAuthority.trusted.get().jwsSigner.sign(payload.jsonData)
    }

    private static func kept(_ client: any TestClientProtocol, _ member: String = "signedTransactions") async throws
        -> [String]
    {
        let export = try await client.get("/v1/customers/flora/export")
        #expect(export.status == 200)
        return try #require(export.json[array: member]).compactMap(\.string)
    }

    @Test("What a device sent is in the export of the person, to the letter")
    func kept() async throws {
        try await World().test { client, _ async throws in
            let transactions = [try SignedSample.transaction(), try SignedSample.transaction(1)]
            let renewalInfo = try Self.renewalInfo()
            for _ in 0..<2 {
                let body = Self.body(transactions, [renewalInfo])
                #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
            }
            #expect(try await Set(Self.kept(client)) == Set(transactions))
            #expect(try await Self.kept(client, "signedRenewalInfo") == [renewalInfo])
        }
    }

    @Test("Of the same statement the one that was signed last is kept; another statement is kept beside it")
    func newest() async throws {
        try await World().test { client, _ async throws in
            let first = try SignedSample.transaction()
            let later = try SignedSample.transaction(signed: Self.start + 60)
            let refunded = try SignedSample.transaction(signed: Self.start + 120) {
                $0.revocationDate = Self.start + 100
            }
            for transaction in [later, first, refunded] {
                let body = Self.body([transaction])
                #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
            }
            #expect(try await Self.kept(client) == [later, refunded])
        }
    }

    @Test("What is refused is not kept")
    func refused() async throws {
        let world = try World()
        try await world.test { client, _ async throws in
            let forged = try SignedSample.transaction(by: TestAuthority.foreign)
            let body = Self.body([try SignedSample.transaction(), forged])
            #expect(try await client.post("/v1/customers/flora/transactions", body).status == 422)
            #expect(try world.numbers("SELECT count(*) FROM signed_original") == [0])
        }
    }

    @Test("One that is longer than any of the App Store's counts, and is not kept")
    func tooLong() async throws {
        let world = try World()
        try await world.test { client, _ async throws in
            let long = try SignedSample.transaction {
                $0.offerIdentifier = String(repeating: "x", count: SignedOriginal.maximumLength)
            }
            let body = Self.body([long])
            #expect(try await client.post("/v1/customers/flora/transactions", body).entitlements.count == 1)
            #expect(try world.numbers("SELECT count(*) FROM signed_original") == [0])
        }
    }

    @Test("They go with the person, and what the device of an erased person sends again is not kept with the token")
    func erased() async throws {
        let world = try World()
        try await world.test { client, _ async throws in
            let token = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF")
            let body = Self.body([try SignedSample.transaction { $0.appAccountToken = token }])
            #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
            #expect(try world.numbers("SELECT count(*) FROM signed_original") == [1])
            #expect(try await client.delete("/v1/customers/flora").status == 200)
            #expect(try world.numbers("SELECT count(*) FROM signed_original") == [0])
            #expect(try await client.post("/v1/customers/rose/transactions", body).status == 200)
            #expect(try world.numbers("SELECT count(*) FROM fact") == [1])
            #expect(try world.numbers("SELECT count(*) FROM signed_original") == [0])
        }
    }

    @Test("Neither is renewal information, which states no token and has it inside; who buys anew has theirs kept")
    func erasedRenewalInfo() async throws {
        let world = try World()
        try await world.test { client, _ async throws in
            let token = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF")
            let transaction = try SignedSample.transaction { $0.appAccountToken = token }
            let body = Self.body([transaction], [try Self.renewalInfo(of: token)])
            #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
            #expect(try world.numbers("SELECT count(*) FROM signed_original") == [2])
            #expect(try await client.delete("/v1/customers/flora").status == 200)
            #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
            #expect(try await Self.kept(client, "signedRenewalInfo") == [])
            #expect(try await Self.kept(client) == [])
            let anew = try SignedSample.transaction(1) {
                $0.appAccountToken = token
                $0.transactionReason = .purchase
            }
            let later = Self.body([anew], [try Self.renewalInfo(of: token)])
            #expect(try await client.post("/v1/customers/flora/transactions", later).status == 200)
            #expect(try await Self.kept(client) == [anew])
            #expect(try await Self.kept(client, "signedRenewalInfo").count == 1)
        }
    }

    @Test("What the app said of a person is in the export, too")
    func attributes() async throws {
        let world = try World()
        try await world.test { client, server async throws in
            let attribute = CustomerAttribute(value: "gold", updatedDate: world.now)
            let gone = CustomerAttribute(value: nil, updatedDate: world.now)
            _ = try await server.storage.meet("flora", on: "iOS", at: world.now)
            _ = try await server.storage.save(["plan": attribute, "old": gone], of: "flora", at: world.now)
            try await server.storage.show(offering: "spring", to: "flora", at: world.now)
            let export = try await client.get("/v1/customers/flora/export")
            let attributes: JSONValue = [
                ["name": "plan", "value": "gold", "updatedDate": .number(JSONNumber(world.now.millisecondsSince1970))]
            ]
            #expect(export.json["attributes"] == attributes)
            #expect(export.json[milliseconds: "lastSeenDate"] == world.now)
            #expect(export.json["offering"] == "spring")
            #expect(try WireArticle().strangers(in: export.json) == [])
        }
    }
}
