import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Trust anchors")
struct TrustAnchorTests {
    @Test("of Apple have the fingerprints of Apple's certificates", .enabled(if: Fixtures.areAvailable))
    func appleRoots() throws {
        #expect(try TrustAnchor(derEncoded: Fixtures.data("certs/AppleIncRootCertificate.cer")) == .appleIncRoot)
        #expect(try TrustAnchor(derEncoded: Fixtures.data("certs/AppleRootCA-G3.cer")) == .appleRootCAG3)
    }

    @Test("are written as their fingerprint")
    func description() {
        #expect(
            TrustAnchor.appleIncRoot.description == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"
        )
    }

    @Test("refuse what is no certificate")
    func malformed() throws {
        #expect(throws: TrustError(.certificateMalformed, "")) { try TrustAnchor(derEncoded: Data([1, 2, 3])) }
        #expect(throws: TrustError(.certificateMalformed, "")) { try TrustAnchor(derEncoded: Data()) }
        #expect(throws: TrustError(.certificateMalformed, "")) { try TrustAnchor(pemEncoded: "") }
        let authority = try TestAuthority.trusted.get()
        let two = authority.jwsRootPEM + authority.receiptRootPEM
        #expect(throws: TrustError(.certificateMalformed, "")) { try TrustAnchor(pemEncoded: two) }
        #expect(throws: TrustError(.certificateMalformed, "")) { try TrustAnchor(pemEncoded: authority.pem) }
    }

    @Test("can be added to a policy without losing the others")
    func adding() throws {
        let anchor = try TestAuthority.trusted.get().receiptAnchor
        let policy = TrustPolicy.appStore.adding([anchor])
        #expect(policy.anchors == [.appleIncRoot, .appleRootCAG3, anchor])
        #expect(policy.selfSignedSigners.isEmpty)
        #expect(TrustPolicy.appStore.addingXcodeTesting([anchor]).selfSignedSigners == [anchor])
    }
}
