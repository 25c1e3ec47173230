import Foundation
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import AppStoreTrust

@Suite("A responder")
struct ResponderTests {
    private let authority: CertificateAuthority
    private let now = OCSPForgery.now

    init() throws { authority = try TestAuthority.trusted.get() }

    /// A certificate of the authority's intermediate that may sign answers, with something wrong.
    private func responder(
        issuer: CertifiedKey? = nil,
        usage: ExtendedKeyUsage.Usage = .ocspSigning,
        validUntil: Date = OCSPForgery.now + 60,
        padding: Int = 0
    ) throws -> CertifiedKey {
        let issuer = issuer ?? authority.jwsChain.intermediate
        let key = try SigningKey.make(.p256)
        let certificate = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: key.publicKey,
            notValidBefore: OCSPForgery.now - 60,
            notValidAfter: validUntil,
            issuer: issuer.certificate.subject,
            subject: DistinguishedName { CommonName("Responder") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                try ExtendedKeyUsage([usage])
                LongCertificate.padding(padding)
            },
            issuerPrivateKey: issuer.key.certificateKey
        )
        return try CertifiedKey(key: key, certificate: certificate)
    }

    private func verdict(_ signer: CertifiedKey, sending certificates: [[UInt8]]) throws -> CertificateStatus {
        let chain = authority.jwsChain
        let name = try OCSPCertificateID(chain.leaf.certificate, issuer: chain.intermediate.certificate)
        let encoder = OCSPResponseEncoder(signer: signer, certificates: certificates, producedAt: now, nextUpdate: now)
        let answer = try encoder.response([(name, .good)], nonce: nil)
        return try OCSPResponseVerifier(policy: RevocationPolicy(.hard), now: now)
            .verdict(answer, to: OCSPRequest(name, nonce: nil), issuer: chain.intermediate.certificate).status
    }

    @Test("that the issuer authorised is believed")
    func authorised() throws {
        let signer = try responder()
        #expect(try verdict(signer, sending: [signer.encoded]) == .good)
        // Other certificates may come along, and in any order.
        #expect(try verdict(signer, sending: [authority.jwsChain.leaf.encoded, signer.encoded]) == .good)
    }

    @Test("is not believed with a certificate longer than any")
    func longCertificate() throws {
        let short = try responder(padding: 15_000)
        #expect(try verdict(short, sending: [short.encoded]) == .good)
        let long = try responder(padding: Certificate.maximumLength)
        #expect(throws: TrustError(.revocationUnknown, "")) { try verdict(long, sending: [long.encoded]) }
    }

    @Test("is not believed without its certificate, with one of another purpose, issuer or time")
    func refused() throws {
        let unknown = TrustError(.revocationUnknown, "")
        let good = try responder()
        #expect(throws: unknown) { try verdict(good, sending: []) }
        let others = [
            try responder(usage: .serverAuth), try responder(issuer: authority.jwsChain.root),
            try responder(issuer: TestAuthority.foreign.get().jwsChain.intermediate),
            try responder(validUntil: now - 301),
        ]
        for signer in others {
            #expect(throws: unknown) { try verdict(signer, sending: [signer.encoded]) }
        }
    }

    @Test(
        "of our authority answers for its four certificates, by either digest, with the nonce",
        arguments: AuthorityCertificate.allCases
    )
    func answers(_ certificate: AuthorityCertificate) throws {
        let revoked = CertificateStatus.revoked(at: now - 3600, reason: .keyCompromise)
        let (subject, issuer) = try chain(of: certificate)
        for digest in ReceiptDigest.allCases {
            let name = try OCSPCertificateID(subject, issuer: issuer, digest: digest)
            let request = OCSPRequest(name, nonce: Array(1...16))
            let answer = try authority.ocspResponse(to: request.encoded, at: now, nextUpdate: now + 60) {
                $0 == certificate ? revoked : .good
            }
            let verdict = try OCSPResponseVerifier(policy: RevocationPolicy(.hard), now: now)
                .verdict(Array(answer), to: request, issuer: issuer)
            #expect(verdict.status == revoked)
            #expect(verdict.validUntil == now + 60)
            #expect(try OCSPResponseParser.parse(Array(answer)).nonce == Array(1...16))
        }
    }

    @Test("of our authority does not know serial numbers it never issued, nor certificates of others")
    func unknown() throws {
        let chain = authority.jwsChain
        let foreign = try TestAuthority.foreign.get().jwsChain
        let invented = try OCSPCertificateID(foreign.leaf.certificate, issuer: chain.intermediate.certificate)
        let answer = try authority.ocspResponse(to: OCSPRequest(invented, nonce: nil).encoded, at: now, nextUpdate: nil)
        #expect(try OCSPResponseParser.parse(Array(answer)).singles.map(\.status) == [.unknown])
        let theirs = try OCSPCertificateID(foreign.leaf.certificate, issuer: foreign.intermediate.certificate)
        let refusal = try authority.ocspResponse(to: OCSPRequest(theirs, nonce: nil).encoded, at: now, nextUpdate: nil)
        #expect(Array(refusal) == [0x30, 0x03, 0x0A, 0x01, 0x06])
    }

    @Test(
        "of our authority calls malformed what is no question",
        arguments: [
            [], [0x30, 0x00], Array("hello".utf8), [0x30, 0x80, 0x00, 0x00], Array(repeating: 0x30, count: 10_000),
        ] as [[UInt8]]
    )
    func malformed(_ question: [UInt8]) throws {
        #expect(
            Array(try authority.ocspResponse(to: question, at: now, nextUpdate: nil)) == [0x30, 0x03, 0x0A, 0x01, 0x01]
        )
    }

    @Test("survives every cut and every flipped byte of a question and an answer")
    func mutants() throws {
        let chain = authority.jwsChain
        let name = try OCSPCertificateID(chain.leaf.certificate, issuer: chain.intermediate.certificate)
        let request = OCSPRequest(name, nonce: Array(1...16))
        let answer = Array(try authority.ocspResponse(to: request.encoded, at: now, nextUpdate: nil))
        let verifier = OCSPResponseVerifier(policy: RevocationPolicy(.hard), now: now)
        for index in answer.indices {
            var mutant = answer
            mutant[index] ^= 0x81
            for bytes in [mutant, Array(answer[..<index])] {
                // Parameters of algorithms and the like are not signed; what is signed cannot change.
                let verdict = try? verifier.verdict(bytes, to: request, issuer: chain.intermediate.certificate)
                #expect(verdict?.status == nil || verdict?.status == .good)
            }
        }
        for index in request.encoded.indices {
            var mutant = request.encoded
            mutant[index] ^= 0x81
            _ = OCSPRequest(parsing: mutant)
            #expect(OCSPRequest(parsing: Array(request.encoded[..<index])) == nil)
        }
    }

    private func chain(of certificate: AuthorityCertificate) throws -> (subject: Certificate, issuer: Certificate) {
        let (jws, receipt) = (authority.jwsChain, try authority.receiptChain)
        return switch certificate {
        case .receiptLeaf: (receipt.leaf.certificate, receipt.intermediate.certificate)
        case .receiptIntermediate: (receipt.intermediate.certificate, receipt.root.certificate)
        case .jwsLeaf: (jws.leaf.certificate, jws.intermediate.certificate)
        case .jwsIntermediate: (jws.intermediate.certificate, jws.root.certificate)
        }
    }
}
