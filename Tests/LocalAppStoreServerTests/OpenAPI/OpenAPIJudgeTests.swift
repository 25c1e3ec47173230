import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "The verdict of an outside judge on the OpenAPI document",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct OpenAPIJudgeTests {
    @Test("schemathesis finds no answer that the document does not tell of, and no 500")
    func schemathesis() async throws {
        let store = try SampleShop.open()
        let bought = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let server = LocalStoreServer(store: store)
        let outcome = try await withRunning(server) { url in
            try await Judges.ask(
                "judge_openapi.py",
                [
                    url.absoluteString, server.serverAPIKey.keyID, server.serverAPIKey.issuerID,
                    SampleShop.app.bundleID, bought.transactionID, SampleShop.posy, SampleShop.customer,
                ],
                input: Data(server.serverAPIKey.pem.utf8)
            )
        }
        #expect(outcome.status == 0, "\(outcome.text.suffix(4_000))")
        // It would find nothing in nothing.
        #expect(outcome.text.contains("Test cases:"))
    }
}
