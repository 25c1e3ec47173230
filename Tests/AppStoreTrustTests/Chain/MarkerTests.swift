import SwiftASN1
import TestSupport
import Testing
import X509

@testable import AppStoreTrust

/// What a developer of another app has: a genuine certificate of Apple's, below Apple's root, for something else.
@Suite("A certificate without Apple's marker")
struct MarkerTests {
    enum Place: CaseIterable {
        case leaf, intermediate
    }

    /// The trusted chain of JWS, with a certificate of the same key and name that was issued for something else.
    private func chain(without place: Place?) throws -> CertificateChain {
        let whole = try TestAuthority.trusted.get().jwsChain
        switch place {
        case nil: return whole
        case .leaf:
            let leaf = try unmarked(whole.leaf, by: whole.intermediate, MarkerExtension.receiptSigning)
            return CertificateChain(root: whole.root, intermediate: whole.intermediate, leaf: leaf)
        case .intermediate:
            let intermediate = try unmarked(whole.intermediate, by: whole.root, MarkerExtension.intermediate)
            return CertificateChain(root: whole.root, intermediate: intermediate, leaf: whole.leaf)
        }
    }

    private func unmarked(
        _ certified: CertifiedKey,
        by issuer: CertifiedKey,
        _ marker: ASN1ObjectIdentifier
    ) throws -> CertifiedKey {
        let others = certified.certificate.extensions.filter { $0.oid != marker }
        #expect(others.count == certified.certificate.extensions.count - 1)
        return try certified.reissued(
            by: issuer,
            serial: Certificate.SerialNumber(),
            extensions: try Certificate.Extensions(others)
        )
    }

    private func evaluate(_ chain: CertificateChain) throws -> TrustedSigner {
        try ChainEvaluator(policy: try TestAuthority.policy).evaluate(signer: 0, of: chain.encoded.map { $0[...] })
    }

    @Test("may not sign what the App Store signs, though its chain is good", arguments: Place.allCases)
    func refused(place: Place) throws {
        let error = try #require(throws: TrustError.self) { try evaluate(try chain(without: place)) }
        #expect(error.code == .markerMissing)
        #expect(error.reason.contains("1.2.840.113635.100.6."))
    }

    @Test("is the only thing that was wrong with it")
    func control() throws {
        #expect(try evaluate(try chain(without: nil)).chain.count == 3)
    }
}
