import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What is left of a token that has ended", .timeLimit(.minutes(15)))
struct EndedTokenTests {
    private static let ada = "/v1/app/customers/ada"
    private static let anonymous = "anonymous:5f0e7a52-3a50-4d3a-9c0e-2f6f3d1f0b11"
    /// By which an app says that it is the one without the rule.
    private static let open = "?bundleId=com.example.open"

    /// Two apps share the server, and only one of them wants tokens.
    private static func world(_ rule: CustomerTokenRule = .required) throws -> World {
        var world = try World()
        world.configuration.apps[0].customerTokens = rule
        world.configuration.apps.append(ServedApp(bundleIDs: ["com.example.open"]))
        world.store.set(world.answer())
        return world
    }

    private static func showing(_ token: String?) -> HTTPFields {
        var fields = HTTPFields()
        fields[.documented("Purser-Customer-Token")] = token
        return fields
    }

    private static func issue(_ client: any TestClientProtocol, until end: Date? = nil) async throws -> String {
        let body = end.map { #"{"expirationDate":\#($0.millisecondsSince1970)}"# } ?? ""
        return try #require(try await client.post("/v1/customers/ada/tokens", body).json[string: "customerToken"])
    }

    enum End: CaseIterable {
        case revoked, givenUp, expired
    }

    @Test("An account stays closed when its last token ends, until another is issued", arguments: End.allCases)
    func closed(end: End) async throws {
        let world = try Self.world()
        try await world.test { client, _ async throws in
            #expect(try await client.get(Self.ada + Self.open).status == 200, "nobody has a token yet")
            let token = try await Self.issue(client, until: end == .expired ? world.now + 600 : nil)
            switch end {
            case .revoked: #expect(try await client.delete("/v1/customers/ada/tokens").status == 200)
            case .givenUp:
                #expect(try await client.delete("\(Self.ada)/tokens", headers: Self.showing(token)).status == 200)
            case .expired: world.advance(days: 1)
            }
            let receipt = #"{"receiptData":"\#(try SampleReceipt.signed().base64EncodedString())"}"#
            for answer in [
                try await client.get(Self.ada + Self.open),
                try await client.post("\(Self.ada)/receipts\(Self.open)", receipt),
                try await client.post("\(Self.ada)/transactions\(Self.open)", "{}"),
            ] {
                #expect(answer.status == 403)
                #expect(answer.errorCode == "customer-token-missing")
            }
            #expect(try world.numbers("SELECT count(*) FROM fact") == [0])
            let old = try await client.get(Self.ada + Self.open, headers: Self.showing(token))
            #expect(old.errorCode == "customer-token-invalid")
            // What is over is forgotten when another one is there, which then ends as well.
            let next = try await Self.issue(client)
            #expect(try await client.get(Self.ada + Self.open, headers: Self.showing(next)).status == 200)
            #expect(try await client.delete("/v1/customers/ada/tokens").json[integer: "revokedCount"] == 1)
            #expect(try await client.get(Self.ada + Self.open).errorCode == "customer-token-missing")
        }
    }

    @Test("Under any name of the person")
    func alias() async throws {
        try await Self.world().test { client, _ async throws in
            _ = try await Self.issue(client)
            #expect(try await client.post("/v1/customers/ada/aliases", #"{"alias":"lovelace"}"#).status == 200)
            #expect(try await client.delete("/v1/customers/lovelace/tokens").json[integer: "revokedCount"] == 1)
            for name in ["ada", "lovelace"] {
                let answer = try await client.get("/v1/app/customers/\(name)\(Self.open)")
                #expect(answer.errorCode == "customer-token-missing", "\(name)")
            }
        }
    }

    @Test("Who is erased and comes again is somebody anew")
    func erased() async throws {
        try await Self.world().test { client, _ async throws in
            _ = try await Self.issue(client)
            #expect(try await client.delete("/v1/customers/ada").status == 200)
            #expect(try await client.get(Self.ada + Self.open).status == 200)
        }
    }

    @Test("One of a device that ended with a login that nobody had to prove was never the account's")
    func planted() async throws {
        var world = try Self.world(.off)
        try await world.test { client, _ async throws in
            let place = "/v1/app/customers/\(Self.anonymous)"
            #expect(try await client.post("\(place)/tokens", "").status == 201)
            #expect(try await client.post("\(place)/login", #"{"customer":"ada"}"#).status == 200)
        }
        world.configuration.apps[0].customerTokens = .required
        try await world.test { client, _ async throws in
            #expect(try await client.get(Self.ada + Self.open).status == 200)
            #expect(try await client.get(Self.ada).errorCode == "customer-token-missing")
        }
    }

    @Test("A token that was is known of a person in every storage", arguments: StorageKind.allCases)
    func standing(kind: StorageKind) async throws {
        try await kind.test { opened, _ in
            let storage = try #require(opened as? PurchaseDatabase)
            let (ada, start) = (CustomerID(trusted: "ada"), Purchases.start)
            var generator = SystemRandomNumberGenerator()
            let token = CustomerTokenText(using: &generator)
            let before = try await storage.tokenStanding(of: ada, shown: nil, at: start)
            #expect(!before.everHadToken)
            #expect(try await storage.addCustomerToken(token, of: ada, at: start))
            #expect(try await storage.revokeCustomerTokens(of: ada, at: start + 1) == 1)
            let after = try await storage.tokenStanding(of: ada, shown: nil, at: start + 2)
            #expect(!after.hasToken)
            #expect(after.everHadToken)
        }
    }
}
