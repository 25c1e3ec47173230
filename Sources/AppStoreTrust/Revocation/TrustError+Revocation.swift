/// What the responder of an authority says about a certificate.
extension TrustError.Code {
    /// The authority has withdrawn a certificate.
    public static let certificateRevoked = Self(rawValue: "certificate-revoked")
    /// Nobody trustworthy could say whether a certificate was withdrawn, and the policy insists on an answer.
    public static let revocationUnknown = Self(rawValue: "revocation-unknown")
}
