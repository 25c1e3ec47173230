import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "The verdict of an outside judge that asks the responder",
    .tags(.judge),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct OnlineJudgeTests {
    @Test("Apple's own library accepts what is good, and refuses what was withdrawn")
    func onlineChecks() async throws {
        let store = try store()
        let folder = try TemporaryFolder()
        let root = folder.file("root.der")
        try write(store.authority.jwsRootPEM, to: root)
        let bought = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)

        let (good, verdicts) = try await withRunning(LocalStoreServer(store: store)) { _ in
            let good = try store.signedTransaction(bought.transactionID)
            try store.setFault(StoreFault(.revokedCertificate))
            let withdrawn = try store.signedTransaction(bought.transactionID)
            return (good, [try await verdict(on: good, root), try await verdict(on: withdrawn, root)])
        }
        #expect(verdicts == [bought.transactionID, "VERIFICATION_FAILURE"])
        // Now that nobody listens: the library would try again later.
        #expect(try await verdict(on: good, root) == "RETRYABLE_VERIFICATION_FAILURE")
    }

    @Test(
        "Apple's own clients walk through 47 transactions, and their library verifies each by the letter",
        arguments: ["sync", "async"],
        [1, 2]
    )
    func paging(kind: String, version: Int) async throws {
        let store = try store()
        let folder = try TemporaryFolder()
        let (root, key) = (folder.file("root.der"), folder.file("key.p8"))
        try write(store.authority.jwsRootPEM, to: root)
        let first = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        var bought = [first.transactionID]
        for _ in 1...46 {
            bought.append(try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID)
        }
        let server = LocalStoreServer(store: store)
        try Data(server.serverAPIKey.pem.utf8).write(to: key)
        let verdict = try await withRunning(server) { url in
            try await Judges.ask(
                "judge_paging.py",
                [
                    kind, url.absoluteString, key.path, server.serverAPIKey.keyID, server.serverAPIKey.issuerID,
                    SampleShop.app.bundleID, first.transactionID, root.path, String(version),
                ]
            )
        }
        #expect(verdict.status == 0, "\(verdict.errors)")
        let read = try #require(try JSONValue(parsing: verdict.output).object)
        #expect(read["strict"] == true)
        #expect(read["sizes"] == [20, 20, 7])
        #expect(read[array: "transactions"]?.map(\.string) == bought)
        #expect(read[array: "backwards"]?.map(\.string) == bought.reversed())
        #expect(read["renews"] == [.string(first.originalTransactionID), .string(SampleShop.posy)])
        #expect(read["app"] == .string(SampleShop.app.bundleID))
        #expect(read["newer"] == 0)
    }

    private func write(_ pem: String, to file: URL) throws {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        try #require(Data(base64Encoded: lines.joined())).write(to: file)
    }

    /// Apple's library judges certificates by the clock of the machine when it asks, so these outlive every machine.
    private func store() throws -> LocalAppStore {
        let store = LocalAppStore(
            configuration: try StoreConfiguration(contentsOf: SampleShop.catalogue),
            app: SampleShop.app,
            authority: try CertificateAuthority.make(
                name: "Long-lived Test",
                validFrom: TestAuthority.validFrom,
                validUntil: TestAuthority.validFrom.addingTimeInterval(100 * 365 * 86_400)
            ),
            start: TestAuthority.signingDate,
            seed: 1
        )
        try store.createAccount(id: SampleShop.customer)
        return store
    }

    private func verdict(on transaction: String, _ root: URL) async throws -> String {
        let outcome = try await Judges.ask(
            "judge_online.py",
            [root.path, SampleShop.app.bundleID, "Sandbox"],
            input: Data(transaction.utf8)
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        return String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
