import Foundation
import Locking
import TestSupport
import Testing

@testable import AppStoreTrust

@Suite("What is made when it is needed") struct DeferredTests {
    @Test func `A value is made once, however many ask at the same time`() async throws {
        let made = Locked(0)
        let value = Deferred { () throws(TrustError) in
            made.withLock {
                $0 += 1
                return $0
            }
        }
        #expect(made.withLock { $0 } == 0)
        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try value.value() } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(seen == [1])
        #expect(made.withLock { $0 } == 1)
    }

    @Test func `What could not be made fails each time, and is not tried again`() {
        let tries = Locked(0)
        let value = Deferred { () throws(TrustError) -> Int in
            tries.withLock { $0 += 1 }
            throw TrustError(.authority, "no keys")
        }
        #expect(throws: TrustError(.authority, "no keys")) { try value.value() }
        #expect(throws: TrustError(.authority, "no keys")) { try value.value() }
        #expect(tries.withLock { $0 } == 1)
    }

    @Test func `An authority whose keys come later signs with those of its anchor`() throws {
        let authority = try CertificateAuthority.withReceiptKeysLater(
            name: "Later",
            validFrom: TestAuthority.validFrom,
            validUntil: TestAuthority.validUntil
        )
        let anchor = authority.receiptAnchor
        var policy = TrustPolicy.trusting([anchor])
        let apples = try CMSVerifier(policy: policy).verify(CMSMessage(parsing: authority.signCMS(payload: [1])))
        #expect(throws: Never.self) { try apples.check(signedAt: TestAuthority.signingDate) }
        policy.selfSignedSigners = [anchor]
        let xcodes = try CMSVerifier(policy: policy).verify(CMSMessage(parsing: authority.signXcodeCMS(payload: [1])))
        #expect(throws: Never.self) { try xcodes.check(signedAt: TestAuthority.signingDate) }
        #expect(try CertificateAuthority(pem: authority.pem).receiptAnchor == anchor)
    }
}
