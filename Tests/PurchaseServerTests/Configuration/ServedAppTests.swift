import AppReceipt
import AppStoreModels
import AppStoreServerClient
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Several apps on one server")
struct ServedAppTests {
    @Test("The App Store is asked with the app's own secret, or else with that of all")
    func secrets() async throws {
        var world = try World()
        world.configuration.apps = [
            ServedApp(bundleIDs: ["com.other"]),
            ServedApp(bundleIDs: [SampleReceipt.bundleID], sharedSecret: AppSharedSecret("its own")),
        ]
        world.store.set(world.answer())
        try await world.test { [world] client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(world.store.requests.last?.password == "its own")
            world.advance(days: 31)
            #expect(try await server.pollDue().checkedReceipts == 1)
            #expect(world.store.requests.last?.password == "its own")
            _ = try await client.upload(try SampleReceipt.signed { $0.bundleID = "com.other" }, for: "bob")
            #expect(world.store.requests.last?.password == "hush")
        }
    }

    @Test("Each app says which App Stores count")
    func environments() async throws {
        var world = try World()
        world.configuration.apps = [ServedApp(bundleIDs: [SampleReceipt.bundleID], environments: [.production])]
        world.store.set(world.answer())
        try await world.test { client, _ in
            let answer = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(answer.status == 422)
            #expect(answer.errorCode == "environment-not-accepted")
        }
    }

    @Test(
        "An app without a name, and a name of two apps, cannot work",
        arguments: [[], [[]], [["a"], ["b", "a"]], [["a", "a"]]] as [[[String]]]
    )
    func mistakes(names: [[String]]) throws {
        var configuration = try World().configuration
        configuration.apps = names.map { ServedApp(bundleIDs: $0) }
        let error = #expect(throws: PurchaseServerError.self) { try configuration.check() }
        #expect(error?.code == .configuration)
    }
}
