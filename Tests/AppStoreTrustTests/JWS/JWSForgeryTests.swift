import AppStoreTrust
import Crypto
import Foundation
import SwiftASN1
import TestSupport
import Testing
import X509

@Suite("A forged JWS")
struct JWSForgeryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: TrustError.Code
        let token: @Sendable (inout JWSForgery) throws -> String
    }

    private static let foreignChain: [[UInt8]] =
        ((try? PEMBlock.blocks(in: TestAuthority.foreign.get().pem)) ?? []).map(\.content)
    private static let receiptChain: [[UInt8]] =
        ((try? PEMBlock.blocks(in: TestAuthority.trusted.get().pem)) ?? []).map(\.content)

    static let algorithms = [
        "none", "None", "HS256", "HS512", "RS256", "ES384", "ES512", "EdDSA", "es256", "", "ES256 ",
    ].map { name in
        Case(testDescription: "alg \(name)", code: .algorithmNotAllowed) {
            $0.algorithm = name
            return try $0.signed
        }
    }

    static let chains = [
        Case(testDescription: "without x5c", code: .chainLength) {
            $0.certificates = nil
            return try $0.signed
        },
        Case(testDescription: "with an empty x5c", code: .chainLength) {
            $0.certificates = []
            return try $0.signed
        },
        Case(testDescription: "with two certificates", code: .chainLength) {
            $0.certificates?.removeLast()
            return try $0.signed
        },
        Case(testDescription: "with four certificates", code: .chainLength) {
            $0.certificates?.append(foreignChain[7])
            return try $0.signed
        },
        Case(testDescription: "with only its leaf", code: .chainLength) {
            $0.certificates?.removeLast(2)
            return try $0.signed
        },
        Case(testDescription: "with root and leaf swapped", code: .chainInvalid) {
            $0.certificates?.reverse()
            return try $0.signed
        },
        Case(testDescription: "with a foreign root", code: .chainInvalid) {
            $0.certificates?[2] = foreignChain[7]
            return try $0.signed
        },
        Case(testDescription: "with a foreign leaf and its key", code: .chainInvalid) {
            $0.key = try P256.Signing.PrivateKey(
                pemRepresentation: PEMBlock.blocks(in: TestAuthority.foreign.get().pem)[10].text
            )
            $0.certificates?[0] = foreignChain[11]
            return try $0.signed
        },
        Case(testDescription: "with the chain of receipts", code: .algorithmNotAllowed) {
            $0.certificates = [receiptChain[5], receiptChain[3], receiptChain[1]]
            return try $0.signed
        },
        Case(testDescription: "with garbage for a certificate", code: .certificateMalformed) {
            $0.certificates?[1] = [1, 2, 3]
            return try $0.signed
        },
        Case(testDescription: "by another key", code: .signatureInvalid) {
            $0.key = P256.Signing.PrivateKey()
            return try $0.signed
        },
    ]

    static let shapes = [
        Case(testDescription: "with a short signature", code: .signatureInvalid) {
            $0.signed(with: try $0.key.signature(for: Data($0.signingInput.utf8)).rawRepresentation.dropLast())
        },
        Case(testDescription: "with a signature in DER", code: .signatureInvalid) {
            $0.signed(with: try $0.key.signature(for: Data($0.signingInput.utf8)).derRepresentation)
        },
        Case(testDescription: "with a signature of zeros", code: .signatureInvalid) {
            $0.signed(with: [UInt8](repeating: 0, count: 64))
        },
        Case(testDescription: "with numbers out of range", code: .signatureInvalid) {
            $0.signed(with: [UInt8](repeating: 0xFF, count: 64))
        },
        Case(testDescription: "without a signature", code: .signatureInvalid) { $0.signed(with: []) },
        Case(testDescription: "with padding", code: .malformed) { try $0.signed + "==" },
        Case(testDescription: "with a line break", code: .malformed) { try $0.signed + "\n" },
        Case(testDescription: "with four parts", code: .malformed) { try $0.signed + ".AAAA" },
        Case(testDescription: "with two parts", code: .malformed) { $0.signingInput },
        Case(testDescription: "that is empty", code: .malformed) { _ in "" },
        Case(testDescription: "of dots", code: .malformed) { _ in ".." },
        Case(testDescription: "with critical extensions", code: .unsupported) {
            $0.extraMembers = #","crit":["b64"],"b64":false"#
            return try $0.signed
        },
        Case(testDescription: "with a huge header", code: .tooLarge) {
            $0.extraMembers = #","kid":"\#(String(repeating: "A", count: JWSVerifier.maximumHeaderLength))""#
            return try $0.signed
        },
        Case(testDescription: "with a huge payload", code: .tooLarge) {
            $0.payload = String(repeating: " ", count: JWSVerifier.maximumLength)
            return try $0.signed
        },
        Case(testDescription: "with a header that is no JSON", code: .malformed) { _ in "AAAA.e30.AAAA" },
    ]

    @Test("is refused for the rule it breaks", arguments: algorithms + chains + shapes)
    func refused(_ testCase: Case) throws {
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        var forgery = try JWSForgery()
        // A good token of the same header first: a warm cache must not let the bad one pass.
        #expect(throws: Never.self) { try verifier.verify(forgery.signed) }
        let token = try testCase.token(&forgery)
        let error = #expect(throws: TrustError.self) { try verifier.verify(token) }
        #expect(error?.code == testCase.code, "\(error?.description ?? "")")
    }

    @Test(
        "that claims to come from Xcode or a unit test is not trusted for that",
        arguments: ["Xcode", "LocalTesting"]
    )
    func environment(_ name: String) throws {
        var forgery = try JWSForgery()
        forgery.payload = #"{"environment":"\#(name)","signedDate":1722945600000}"#
        let certificates = forgery.certificates
        forgery.key = P256.Signing.PrivateKey()
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        #expect(throws: TrustError(.signatureInvalid, "")) { try verifier.verify(forgery.signed) }
        forgery.certificates = nil
        #expect(throws: TrustError(.chainLength, "")) { try verifier.verify(forgery.signed) }
        forgery.certificates = certificates.map { Array($0.prefix(1)) }
        #expect(throws: TrustError(.chainLength, "")) { try verifier.verify(forgery.signed) }
    }

    @Test("with one flipped bit anywhere is refused")
    func flips() throws {
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        let token = Array(try JWSForgery().signed.utf8)
        let headerEnd = try #require(token.firstIndex(of: UInt8(ascii: ".")))
        let positions = Array(headerEnd..<token.count) + Array(stride(from: 0, to: headerEnd, by: 7))
        for position in positions {
            var bytes = token
            bytes[position] ^= 1 << UInt8(position % 7)
            #expect(throws: TrustError.self, "byte \(position)") {
                try verifier.verify(String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
