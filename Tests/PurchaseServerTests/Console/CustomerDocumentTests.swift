import AppReceipt
import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A customer's documents")
struct CustomerDocumentTests {
    private func documents(_ client: any TestClientProtocol, of customer: String = "alice") async throws -> [JSONObject]
    {
        try await client.get("/v1/customers/\(customer)/documents").json[array: "documents"]?.compactMap(\.object) ?? []
    }

    private func outcomes(_ document: JSONObject) -> [String: String] {
        let checks = document[array: "checks"]?.compactMap(\.object) ?? []
        return Dictionary(uniqueKeysWithValues: checks.map { ($0[string: "rule"] ?? "", $0[string: "outcome"] ?? "") })
    }

    @Test("have the receipt, raw and decoded, once for all its purchases, with what became of each rule")
    func receipt() async throws {
        let world = try World()
        world.store.set(world.answer())
        let receipt = try SampleReceipt.signed()
        try await world.test { client, _ in
            #expect(try await client.upload(receipt, for: "alice").status == 200)
            let found = try await documents(client)
            let document = try #require(found.first)
            #expect(found.count == 1)
            #expect(document[string: "kind"] == "receipt")
            #expect(document[boolean: "isValid"] == true)
            #expect(document[boolean: "isWaiting"] == nil)
            let payload = try #require(document[object: "payload"])
            #expect(payload[string: "bundleId"] == SampleReceipt.bundleID)
            #expect(payload[array: "purchases"]?.isEmpty == false)
            #expect(outcomes(document)["signature"] == "passed")
            #expect(outcomes(document).values.allSatisfy { $0 == "passed" })
            let raw = try #require(document[string: "receipt"].flatMap { Data(base64Encoded: $0) })
            #expect(AppReceipt.isSame(raw, world.answer().latestReceipt))
            #expect(try await documents(client, of: "bob").isEmpty)
        }
    }

    @Test("show what waits for the App Store, and a receipt that fails a rule says which")
    func waiting() async throws {
        var world = try World()
        world.store.set(.down)
        try await world.test { client, _ in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 202)
            let document = try #require(try await documents(client).first)
            #expect(document[boolean: "isWaiting"] == true)
            #expect(document[boolean: "isValid"] == true)
        }
        // The same receipt, before a server that serves another app.
        world.configuration.apps = [ServedApp(bundleIDs: ["com.example.other"])]
        try await world.test { client, _ in
            let document = try #require(try await documents(client).first)
            #expect(document[boolean: "isValid"] == false)
            #expect(outcomes(document)["signature"] == "passed")
            #expect(outcomes(document).values.contains("failed"))
        }
    }
}

extension AppReceipt {
    /// Whether two receipts are the same but for how they are spelt.
    fileprivate static func isSame(_ data: Data, _ base64: String?) -> Bool {
        guard let other = base64.flatMap({ Data(base64Encoded: $0) }) else { return false }
        let (one, two) = (try? AppReceipt(wireForm: data), try? AppReceipt(wireForm: other))
        return one != nil && one?.creationDate == two?.creationDate && one?.bundleID == two?.bundleID
    }
}
