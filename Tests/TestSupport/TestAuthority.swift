public import AppStoreTrust
public import Foundation

/// Authorities that the tests sign with. Made once a process: RSA keys take a while.
public enum TestAuthority {
    /// The first moment at which the certificates are valid: 2024-01-01T00:00:00Z.
    public static let validFrom = Date(timeIntervalSince1970: 1_704_067_200)
    /// The last moment at which the certificates are valid: 2026-01-01T00:00:00Z.
    public static let validUntil = Date(timeIntervalSince1970: 1_767_225_600)
    /// A moment in between, at which tests sign: 2024-08-06T12:00:00Z.
    public static let signingDate = Date(timeIntervalSince1970: 1_722_945_600)

    /// The authority that tests trust.
    public static let trusted = made("Purser Test")
    /// An authority of the same shape that nobody trusts.
    public static let foreign = made("Foreign Test")

    /// Trusts ``trusted`` and nobody else.
    public static var policy: TrustPolicy {
        get throws { .trusting([try trusted.get().receiptAnchor, try trusted.get().jwsAnchor]) }
    }

    private static func made(_ name: String) -> Result<CertificateAuthority, TrustError> {
        do {
            return .success(
                try CertificateAuthority.make(
                    name: name,
                    validFrom: validFrom,
                    validUntil: validUntil,
                    ocspURL: "http://127.0.0.1:8888/ocsp"
                )
            )
        } catch {
            return .failure(error)
        }
    }
}
