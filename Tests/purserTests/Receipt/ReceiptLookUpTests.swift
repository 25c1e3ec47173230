import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser receipt lookup", .timeLimit(.minutes(15)))
struct ReceiptLookUpTests {
    /// Looks up the receipt of a customer who has a subscription in a running store.
    private func lookUp(_ options: String...) async throws -> Tool.Outcome {
        let folder = try TemporaryFolder()
        var outcome: Tool.Outcome?
        try await withRunningStore(folder.file("shop")) { store in
            _ = try await store.tell("account", "flora")
            _ = try await store.ask("buy", "com.example.flowershop.club.posy", "--account", "flora")
            _ = try await store.tell("advance", "40d")
            let receipt = Data(try await store.tell("receipt", "--account", "flora").output.utf8)
            outcome = try await Tool.run(
                ["receipt", "lookup", "--local", store.folder.path] + options,
                input: receipt
            )
        }
        return try #require(outcome)
    }

    @Test("A receipt is answered as verifyReceipt did, from what a running store's Server API says")
    func found() async throws {
        let outcome = try await lookUp()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let answer = try VerifyReceiptResponse(jsonData: Data(outcome.output.utf8))
        #expect(answer.environment == .sandbox)
        #expect(answer.receipt?.bundleID == "com.example.flowershop")
        #expect(answer.latestReceiptInfo.map(\.isTrialPeriod) == [false, false, true])
        #expect(answer.pendingRenewalInfo.map(\.autoRenewStatus) == [.on])
    }

    @Test("The newest transaction alone, if that is asked for")
    func newestOnly() async throws {
        let outcome = try await lookUp("--exclude-old-transactions")
        let answer = try VerifyReceiptResponse(jsonData: Data(outcome.output.utf8))
        #expect(answer.latestReceiptInfo.count == 1)
    }

    @Test("Production sends a receipt of the sandbox away, with exit code 1 and the reason")
    func elsewhere() async throws {
        let outcome = try await lookUp("--production")
        #expect(outcome.status == 1)
        #expect(try JSONValue(parsing: outcome.output).object == ["status": 21_007])
        #expect(outcome.errors == "purser: status 21007: ask the sandbox about this receipt\n")
    }

    @Test("What is no receipt is one line and exit code 2")
    func noReceipt() async throws {
        let outcome = try await Tool.run(["receipt", "lookup", "--local", "/none"], input: Data("<html>".utf8))
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }
}
