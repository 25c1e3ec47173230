/// Why signed data is not accepted: which rule failed, and what was seen.
public struct TrustError: Error, Sendable, CustomStringConvertible {
    /// The rule that failed. The raw values are stable; new rules may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A short stable name such as `signature-invalid`.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }

    /// The rule that failed.
    public let code: Code
    /// What the rule asks for and what was found, for people.
    public let reason: String

    /// An error; `reason` says what was expected and what was found.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code.rawValue): \(reason)" }
}

/// Two errors are equal when the same rule failed; the wording does not count.
extension TrustError: Equatable {
    public static func == (left: TrustError, right: TrustError) -> Bool { left.code == right.code }
}

extension TrustError.Code {
    /// The bytes are not the structure they should be.
    public static let malformed = Self(rawValue: "malformed")
    /// A length runs past the end of the bytes.
    public static let truncated = Self(rawValue: "truncated")
    /// A limit on size, depth or count is exceeded.
    public static let tooLarge = Self(rawValue: "too-large")
    /// Bytes follow where the structure has ended.
    public static let trailingBytes = Self(rawValue: "trailing-bytes")
    /// A structure that is correct, but that the App Store never uses and this library does not check.
    public static let unsupported = Self(rawValue: "unsupported-structure")
    /// The algorithm is not one that the App Store signs with.
    public static let algorithmNotAllowed = Self(rawValue: "algorithm-not-allowed")
    /// A SHA-1 signature that is newer than the policy allows.
    public static let weakDigest = Self(rawValue: "weak-digest")
    /// There is not exactly one signer.
    public static let signerCount = Self(rawValue: "signer-count")
    /// The certificate of the signer is not among those that came along.
    public static let signerNotFound = Self(rawValue: "signer-not-found")
    /// The number of certificates is not the one the App Store sends.
    public static let chainLength = Self(rawValue: "chain-length")
    /// A certificate cannot be read.
    public static let certificateMalformed = Self(rawValue: "certificate-malformed")
    /// A certificate may not be used as this one is: no authority, wrong key usage, unknown critical extension.
    public static let certificateNotAllowed = Self(rawValue: "certificate-not-allowed")
    /// A certificate was not yet valid, or no longer, on the date that counts.
    public static let certificateExpired = Self(rawValue: "certificate-expired")
    /// The leaf or the intermediate lacks Apple's marker extension.
    public static let markerMissing = Self(rawValue: "marker-missing")
    /// A certificate is not signed by the next one.
    public static let chainInvalid = Self(rawValue: "chain-invalid")
    /// The chain does not end at an anchor of the policy.
    public static let anchorUntrusted = Self(rawValue: "anchor-untrusted")
    /// The signature does not match the content.
    public static let signatureInvalid = Self(rawValue: "signature-invalid")
    /// The date that decides about validity is missing, or later than the caller allows.
    public static let signingDate = Self(rawValue: "signing-date")
    /// A key does not belong to its certificate, or no certificate could be made.
    public static let authority = Self(rawValue: "authority")
    /// Another app's.
    public static let wrongApp = Self(rawValue: "wrong-app")
    /// An App Store that is not accepted, or parts from different ones.
    public static let wrongEnvironment = Self(rawValue: "wrong-environment")
    /// Renewal information of another subscription than the transaction's.
    public static let unboundRenewalInfo = Self(rawValue: "unbound-renewal-info")
    /// A member that data of this kind always has is missing.
    public static let missingMember = Self(rawValue: "missing-member")
    /// Signed, but of no kind that is known.
    public static let unknownKind = Self(rawValue: "unknown-kind")
    /// Data of one kind where data of another belongs.
    public static let wrongKind = Self(rawValue: "wrong-kind")
}
