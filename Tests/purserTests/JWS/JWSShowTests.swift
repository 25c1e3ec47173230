import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser jws show", .timeLimit(.minutes(15)))
struct JWSShowTests {
    @Test("Dates, prices and codes are readable, and the last line says that nothing was verified")
    func text() async throws {
        let payload = try SampleJWS.notification(SampleJWS.transaction, SampleJWS.renewalInfo)
        let outcome = try await Tool.run("jws", "show", try SampleJWS.sign(payload))
        #expect(outcome.status == 0)
        #expect(outcome.lines.first == "JWS: notification")
        #expect(outcome.lines.last == "Nothing was verified: anybody can write such a JWS.")
        for line in [
            "signedDate        2024-08-06T12:00:00.000Z", "data.status       1 (active)",
            "price                  4.99 EUR", "data.signedTransactionInfo: transaction",
            "autoRenewStatus        1 (renews)", "certificates  the same as above",
        ] {
            #expect(outcome.lines.contains(line), "\(line) in \(outcome.output)")
        }
    }

    @Test("JSON says that nothing was verified and keeps the payload as it is")
    func json() async throws {
        let token = try SampleJWS.sign(SampleJWS.transaction)
        let outcome = try await Tool.run("jws", "show", token, "--json")
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[boolean: "verified"] == false)
        #expect(json[string: "kind"] == "transaction")
        #expect(json[object: "payload"] == SampleJWS.transaction)
        #expect(json[array: "certificates"]?.count == 3)
    }

    @Test("A token that no verifier would accept is shown all the same")
    func unacceptable() async throws {
        let outcome = try await Tool.run("jws", "show", "eyJhbGciOiJub25lIn0.W10.")
        #expect(outcome.status == 0)
        #expect(outcome.lines.first == "JWS: unknown kind")
        #expect(outcome.output.contains("algorithm     none"))
        #expect(outcome.output.contains("no JSON object"))
    }
}
