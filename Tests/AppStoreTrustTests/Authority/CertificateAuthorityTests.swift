import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("A certificate authority of our own")
struct CertificateAuthorityTests {
    @Test("comes back from its PEM and goes on signing below the same anchors")
    func pemRoundTrip() throws {
        let original = try TestAuthority.trusted.get()
        let restored = try CertificateAuthority(pem: original.pem)
        #expect(restored.receiptAnchor == original.receiptAnchor)
        #expect(restored.jwsAnchor == original.jwsAnchor)
        #expect(restored.pem == original.pem)
        #expect(try restored.signCMS(payload: [1, 2, 3]) == original.signCMS(payload: [1, 2, 3]))
        let token = try restored.jwsSigner.sign(Data(#"{"signedDate":1722945600000}"#.utf8))
        #expect(throws: Never.self) { try JWSVerifier(policy: TestAuthority.policy).verify(token) }
    }

    @Test("is refused with blocks missing, swapped or of another key")
    func damagedPEM() throws {
        let blocks = try PEMBlock.blocks(in: TestAuthority.trusted.get().pem)
        let foreign = try PEMBlock.blocks(in: TestAuthority.foreign.get().pem)
        var swapped = blocks
        swapped.swapAt(0, 1)
        var mixed = blocks
        mixed[4] = foreign[4]
        for damaged in [Array(blocks.dropLast()), swapped, mixed, blocks + [blocks[0]], []] {
            let text = damaged.map(\.text).joined()
            #expect(throws: TrustError(.authority, "")) { try CertificateAuthority(pem: text) }
        }
        #expect(throws: TrustError.self) {
            try CertificateAuthority(pem: TestAuthority.trusted.get().pem.dropLast(30) + "")
        }
    }

    @Test("has two roots that are anchors by PEM as by DER")
    func anchors() throws {
        let authority = try TestAuthority.trusted.get()
        #expect(try TrustAnchor(pemEncoded: authority.receiptRootPEM) == authority.receiptAnchor)
        #expect(try TrustAnchor(pemEncoded: authority.jwsRootPEM) == authority.jwsAnchor)
        #expect(authority.receiptAnchor != authority.jwsAnchor)
    }
}
