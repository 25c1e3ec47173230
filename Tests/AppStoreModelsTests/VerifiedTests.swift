import AppStoreModels
import Foundation
import Testing

@Suite("What was verified")
struct VerifiedTests {
    @Test("shows the members of its payload")
    func members() {
        let verified = Verified(byVerifier: TransactionPayload(json: ["transactionId": "1"]))
        #expect(verified.transactionID == "1")
        #expect(verified.payload.transactionID == "1")
        #expect(verified == Verified(byVerifier: TransactionPayload(json: ["transactionId": "1"])))
    }

    @Test("is made by verifiers alone")
    func makers() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let makers = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .filter { try String(contentsOf: $0, encoding: .utf8).contains("byVerifier") }
        #expect(
            Set(makers.map(\.lastPathComponent)) == [
                "Verified.swift", "SignedDataVerifier.swift", "ReceiptValidation.swift", "VerifyReceiptClient.swift",
            ]
        )
    }
}
