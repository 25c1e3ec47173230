import Foundation
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import AppStoreTrust

@Suite("A certificate longer than any")
struct CertificateLimitTests {
    private let long: [UInt8]

    init() throws {
        long = try LongCertificate.encoded(padding: Certificate.maximumLength)
        // What refuses it is its length alone.
        _ = try Certificate(derEncoded: long)
    }

    @Test("is refused wherever one is read, with its length")
    func refused() {
        let reads: [() throws -> Void] = [
            { _ = try TrustAnchor(derEncoded: long) },
            { _ = try TrustAnchor(pemEncoded: PEMBlock(label: "CERTIFICATE", content: long).text) },
            { _ = try CertificateSummary(derEncoded: long) },
            { _ = try ChainCertificate(long[...]) },
        ]
        for read in reads {
            let error = #expect(throws: TrustError.self) { try read() }
            #expect(error?.code == .certificateMalformed)
            #expect(error?.reason.contains("\(long.count) bytes; at most 16384 are read") == true)
        }
    }

    @Test("is refused beside a genuine chain too, where a shorter one may be")
    func besideChain() throws {
        let verifier = CMSVerifier(policy: try TestAuthority.policy)
        var parts = try CMSParts()
        parts.certificates?.append(try LongCertificate.encoded(padding: 15_000))
        let short = try CMSMessage(parsing: parts.encoded)
        #expect(throws: Never.self) { try verifier.verify(short) }
        parts.certificates?[3] = long
        let message = try CMSMessage(parsing: parts.encoded)
        #expect(throws: TrustError(.certificateMalformed, "")) { try verifier.verify(message) }
    }

    @Test("of empty values is refused before they are parsed")
    func emptyValues() {
        let values = DEREncoder.element(.sequence, of: [[UInt8]](repeating: [0x05, 0x00], count: 100_000))
        let error = #expect(throws: TrustError.self) { try ChainCertificate(values[...]) }
        #expect(error?.reason.contains("at most 16384 are read") == true)
    }
}
