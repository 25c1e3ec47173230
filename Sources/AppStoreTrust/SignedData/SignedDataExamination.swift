public import AppStoreModels

/// What became of every rule about a JWS and about what is signed inside it.
///
/// - Important: It explains. To use signed data, call one of ``SignedDataVerifier``'s functions that return `Verified`.
public struct SignedDataExamination: Sendable {
    /// One rule and what became of it.
    public typealias Check = RuleCheck<SignedDataRule, TrustError>

    /// Where it stands inside of the whole, for example `data.signedTransactionInfo`; nil for the whole.
    public let member: String?
    /// Every rule that was looked at, in order. What is not signed as it should be is not read any further.
    public package(set) var checks: [Check] = []
    /// What was signed, once the signature is known to be good.
    public var jws: VerifiedJWS? { good?.jws }
    /// What is signed inside.
    public package(set) var parts: [SignedDataExamination] = []
    /// What was examined.
    package let compact: String
    private let good: Good?

    /// What was signed and what it says, which nearly every rule asks for; in one place, however often it is handed on.
    private final class Good: Sendable {
        let jws: VerifiedJWS
        let claims: SignedClaims

        init(_ jws: VerifiedJWS, _ claims: SignedClaims) { (self.jws, self.claims) = (jws, claims) }
    }

    /// - Parameter good: What was signed and what it says; nil if the signature is not good.
    init(of compact: String, member: String?, good: (jws: VerifiedJWS, claims: SignedClaims)?) {
        self.compact = compact
        self.member = member
        self.good = good.map { Good($0.jws, $0.claims) }
    }

    /// Whether no rule failed here or in a part.
    public var isValid: Bool { failures.isEmpty }

    /// Every rule that failed, those of parts last.
    public var failures: [Check] { checks.filter { $0.failure != nil } + parts.flatMap(\.failures) }

    /// What became of a rule here, nil if it was not looked at.
    public func outcome(of rule: SignedDataRule) -> RuleOutcome<TrustError>? {
        checks.first { $0.rule == rule }?.outcome
    }

    /// The kind of data, nil if it has the members of none, or the signature is not good.
    public var kind: SignedPayloadKind? { claims?.kind }

    package var claims: SignedClaims? { good?.claims }

    /// The first failure, with the name of the part that it is about.
    var firstFailure: TrustError? {
        if let failure = checks.lazy.compactMap(\.failure).first {
            return member.map { TrustError(failure.code, "\($0): \(failure.reason)") } ?? failure
        }
        return parts.lazy.compactMap(\.firstFailure).first
    }
}
