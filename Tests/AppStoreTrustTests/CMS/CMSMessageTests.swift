import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("A signed message")
struct CMSMessageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: TrustError.Code
        let change: @Sendable (inout CMSParts) -> Void
    }

    static let refused = [
        Case(testDescription: "with two signers", code: .signerCount) { $0.signers += $0.signers },
        Case(testDescription: "without a signer", code: .signerCount) { $0.signers = [] },
        Case(testDescription: "with signed attributes", code: .unsupported) {
            $0.signers = [$0.signer(afterDigest: DEREncoder.element(.context0, []))]
        },
        Case(testDescription: "with unsigned attributes", code: .unsupported) {
            $0.signers = [$0.signer(atEnd: DEREncoder.element(.context1, []))]
        },
        Case(testDescription: "with a signer named by key identifier", code: .unsupported) {
            $0.name = DEREncoder.element(DERTag(rawValue: 0x80), [1, 2, 3])
            $0.signers = [$0.signer()]
        },
        Case(testDescription: "without certificates", code: .signerNotFound) { $0.certificates = nil },
        Case(testDescription: "with an empty set of certificates", code: .signerNotFound) { $0.certificates = [] },
        Case(testDescription: "without its leaf", code: .signerNotFound) { $0.certificates?.removeFirst() },
        Case(testDescription: "without its root", code: .chainInvalid) { $0.certificates?.removeLast() },
        Case(testDescription: "without its intermediate", code: .chainInvalid) { $0.certificates?.remove(at: 1) },
        Case(testDescription: "with nine certificates", code: .chainLength) {
            $0.certificates = ($0.certificates ?? []) + ($0.certificates ?? []) + ($0.certificates ?? [])
        },
        Case(testDescription: "with revocation lists", code: .unsupported) {
            $0.certificates?.append([])
            $0.afterCertificates = DEREncoder.element(.context1, [])
        },
        Case(testDescription: "with MD5", code: .algorithmNotAllowed) {
            $0.digest = CMSParts.algorithm([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05])
            $0.signers = [$0.signer()]
        },
        Case(testDescription: "with an elliptic curve", code: .algorithmNotAllowed) {
            $0.signatureAlgorithm = CMSParts.algorithm([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
            $0.signers = [$0.signer()]
        },
        Case(testDescription: "whose signature names another digest", code: .algorithmNotAllowed) {
            $0.signatureAlgorithm = CMSParts.algorithm(ObjectIdentifiers.sha1WithRSAEncryption)
            $0.signers = [$0.signer()]
        },
        Case(testDescription: "that announces another digest", code: .malformed) {
            $0.announced = CMSParts.algorithm(ObjectIdentifiers.sha1)
        },
        Case(testDescription: "with parameters for its digest", code: .malformed) {
            $0.digest = DEREncoder.element(
                .sequence,
                of: [DEREncoder.element(.objectIdentifier, ObjectIdentifiers.sha256), DEREncoder.integer(1)]
            )
            $0.announced = $0.digest
            $0.signers = [$0.signer()]
        },
        Case(testDescription: "with other content than data", code: .unsupported) {
            $0.contentType = ObjectIdentifiers.signedData
        },
        Case(testDescription: "without its content", code: .unsupported) { $0.payload = nil },
        Case(testDescription: "that is not signed data", code: .malformed) { $0.type = ObjectIdentifiers.data },
    ]

    @Test("is refused for the structure it has", arguments: refused)
    func structure(_ testCase: Case) throws {
        var parts = try CMSParts()
        testCase.change(&parts)
        let error = #expect(throws: TrustError.self) { try verify(parts.encoded) }
        #expect(error?.code == testCase.code, "\(error?.description ?? "")")
    }

    @Test("is accepted with its parts as they were, by either name of the algorithm, in any order of certificates")
    func accepted() throws {
        #expect(try CMSParts().encoded == TestAuthority.trusted.get().signCMS(payload: [1, 2, 3]))
        var parts = try CMSParts()
        #expect(throws: Never.self) { try verify(parts.encoded) }
        parts.signatureAlgorithm = CMSParts.algorithm(ObjectIdentifiers.sha256WithRSAEncryption)
        parts.signers = [parts.signer()]
        #expect(throws: Never.self) { try verify(parts.encoded) }
        parts.certificates?.reverse()
        #expect(throws: Never.self) { try verify(parts.encoded) }
        let foreign = try PEMBlock.blocks(in: TestAuthority.foreign.get().pem)
        parts.certificates?.insert(foreign[1].content, at: 0)
        #expect(throws: Never.self) { try verify(parts.encoded) }
    }

    @Test("is judged anew for each set of certificates, however warm the cache")
    func cache() throws {
        let verifier = CMSVerifier(policy: try TestAuthority.policy)
        let good = try CMSMessage(parsing: TestAuthority.trusted.get().signCMS(payload: [1, 2, 3]))
        let foreign = try CMSMessage(parsing: TestAuthority.foreign.get().signCMS(payload: [1, 2, 3]))
        for _ in 0..<3 {
            #expect(throws: Never.self) { try verifier.verify(good) }
            #expect(throws: TrustError(.anchorUntrusted, "")) { try verifier.verify(foreign) }
        }
        let verified = try verifier.verify(good)
        #expect(throws: Never.self) { try verified.check(signedAt: TestAuthority.validFrom) }
        #expect(throws: Never.self) { try verified.check(signedAt: TestAuthority.validUntil) }
        #expect(throws: TrustError(.certificateExpired, "")) {
            try verified.check(signedAt: TestAuthority.validUntil + 1)
        }
        #expect(throws: TrustError(.certificateExpired, "")) {
            try verified.check(signedAt: TestAuthority.validFrom - 1)
        }
    }

    private func verify(_ bytes: [UInt8]) throws {
        _ = try CMSVerifier(policy: TestAuthority.policy).verify(CMSMessage(parsing: bytes))
    }
}
