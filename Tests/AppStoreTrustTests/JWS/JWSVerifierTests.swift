import AppStoreTrust
import Crypto
import Foundation
import TestSupport
import Testing

@Suite("A JWS of our own authority")
struct JWSVerifierTests {
    private let payload = Data(#"{"bundleId":"com.example.app","signedDate":1722945600000}"#.utf8)

    @Test("verifies below its anchor and gives the payload back")
    func roundTrip() throws {
        let token = try TestAuthority.trusted.get().jwsSigner.sign(payload)
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        for _ in 0..<3 {
            let verified = try verifier.verify(token)
            #expect(verified.payload == payload)
            #expect(verified.signedAt == TestAuthority.signingDate)
            #expect(verified.anchor == (try TestAuthority.trusted.get().jwsAnchor))
        }
    }

    @Test("does not verify below Apple's roots, nor one of another authority below ours")
    func foreign() throws {
        let token = try TestAuthority.trusted.get().jwsSigner.sign(payload)
        #expect(throws: TrustError(.anchorUntrusted, "")) { try JWSVerifier(policy: .appStore).verify(token) }
        let foreign = try TestAuthority.foreign.get().jwsSigner.sign(payload)
        #expect(throws: TrustError(.anchorUntrusted, "")) {
            try JWSVerifier(policy: TestAuthority.policy).verify(foreign)
        }
    }

    struct Dated: Sendable, CustomTestStringConvertible {
        let payload: String
        let now: Date?
        let code: TrustError.Code?
        var testDescription: String { payload }
    }

    static let dated = [
        Dated(payload: #"{"signedDate":1722945600000}"#, now: nil, code: nil),
        Dated(payload: #"{"receiptCreationDate":1722945600000}"#, now: nil, code: nil),
        Dated(payload: #"{"signedDate":1722945600000.25}"#, now: nil, code: nil),
        Dated(payload: #"{"signedDate":1722945600000,"receiptCreationDate":0}"#, now: nil, code: nil),
        // The date in the payload counts even if the caller's would do.
        Dated(payload: #"{"signedDate":0}"#, now: TestAuthority.signingDate, code: .certificateExpired),
        Dated(payload: #"{"signedDate":1767225600001}"#, now: nil, code: .certificateExpired),
        Dated(payload: #"{"signedDate":1704067199999}"#, now: nil, code: .certificateExpired),
        // No date of a calendar; the caller's does not stand in for one that is there and cannot be read.
        Dated(payload: #"{"signedDate":1e300}"#, now: TestAuthority.signingDate, code: .signingDate),
        Dated(payload: #"{"signedDate":-1e300}"#, now: TestAuthority.signingDate, code: .signingDate),
        Dated(payload: #"{"signedDate":1e400}"#, now: TestAuthority.signingDate, code: .signingDate),
        Dated(payload: #"{"signedDate":1e99999999999999999999}"#, now: nil, code: .signingDate),
        Dated(payload: #"{"signedDate":NaN}"#, now: TestAuthority.signingDate, code: .malformed),
        // Dates of a calendar, long before the certificates.
        Dated(payload: #"{"signedDate":1e-400}"#, now: nil, code: .certificateExpired),
        Dated(payload: #"{"signedDate":-1}"#, now: nil, code: .certificateExpired),
        Dated(payload: #"{"signedDate":null}"#, now: TestAuthority.signingDate, code: .signingDate),
        Dated(payload: "{}", now: nil, code: .signingDate),
        Dated(payload: "{}", now: TestAuthority.signingDate, code: nil),
        Dated(payload: "{}", now: TestAuthority.validUntil + 1, code: .certificateExpired),
        Dated(payload: #"{"signedDate":"soon"}"#, now: TestAuthority.signingDate, code: .signingDate),
        Dated(payload: "[]", now: nil, code: .malformed),
        Dated(payload: "", now: nil, code: .malformed),
        Dated(payload: #"{"environment":"Xcode"}"#, now: nil, code: .signingDate),
    ]

    @Test("is judged at the date it was signed", arguments: dated)
    func date(_ input: Dated) throws {
        let token = try TestAuthority.trusted.get().jwsSigner.sign(Data(input.payload.utf8))
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        #expect(code { _ = try verifier.verify(token, now: input.now) } == input.code)
    }

    @Test("is judged at a fixed date if the policy says so")
    func fixedDate() throws {
        var policy = try TestAuthority.policy
        policy.validityMoment = .fixed(TestAuthority.validUntil + 1)
        let token = try TestAuthority.trusted.get().jwsSigner.sign(payload)
        #expect(throws: TrustError(.certificateExpired, "")) { try JWSVerifier(policy: policy).verify(token) }
    }

    @Test("may have a high S, as genuine ones have")
    func highS() throws {
        let forgery = try JWSForgery()
        var signature = Array(try forgery.key.signature(for: Data(forgery.signingInput.utf8)).rawRepresentation)
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        #expect(throws: Never.self) { try verifier.verify(forgery.signed(with: signature)) }
        // n - s signs the same: of the two one is high.
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
            signature[32 + index] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        #expect(throws: Never.self) { try verifier.verify(forgery.signed(with: signature)) }
    }

    /// The code of what `body` throws, nil if it throws nothing.
    private func code(_ body: () throws -> Void) -> TrustError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? TrustError)?.code
        }
    }
}
