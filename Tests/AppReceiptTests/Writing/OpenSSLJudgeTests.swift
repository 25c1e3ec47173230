import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("openssl accepts what our authority signs", .tags(.judge), .enabled(if: OpenSSL.executable != nil))
struct OpenSSLJudgeTests {
    /// `-attime` of the date at which the receipts were made.
    private let moment = String(Int(TestAuthority.signingDate.timeIntervalSince1970))

    @Test("receipts, chain and purpose included", arguments: ReceiptDigest.allCases)
    func receipt(_ digest: ReceiptDigest) async throws {
        try await withTemporaryFolder { folder in
            try SampleReceipt.signed(digest: digest).write(to: folder.appendingPathComponent("receipt.der"))
            try writeRoot(of: TestAuthority.trusted, to: folder)
            let outcome = try await verify(in: folder)
            #expect(outcome.status == 0, "\(outcome.text)")
            let payload = try Data(contentsOf: folder.appendingPathComponent("payload.der"))
            #expect(payload == Data(try SampleReceipt.draft().payload))
        }
    }

    @Test("but not below a foreign root")
    func foreignRoot() async throws {
        try await withTemporaryFolder { folder in
            try SampleReceipt.signed().write(to: folder.appendingPathComponent("receipt.der"))
            try writeRoot(of: TestAuthority.foreign, to: folder)
            #expect(try await verify(in: folder).status != 0)
        }
    }

    @Test("both chains by its strictest rules", arguments: [0, 6])
    func strictChain(_ offset: Int) async throws {
        try await withTemporaryFolder { folder in
            let blocks = try PEMBlock.blocks(in: TestAuthority.trusted.get().pem)
            for (index, name) in [(1, "root"), (3, "intermediate"), (5, "leaf")] {
                let text = blocks[offset + index].text
                try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).pem"))
            }
            let outcome = try await OpenSSL.run(
                [
                    "verify", "-x509_strict", "-check_ss_sig", "-attime", moment, "-CAfile", "root.pem",
                    "-untrusted", "intermediate.pem", "leaf.pem",
                ],
                in: folder
            )
            #expect(outcome.status == 0, "\(outcome.text)")
        }
    }

    @Test("and finds markers, key identifiers and the OCSP address in the certificates")
    func extensions() async throws {
        try await withTemporaryFolder { folder in
            let blocks = try PEMBlock.blocks(in: TestAuthority.trusted.get().pem)
            try Data(blocks[5].text.utf8).write(to: folder.appendingPathComponent("leaf.pem"))
            let text = try await OpenSSL.run(["x509", "-in", "leaf.pem", "-noout", "-text"], in: folder).text
            for expected in [
                "1.2.840.113635.100.6.11.1", "X509v3 Subject Key Identifier", "X509v3 Authority Key Identifier",
                "CA:FALSE", "Digital Signature", "OCSP - URI:http://127.0.0.1:8888/ocsp",
            ] {
                #expect(text.contains(expected))
            }
        }
    }

    private func writeRoot(of authority: Result<CertificateAuthority, TrustError>, to folder: URL) throws {
        try Data(authority.get().receiptRootPEM.utf8).write(to: folder.appendingPathComponent("root.pem"))
    }

    private func verify(in folder: URL) async throws -> Command.Outcome {
        try await OpenSSL.run(
            [
                "cms", "-verify", "-inform", "DER", "-binary", "-in", "receipt.der", "-CAfile", "root.pem",
                "-attime", moment, "-out", "payload.der",
            ],
            in: folder
        )
    }
}
