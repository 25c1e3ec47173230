import Foundation
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import AppStoreTrust

@Suite("The certificate of a server")
struct TLSCertificateTests {
    private let names = ["api.storekit.apple.com", "localhost", "127.0.0.1", "::1"]

    private func certificate(_ pem: String) throws -> Certificate { try Certificate(pemEncoded: pem) }

    @Test("It is for the names and addresses that were given, and for servers only")
    func whatItIsFor() throws {
        let made = try TestAuthority.trusted.get().tlsCertificate(for: names, at: TestAuthority.signingDate)
        let extensions = try certificate(made.certificatePEM).extensions
        let alternatives = try #require(try extensions.subjectAlternativeNames)
        #expect(alternatives.map { "\($0)" }.count == 4)
        #expect(alternatives.contains(.dnsName("api.storekit.apple.com")))
        #expect(alternatives.contains(.dnsName("localhost")))
        #expect(alternatives.filter { if case .ipAddress = $0 { true } else { false } }.count == 2)
        #expect(try extensions.extendedKeyUsage == ExtendedKeyUsage([.serverAuth]))
        #expect(try extensions.basicConstraints == .notCertificateAuthority)
    }

    @Test("Where the authority is valid for as long, its root is the root")
    func sameRoot() throws {
        let authority = try CertificateAuthority.withReceiptKeysLater(
            name: "Long",
            validFrom: TestAuthority.validFrom,
            validUntil: TestAuthority.validFrom.addingTimeInterval(20 * 365 * 86_400)
        )
        #expect(
            try authority.tlsCertificate(for: names, at: TestAuthority.signingDate).rootPEM == authority.jwsRootPEM
        )
    }

    @Test("The dates are those of real time, wherever the store's clock is", arguments: [-20.0, 0, 20])
    func realTime(years: Double) throws {
        let now = TestAuthority.signingDate.addingTimeInterval(years * 365 * 86_400)
        let authority = try TestAuthority.trusted.get()
        let made = try authority.tlsCertificate(for: names, at: now)
        let (root, leaf) = (try certificate(made.rootPEM), try certificate(made.certificatePEM))
        for certificate in [root, leaf] {
            #expect(certificate.notValidBefore < now)
            #expect(certificate.notValidAfter >= now.addingTimeInterval(396 * 86_400))
        }
        #expect(leaf.notValidAfter.timeIntervalSince(leaf.notValidBefore) == CertificateAuthority.tlsLifetime)
        #expect(root.publicKey == authority.jwsChain.root.certificate.publicKey)
        #expect(root.subject == authority.jwsChain.root.certificate.subject)
    }

    @Test(
        "OpenSSL accepts it as strictly as it can",
        .tags(.judge),
        .enabled(if: OpenSSL.executable != nil),
        arguments: [0.0, 20]
    )
    func strict(years: Double) async throws {
        let now = TestAuthority.signingDate.addingTimeInterval(years * 365 * 86_400)
        let made = try TestAuthority.trusted.get().tlsCertificate(for: names, at: now)
        try await withTemporaryFolder { folder in
            try Data(made.rootPEM.utf8).write(to: folder.appendingPathComponent("root.pem"))
            try Data(made.certificatePEM.utf8).write(to: folder.appendingPathComponent("leaf.pem"))
            for name in [["-verify_hostname", "api.storekit.apple.com"], ["-verify_ip", "::1"]] {
                let outcome = try await OpenSSL.run(
                    ["verify", "-x509_strict", "-purpose", "sslserver", "-attime", "\(Int(now.timeIntervalSince1970))"]
                        + name + ["-CAfile", "root.pem", "leaf.pem"],
                    in: folder
                )
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
        }
    }
}
