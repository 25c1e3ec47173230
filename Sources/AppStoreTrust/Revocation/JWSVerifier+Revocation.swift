public import Foundation

extension JWSVerifier {
    /// Verifies a JWS and asks the authorities whether they have withdrawn a certificate of its chain.
    ///
    /// Nobody is asked before all else is good: a stranger cannot make questions leave this process.
    ///
    /// - Parameters:
    ///   - compact: The compact form.
    ///   - now: As for ``verify(_:now:)``.
    ///   - checker: Who is asked, and what a missing answer means.
    /// - Returns: The payload and the date that counted.
    /// - Throws: ``TrustError``: what ``verify(_:now:)`` throws, `certificate-revoked`, or `revocation-unknown`.
    public func verify(
        _ compact: String,
        now: Date? = nil,
        checkingRevocationWith checker: RevocationChecker
    ) async throws(TrustError) -> VerifiedJWS {
        let (verified, signer) = try verifyNamingSigner(compact, now: now)
        try await checker.check(signer, signedAt: verified.signedAt)
        return verified
    }
}

extension VerifiedCMS {
    /// Asks the authorities whether they have withdrawn a certificate of the chain.
    ///
    /// - Throws: ``TrustError``, code `certificate-revoked` or `revocation-unknown`.
    package func check(
        _ checker: RevocationChecker,
        signedAt date: Date
    ) async throws(TrustError) {
        try await checker.check(signer, signedAt: date)
    }
}
