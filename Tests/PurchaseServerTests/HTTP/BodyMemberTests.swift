import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import PurchaseServer

@Suite("Members of bodies that mean nothing are refused, wherever a body is taken")
struct BodyMemberTests {
    /// What stands in the place of each part of a path that has a name.
    private struct Places {
        let webhook: String
        let key: String

        func path(of operation: APIOperation) -> String {
            let names = [
                "customer": "flora", "webhook": webhook, "id": key, "policy": "ownership", "app": "com.example.second",
                "level": "gold", "offering": "spring", "grant": "sorry", "entry": "hint", "request": "1",
                "delivery": "1",
            ]
            let parts = operation.path.split(separator: "/").map { part in
                part.hasPrefix("{") ? names[String(part.dropFirst().dropLast())] ?? "unnamed" : String(part)
            }
            let query = operation.path.hasSuffix("offer-signatures") ? "?bundleId=com.example.app" : ""
            return "/" + parts.joined(separator: "/") + query
        }
    }

    /// All that take a body of ours; what the App Store sends may grow.
    private static let operations = APIOperation.all.filter { operation in
        if case .json = operation.body { operation.path != "/apple/notifications" } else { false }
    }

    private static func schema(of operation: APIOperation) throws -> JSONObject {
        guard case .json(let schema) = operation.body else { return JSONObject() }
        guard let name = schema.json[string: "$ref"]?.split(separator: "/").last else { return schema.json }
        return try #require(JSONSchema.all.first { $0.key == name }?.value.json)
    }

    @Test("The document says so of every body")
    func documented() throws {
        #expect(Self.operations.count > 20)
        for operation in Self.operations {
            let schema = try Self.schema(of: operation)
            #expect(schema[boolean: "additionalProperties"] == false, "\(operation.method) \(operation.path)")
            for (name, member) in schema[object: "properties"]?.members ?? [] where member.object?["properties"] != nil
            {
                // What the developer writes of offerings has the members that they like.
                guard name != "metadata" else { continue }
                #expect(member.object?[boolean: "additionalProperties"] == false, "\(operation.path): \(name)")
            }
        }
    }

    @Test("Every route that takes a body refuses another member by its name, and nothing changes")
    func refused() async throws {
        let world = try World()
        try await world.test { client, server in
            let webhook = WebhookEndpoint(
                identifier: "whk_1",
                address: "https://example.com/hook",
                createdDate: world.now
            )
            try await server.storage.add(webhook, secret: WebhookSecret(text: "whsec_hush", endDate: nil))
            let key = try await server.keys.make(.secret, name: "Other", scopes: [.customers])
            let places = Places(webhook: "whk_1", key: key.key.id)
            let before = try await Self.content(server)
            for operation in Self.operations {
                let response = try await client.execute(
                    uri: places.path(of: operation),
                    method: operation.method,
                    body: ByteBuffer(string: #"{"wrongMember":7}"#)
                )
                let json = try JSONValue(parsing: Data(response.body.readableBytesView)).object ?? JSONObject()
                #expect(response.status == .badRequest, "\(operation.method) \(operation.path)")
                #expect(json[string: "code"] == "invalid-body", "\(operation.method) \(operation.path)")
                #expect(
                    json[string: "detail"] == #"there is no member "wrongMember" here"#,
                    "\(operation.method) \(operation.path)"
                )
            }
            #expect(try await Self.content(server) == before)
        }
    }

    /// How many rows there are of what requests make.
    private static func content(_ server: PurchaseServerApplication) async throws -> [String: Int] {
        try await server.storage.read { database in
            let tables = [
                "customer_name", "level_grant", "ledger_entry", "offering", "audit", "api_key", "webhook_endpoint",
                "upload", "customer_token", "purchase_event", "statement_key",
            ]
            var counts: [String: Int] = [:]
            for table in tables { counts[table] = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") }
            return counts
        }
    }

    @Test("Nor is it passed over inside of an object")
    func inside() async throws {
        try await World().test { client, server in
            let answer = try await client.put(
                "/v1/settings/apps/com.example.second",
                #"{"serverApiKey":{"keyId":"A","issuerId":"B","privateKey":"no key","keyID":"C"}}"#
            )
            #expect(answer.status == 400)
            #expect(answer.json[string: "detail"] == #"there is no member "keyID" in "serverApiKey""#)
            #expect(try await server.storage.storedSettings() == StoredSettings())
        }
    }

    @Test("What the developer writes of an offering has the members that they like")
    func metadata() async throws {
        try await World().test { client, _ in
            let body = #"{"productIds":["com.example.app.monthly"],"metadata":{"hat":{"colour":"red"}}}"#
            #expect(try await client.put("/v1/offerings/spring", body).status == 200)
            let read = try await client.get("/v1/offerings/spring").json
            #expect(read[object: "metadata"]?[object: "hat"]?[string: "colour"] == "red")
        }
    }
}
