import AppStoreModels
import HummingbirdTesting
import Testing

@testable import PurchaseServer

@Suite("Whether requests should be sent here")
struct ReadinessTests {
    @Test("A server that is about to end says so, and is healthy still")
    func ending() async throws {
        try await World().test { client, server in
            #expect(try await client.get("/ready").status == 200)
            server.readiness.end()
            let answer = try await client.get("/ready")
            #expect(answer.status == 503)
            #expect(answer.json[string: "status"] == "ending")
            #expect(try await client.get("/health").status == 200)
        }
    }
}
