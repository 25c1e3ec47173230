import AppStoreModels
import Crypto
public import Foundation

/// Verifies what the App Store signs as JWS: transactions, renewal information, app transactions, notifications.
///
/// Demanded are `alg` ES256, three certificates in `x5c` from a P-256 leaf to a root of the policy, Apple's marker
/// extensions on leaf and intermediate, and certificates that were valid on the date in the payload. The environment
/// a payload claims changes none of this: data of Xcode or of the local store is accepted only if the policy names
/// their certificates.
///
/// ```swift
/// let verifier = JWSVerifier(policy: .appStore)
/// let verified = try verifier.verify(signedTransaction)
/// ```
///
/// Keep one verifier for long: it remembers the chains it found good, which makes the next verification some twenty
/// times faster.
///
/// - Important: A good signature says that the App Store signed the data, not that it is about your app;
///   ``SignedDataVerifier`` checks that too.
public struct JWSVerifier: Sendable {
    /// Who is trusted.
    public let policy: TrustPolicy
    private let cache = TrustedChainCache()

    /// A longer JWS is refused, in bytes. The largest known, a notification, has 18 KB.
    public static let maximumLength = 1_048_576
    /// A longer header is refused, in bytes. Apple's has about 4 KB.
    public static let maximumHeaderLength = 32_768

    /// A verifier for this policy.
    public init(policy: TrustPolicy = .appStore) { self.policy = policy }

    /// Verifies a JWS.
    ///
    /// - Parameters:
    ///   - compact: The compact form.
    ///   - now: The date at which certificates are judged if the payload has neither `signedDate` nor
    ///     `receiptCreationDate`; without one such a payload is refused.
    /// - Returns: The payload and the date that counted.
    /// - Throws: ``TrustError``: `malformed`, `too-large`, `algorithm-not-allowed`, `chain-length`, `signature-invalid`,
    ///   `signing-date`, or one of the codes for certificates.
    public func verify(_ compact: String, now: Date? = nil) throws(TrustError) -> VerifiedJWS {
        try verifyNamingSigner(compact, now: now).verified
    }

    /// Verifies a JWS and says whose key signed it.
    func verifyNamingSigner(
        _ compact: String,
        now: Date?
    ) throws(TrustError) -> (verified: VerifiedJWS, signer: TrustedSigner) {
        let parts = try JWSParts(Array(compact.utf8))
        let signer = try cache.signer(at: 0, of: parts.header) { () throws(TrustError) in
            try JWSHeader(segment: parts.header).signer(policy)
        }
        guard case .p256(let key) = signer.key else {
            throw TrustError(.algorithmNotAllowed, "ES256 needs a key on P-256")
        }
        guard key.isValidSignature(try parts.signature(), for: parts.digest()) else {
            throw TrustError(.signatureInvalid, "the signature does not match header and payload")
        }
        let payload = try parts.decodedPayload()
        let json = try Self.object(payload)
        let date = try JWSSigningDate.date(in: json, orElse: now, policy)
        try signer.check(signedAt: date, usesSHA1: false, policy: policy)
        return (VerifiedJWS(payload: Data(payload), json: json, signedAt: date, anchor: signer.anchor), signer)
    }

    private static func object(_ payload: [UInt8]) throws(TrustError) -> JSONObject {
        do {
            if let object = try JSONValue(parsing: payload).object { return object }
        } catch {
            throw TrustError(.malformed, "the payload of the JWS is not JSON: \(error)")
        }
        throw TrustError(.malformed, "the payload of the JWS is not a JSON object")
    }
}
