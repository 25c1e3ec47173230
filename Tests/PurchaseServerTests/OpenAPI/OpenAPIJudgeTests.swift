import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite(
    "The verdict of an outside judge on the purchase server's OpenAPI document",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct OpenAPIJudgeTests {
    @Test("schemathesis finds no answer that the document does not tell of, and no 500")
    func schemathesis() async throws {
        var world = try World()
        world.configuration.port = 0
        // Its services run: they must rest between two looks.
        world.configuration.sleep = { try await Task.sleep(for: .seconds($0)) }
        world.configuration.demandsKeys = true
        world.configuration.webhookInterval = nil
        world.configuration.resolveHost = { _ in ["93.184.216.34"] }
        let fast = RateLimit(perSecond: 100_000, burst: 100_000)
        world.configuration.publicKeyRateLimit = fast
        world.configuration.secretKeyRateLimit = fast
        world.store.set(world.answer())
        let receipt = try SampleReceipt.signed().base64EncodedString()
        let date = world.now
        try await PurchaseServerApplication.withRunning(world.configuration) { server, url in
            let keys = try #require(server.firstKeys)
            let other = try await server.keys.make(.secret, name: "Other", scopes: [.customers])
            try await server.storage.add(
                WebhookEndpoint(identifier: "whk_1", address: "https://example.com/hook", createdDate: date),
                secret: WebhookSecret(text: "whsec_hush", endDate: nil)
            )
            let given: JSONValue = [
                "publicKey": .string(keys.public.text), "secretKey": .string(keys.secret.text),
                "names": [
                    "customer": "flora", "receiptData": .string(receipt), "key": .string(other.key.id),
                    "webhook": "whk_1", "from": "flora", "to": "rose", "grant": "sorry-7", "entry": "hint-7",
                    "offering": "spring", "originalTransactionId": "2000", "address": "https://example.com/hook",
                ],
            ]
            let outcome = try await Judges.ask(
                "judge_purchase_openapi.py",
                [url.absoluteString],
                input: given.jsonData
            )
            #expect(outcome.status == 0, "\(outcome.text.suffix(6_000))")
            // It would find nothing in nothing.
            #expect(outcome.text.contains("Test cases:"))
        }
    }
}
