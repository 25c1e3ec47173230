import Crypto
import Foundation
import SwiftASN1
import X509

/// Decides whether an answer may be believed, and what it says about one certificate.
struct OCSPResponseVerifier {
    let policy: RevocationPolicy
    let now: Date

    /// A status and how long it counts.
    struct Verdict: Sendable {
        let status: CertificateStatus
        let validUntil: Date
    }

    /// Reads and verifies an answer to a question about one certificate.
    ///
    /// - Throws: ``TrustError``, code `revocation-unknown`, if the answer cannot be believed or is about others.
    func verdict(_ bytes: [UInt8], to request: OCSPRequest, issuer: Certificate) throws(TrustError) -> Verdict {
        guard bytes.count <= policy.maximumLength else {
            throw unusable("\(bytes.count) bytes; at most \(policy.maximumLength) are read")
        }
        let response: OCSPResponse
        do {
            response = try OCSPResponseParser.parse(bytes)
        } catch {
            throw unusable("\(error)")
        }
        try checkSignature(of: response, issuer: issuer)
        // Responders that serve prepared answers send no nonce (RFC 9654, 3.1); a wrong one is an answer for others.
        if let sent = request.nonce, let nonce = response.nonce, nonce != sent {
            throw unusable("the nonce of another")
        }
        guard response.producedAt <= now.addingTimeInterval(policy.clockSkew) else {
            throw unusable("made in the future, on \(response.producedAt)")
        }
        guard let single = response.singles.first(where: { request.certificates.contains($0.certificate) }) else {
            throw unusable("about other certificates")
        }
        return Verdict(status: single.status, validUntil: try checkTime(single))
    }

    private func checkTime(_ single: OCSPResponse.Single) throws(TrustError) -> Date {
        guard single.thisUpdate <= now.addingTimeInterval(policy.clockSkew) else {
            throw unusable("it counts only from \(single.thisUpdate) on")
        }
        let until = single.nextUpdate ?? single.thisUpdate.addingTimeInterval(policy.maximumAge)
        guard now <= until.addingTimeInterval(policy.clockSkew) else {
            throw unusable("it has been out of date since \(until)")
        }
        return until
    }

    private func checkSignature(of response: OCSPResponse, issuer: Certificate) throws(TrustError) {
        let key = try key(of: response, issuer: issuer)
        guard let algorithm = Self.algorithms[response.algorithm] else {
            throw unusable("it is signed with an algorithm that is not accepted")
        }
        guard key.isValidSignature(response.signature, for: response.signed, signatureAlgorithm: algorithm) else {
            throw unusable("its signature does not match")
        }
    }

    /// What answers may be signed with: SHA-1, which forgeries need, is not among them.
    private static let algorithms: [[UInt8]: Certificate.SignatureAlgorithm] = [
        ObjectIdentifiers.sha256WithRSAEncryption: .sha256WithRSAEncryption,
        OCSPIdentifiers.sha384WithRSAEncryption: .sha384WithRSAEncryption,
        OCSPIdentifiers.ecdsaWithSHA256: .ecdsaWithSHA256,
        OCSPIdentifiers.ecdsaWithSHA384: .ecdsaWithSHA384,
    ]

    /// The key of who may answer: the issuer itself, or a responder that the issuer authorised for it.
    private func key(of response: OCSPResponse, issuer: Certificate) throws(TrustError) -> Certificate.PublicKey {
        if try response.responder.isNameOf(issuer) { return issuer.publicKey }
        for encoded in response.certificates {
            guard let certificate = try? Certificate(limited: encoded),
                try response.responder.isNameOf(certificate)
            else { continue }
            try checkMayAnswer(certificate, for: issuer)
            return certificate.publicKey
        }
        throw unusable("it is signed neither by the issuer nor by a responder whose certificate came along")
    }

    /// The responder's own revocation is not asked about: its authority vouches for its short life (RFC 6960, 4.2.2.2.1).
    private func checkMayAnswer(_ certificate: Certificate, for issuer: Certificate) throws(TrustError) {
        let subject = certificate.subject
        guard certificate.issuer == issuer.subject,
            issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
        else { throw unusable("\(subject) is not a responder of \(issuer.subject)") }
        guard let usage = try? certificate.extensions.extendedKeyUsage, usage.contains(.ocspSigning) else {
            throw unusable("\(subject) may not sign answers")
        }
        let earliest = certificate.notValidBefore.addingTimeInterval(-policy.clockSkew)
        guard earliest <= now, now <= certificate.notValidAfter.addingTimeInterval(policy.clockSkew) else {
            throw unusable("the certificate of \(subject) is not valid on \(now)")
        }
    }

    private func unusable(_ why: String) -> TrustError {
        TrustError(.revocationUnknown, "the answer of the responder cannot be used: \(why)")
    }
}

extension OCSPResponse.Responder {
    /// Whether this names the subject, or the key, of a certificate.
    fileprivate func isNameOf(_ certificate: Certificate) throws(TrustError) -> Bool {
        switch self {
        case .name(let name): try OCSPCertificateID.encodedSubject(certificate) == name
        case .key(let hash):
            Array(Insecure.SHA1.hash(data: Array(certificate.publicKey.subjectPublicKeyInfoBytes))) == hash
        }
    }
}
