import AppStoreModels
import Foundation
import PurchaseServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A test of a developer's server, with a purchase server that runs for as long as the test.
@Suite("The club's purchase server", .timeLimit(.minutes(15)))
struct ServingTests {
    @Test("It answers what a customer owns")
    func answers() async throws {
        try await withTemporaryFolder { folder in
            var configuration = PurchaseServerConfiguration(
                databaseFile: folder.appendingPathComponent("purchases.sqlite"),
                apps: [AppIdentity(bundleID: "com.example.flowershop")],
                now: { Date(timeIntervalSince1970: 1_780_000_000) }
            )
            configuration.port = 0
            configuration.demandsKeys = false
            try await PurchaseServerApplication.withRunning(configuration) { _, url in
                let (data, _) = try await URLSession.shared.data(from: url.appendingPathComponent("health"))
                #expect(try JSONValue(parsing: data).object?[string: "status"] == "ok")
            }
        }
    }
}
