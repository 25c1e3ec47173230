package import Foundation

/// What a responder says about a certificate.
package enum CertificateStatus: Sendable, Hashable {
    /// Not withdrawn.
    case good
    /// Withdrawn on a date.
    case revoked(at: Date, reason: CertificateRevocationReason)
    /// The responder does not know the certificate.
    case unknown
}

/// Why a certificate was withdrawn (RFC 5280, 5.3.1).
package struct CertificateRevocationReason: RawRepresentable, Sendable, Hashable {
    /// The number in answers.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// No reason given.
    package static let unspecified = Self(rawValue: 0)
    /// The private key is known or suspected to be in wrong hands.
    package static let keyCompromise = Self(rawValue: 1)
    /// The same for a key of the authority.
    package static let authorityCompromise = Self(rawValue: 2)
    /// The name or other data of the subject changed.
    package static let affiliationChanged = Self(rawValue: 3)
    /// Another certificate took its place.
    package static let superseded = Self(rawValue: 4)
    /// No longer needed.
    package static let cessationOfOperation = Self(rawValue: 5)
    /// Withdrawn for now.
    package static let certificateHold = Self(rawValue: 6)

    /// Whether signatures from before the date of withdrawal stay good.
    ///
    /// The date of a signature is written by who made it. Whoever holds a stolen key can write an earlier one, so only
    /// reasons that leave the key with its owner keep earlier signatures good; no reason at all does not.
    var sparesEarlierSignatures: Bool {
        [.affiliationChanged, .superseded, .cessationOfOperation, .certificateHold].contains(self)
    }
}

extension CertificateStatus {
    /// Demands that a certificate with this status could sign on a date.
    ///
    /// - Throws: ``TrustError``, code `certificate-revoked` or `revocation-unknown`.
    func check(_ subject: String, signedAt date: Date) throws(TrustError) {
        switch self {
        case .good: return
        case .unknown: throw TrustError(.revocationUnknown, "the responder does not know \(subject)")
        case .revoked(let revoked, let reason):
            if reason.sparesEarlierSignatures, date < revoked { return }
            throw TrustError(
                .certificateRevoked,
                "\(subject) was revoked on \(revoked) for reason \(reason.rawValue); the signature says \(date)"
            )
        }
    }
}
