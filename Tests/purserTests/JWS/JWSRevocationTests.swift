import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser jws verify --revocation", .timeLimit(.minutes(15)))
struct JWSRevocationTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("store") }

    init() throws { folder = try TemporaryFolder() }

    private func verify(_ token: String, _ mode: String) async throws -> (status: Int32, output: String) {
        let root = data.appendingPathComponent("jws-root.pem").path
        let outcome = try await Tool.run("jws", "verify", token, "--root", root, "--revocation", mode)
        return (outcome.status, outcome.output)
    }

    @Test("The responder that the certificates name is asked; soft and hard differ once it is silent")
    func modes() async throws {
        var good = ""
        try await withRunningStore(data, ["--rate", "manual"], endedBy: SIGTERM) { store in
            _ = try await store.tell("account", "flora")
            let bought = try await store.ask("buy", "com.example.flowershop.seeds", "--account", "flora")
            let transaction = try #require(bought[string: "transactionId"])
            good = try await store.tell("signed", transaction).output
            _ = try await store.tell("fault", "set", "revokedCertificate")
            let withdrawn = try await store.tell("signed", transaction).output

            for mode in ["soft", "hard"] {
                let accepted = try await verify(good, mode)
                #expect(accepted.status == 0)
                #expect(accepted.output.contains("the authorities have withdrawn no certificate"))
                let refused = try await verify(withdrawn, mode)
                #expect(refused.status == 1)
                #expect(refused.output.contains("The JWS is not valid: certificate-revoked"))
            }
            #expect(try await verify(withdrawn, "off").status == 0)
        }

        let unanswered = try await verify(good, "soft")
        #expect(unanswered.status == 0)
        #expect(unanswered.output.contains("–  revocation   no answer: http://127.0.0.1:"))
        let refused = try await verify(good, "hard")
        #expect(refused.status == 1)
        #expect(refused.output.contains("The JWS is not valid: revocation-unknown"))
        #expect(try await verify(good, "sometimes").status == 64)
    }
}
