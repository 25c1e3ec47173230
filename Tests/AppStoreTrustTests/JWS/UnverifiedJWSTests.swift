import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("A JWS taken apart without being verified")
struct UnverifiedJWSTests {
    @Test("shows header, payload, signature and certificates")
    func parts() throws {
        let jws = try UnverifiedJWS(JWSForgery().signed)
        #expect(jws.algorithm == "ES256")
        #expect(String(decoding: jws.payload, as: UTF8.self) == #"{"signedDate":1722945600000}"#)
        #expect(jws.signature.count == 64)
        let summaries = try jws.certificates.map { try CertificateSummary(derEncoded: $0) }
        #expect(summaries.map(\.isReceiptSigner) == [true, false, false])
        #expect(summaries.map(\.isIntermediateOfApple) == [false, true, false])
        #expect(summaries.map(\.validFrom) == Array(repeating: TestAuthority.validFrom, count: 3))
        #expect(summaries[0].key == "P-256")
        #expect(summaries[0].issuer == summaries[1].subject)
        #expect(summaries[2].anchor == (try TestAuthority.trusted.get().jwsAnchor))
    }

    @Test("shows the members of its payload, and nothing of a payload that is no JSON object")
    func json() throws {
        #expect(try UnverifiedJWS(JWSForgery().signed).json == ["signedDate": 1_722_945_600_000])
        #expect(try UnverifiedJWS("e30.e30.AAAA").json == [:])
        // Nothing, a JSON array, and a text.
        for payload in ["", "W10", "bm90IGpzb24"] {
            #expect(try UnverifiedJWS("e30.\(payload).AAAA").json == nil, "\(payload)")
        }
    }

    @Test("shows what no verifier would accept: no signature, another algorithm, no certificates")
    func unacceptable() throws {
        let jws = try UnverifiedJWS("eyJhbGciOiJub25lIn0.e30.")
        #expect(jws.algorithm == "none")
        #expect(jws.signature.isEmpty)
        #expect(jws.certificates.isEmpty)
    }

    @Test("shows a certificate that cannot be read as bytes")
    func brokenCertificates() throws {
        let header = Data(#"{"x5c":["AAAA","no base64!"]}"#.utf8).base64EncodedString()
        let jws = try UnverifiedJWS("\(header.replacing("=", with: "")).e30.AAAA")
        #expect(jws.certificates == [Data([0, 0, 0]), Data()])
        #expect(throws: TrustError(.certificateMalformed, "")) {
            try CertificateSummary(derEncoded: jws.certificates[0])
        }
    }

    @Test(
        "is refused if it is no JWS",
        arguments: ["", "a.b", "a.b.c.d", "e30.e30.!", "bm90IGpzb24.e30.AAAA", "W10.e30.AAAA", #"{"a":1}"#]
    )
    func malformed(_ text: String) {
        #expect(throws: TrustError(.malformed, "")) { try UnverifiedJWS(text) }
    }

    @Test("is refused if it has more parts, however many")
    func dots() {
        let text = String(repeating: ".", count: JWSVerifier.maximumLength)
        let error = #expect(throws: TrustError.self) { try UnverifiedJWS(text) }
        #expect(error?.code == .malformed)
        #expect(error?.reason == "a JWS has three parts with dots between them, found 1048577")
    }

    @Test("is refused if its header is longer than any")
    func longHeader() throws {
        let certificates = [String](repeating: "\"\"", count: 8_188).joined(separator: ",")
        // 24,576 bytes: as many as make the longest part.
        let header = #"{"x5c":[\#(certificates)]   }"#
        let longest = Data(header.utf8).base64EncodedString()
        #expect(longest.utf8.count == JWSVerifier.maximumHeaderLength)
        #expect(try UnverifiedJWS("\(longest).e30.AAAA").certificates.count == 8_188)
        let longer = Data(" \(header)  ".utf8).base64EncodedString()
        #expect(throws: TrustError(.tooLarge, "")) { try UnverifiedJWS("\(longer).e30.AAAA") }
    }

    @Test("is refused if it is longer than any")
    func tooLarge() {
        let text = String(repeating: "A", count: JWSVerifier.maximumLength + 1)
        #expect(throws: TrustError(.tooLarge, "")) { try UnverifiedJWS(text) }
    }
}
