import AppStoreModels
import Foundation
import TestSupport
import Testing
import X509

@testable import AppStoreTrust

@Suite(
    "openssl and we understand each other's questions and answers",
    .tags(.judge),
    .enabled(if: OpenSSL.executable != nil)
)
struct OpenSSLOCSPTests {
    /// Writes key and certificate of leaf, intermediate and root as PEM.
    private func write(_ chain: CertificateChain, to folder: URL) throws {
        for (name, entry) in [("leaf", chain.leaf), ("intermediate", chain.intermediate), ("root", chain.root)] {
            let certificate = PEMBlock(label: "CERTIFICATE", content: entry.encoded).text
            try Data(certificate.utf8).write(to: folder.appendingPathComponent("\(name).pem"))
            try Data(entry.key.pem.utf8).write(to: folder.appendingPathComponent("\(name).key"))
        }
    }

    private static let statuses: [(CertificateStatus, String)] = [
        (.good, "\ngood\n"), (.unknown, "\nunknown\n"),
        (.revoked(at: TestAuthority.signingDate, reason: .keyCompromise), "Reason: keyCompromise"),
        (.revoked(at: TestAuthority.signingDate, reason: .unspecified), "Revocation Time: Aug  6 12:00:00 2024 GMT"),
    ]

    @Test("it verifies our answers for both chains", arguments: statuses, [true, false])
    func ours(_ status: (CertificateStatus, String), isReceipt: Bool) async throws {
        let authority = try TestAuthority.trusted.get()
        let chain = isReceipt ? try authority.receiptChain : authority.jwsChain
        try await withTemporaryFolder { folder in
            try write(chain, to: folder)
            let asked = try await OpenSSL.run(
                ["ocsp", "-issuer", "intermediate.pem", "-cert", "leaf.pem", "-reqout", "question.der"],
                in: folder
            )
            #expect(asked.status == 0, "\(asked.text)")
            let question = try Data(contentsOf: folder.appendingPathComponent("question.der"))
            let answer = try authority.ocspResponse(
                to: question,
                at: TestAuthority.signingDate,
                nextUpdate: TestAuthority.signingDate + 60
            ) { _ in status.0 }
            try answer.write(to: folder.appendingPathComponent("answer.der"))
            let verified = try await OpenSSL.run(
                [
                    "ocsp", "-no_nonce", "-issuer", "intermediate.pem", "-cert", "leaf.pem", "-respin", "answer.der",
                    "-CAfile", "root.pem", "-verify_other", "intermediate.pem", "-attime",
                    String(Int(TestAuthority.signingDate.timeIntervalSince1970)),
                ],
                in: folder
            )
            #expect(verified.text.contains("Response verify OK"), "\(verified.text)")
            #expect(verified.text.contains(status.1), "\(verified.text)")
        }
    }

    @Test("we verify its answers to our questions", arguments: [true, false], [true, false])
    func its(isReceipt: Bool, isRevoked: Bool) async throws {
        let authority = try TestAuthority.trusted.get()
        let chain = isReceipt ? try authority.receiptChain : authority.jwsChain
        let name = try OCSPCertificateID(chain.leaf.certificate, issuer: chain.intermediate.certificate)
        let request = OCSPRequest(name, nonce: Array(1...16))
        let answer = try await withTemporaryFolder { folder in
            try write(chain, to: folder)
            try Data(request.encoded).write(to: folder.appendingPathComponent("question.der"))
            let serial = name.serial.map { String(format: "%02X", $0) }.joined()
            let entry = isRevoked ? "R\t300101000000Z\t240806120000Z,superseded" : "V\t300101000000Z\t"
            try Data("\(entry)\t\(serial)\tunknown\t/CN=Leaf\n".utf8).write(to: folder.appendingPathComponent("index"))
            let outcome = try await OpenSSL.run(
                [
                    "ocsp", "-index", "index", "-CA", "intermediate.pem", "-rsigner", "intermediate.pem", "-rkey",
                    "intermediate.key", "-reqin", "question.der", "-respout", "answer.der", "-ndays", "1",
                ],
                in: folder
            )
            #expect(outcome.status == 0, "\(outcome.text)")
            return Array(try Data(contentsOf: folder.appendingPathComponent("answer.der")))
        }
        // openssl dates its answers by its own clock, which is therefore the one that counts here.
        let response = try OCSPResponseParser.parse(answer)
        let verdict = try OCSPResponseVerifier(policy: RevocationPolicy(.hard), now: response.producedAt)
            .verdict(answer, to: request, issuer: chain.intermediate.certificate)
        let revoked = CertificateStatus.revoked(at: TestAuthority.signingDate, reason: .superseded)
        #expect(verdict.status == (isRevoked ? revoked : .good))
        #expect(response.nonce == Array(1...16))
    }
}
