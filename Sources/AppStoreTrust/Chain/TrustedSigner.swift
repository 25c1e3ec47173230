import Crypto
import CryptoExtras
import Foundation
import X509

/// The outcome of checking a chain once: a key that may sign, and when.
struct TrustedSigner: Sendable {
    /// The signer's public key.
    enum Key: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
    }

    let key: Key
    /// When all certificates of the chain were valid.
    let validity: Validity
    /// Whether a certificate below the anchor is signed with SHA-1.
    let hasSHA1Certificates: Bool
    /// Where the chain ends.
    let anchor: TrustAnchor
    /// The subject of the signer's certificate, for reports.
    let subject: String
    /// The certificates, leaf first, each signed by the next.
    let chain: [Certificate]
    /// The same certificates as they came.
    let encodedChain: [[UInt8]]

    /// The time in which every certificate of a chain was valid, both ends included.
    struct Validity: Sendable, Hashable {
        var from: Date
        var until: Date

        init(_ certificates: [Certificate]) {
            from = certificates.map(\.notValidBefore).max() ?? .distantFuture
            until = certificates.map(\.notValidAfter).min() ?? .distantPast
        }

        func contains(_ date: Date) -> Bool { from <= date && date <= until }
    }

    /// Whether the policy accepts a signature by this chain, made on a date that is known to be signed.
    ///
    /// - Throws: ``TrustError``, code `certificate-expired` or `weak-digest`.
    func check(signedAt date: Date, usesSHA1: Bool, policy: TrustPolicy) throws(TrustError) {
        let moment =
            switch policy.validityMoment {
            case .signing: date
            case .fixed(let fixed): fixed
            }
        guard validity.contains(moment) else {
            throw TrustError(
                .certificateExpired,
                "the certificates are valid from \(validity.from) until \(validity.until), not on \(moment)"
            )
        }
        if let limit = policy.sha1RefusedFrom, usesSHA1 || hasSHA1Certificates, date >= limit {
            throw TrustError(.weakDigest, "signed with SHA-1 on \(date); the policy refuses that from \(limit) on")
        }
    }
}
