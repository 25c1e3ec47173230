public import Foundation

/// Who may sign, and which date decides whether a certificate was valid.
///
/// What data says about its own environment never picks the anchor: data of the local store or of Xcode is trusted only
/// by a policy that names their certificates.
///
/// ```swift
/// let policy = TrustPolicy.appStore.adding([try TrustAnchor(pemEncoded: localRoot)])
/// ```
public struct TrustPolicy: Sendable, Hashable {
    /// The roots at which a chain of leaf, intermediate and root may end. Apple's marker extensions are demanded of
    /// every chain.
    public var anchors: Set<TrustAnchor>

    /// Self-signed certificates that may sign by themselves, without chain and markers: those of StoreKit testing in
    /// Xcode. Empty unless the caller fills it.
    ///
    /// - Warning: The private key of Xcode's test certificate is on every developer's Mac. Data signed with it proves
    ///   nothing; never accept it in production.
    public var selfSignedSigners: Set<TrustAnchor> = []

    /// Which moment decides whether the certificates were valid.
    public var validityMoment = ValidityMoment.signing

    /// From when on SHA-1 signatures are refused; nil to accept them for ever.
    ///
    /// Apple stopped to use SHA-1 on 2025-01-24 (TN3138). Older receipts stay on devices and in databases.
    public var sha1RefusedFrom: Date?

    /// The date that decides about the validity of certificates.
    public enum ValidityMoment: Sendable, Hashable {
        /// The date the signed data gives for its own signing, as Apple demands: old receipts stay valid when
        /// certificates expire.
        case signing
        /// A fixed date.
        case fixed(Date)
    }

    /// Trusts these anchors and no others.
    public static func trusting(_ anchors: [TrustAnchor]) -> TrustPolicy {
        TrustPolicy(anchors: Set(anchors))
    }

    /// Trusts what the App Store signs: Apple Inc. Root and Apple Root CA - G3.
    public static let appStore = trusting([.appleIncRoot, .appleRootCAG3])

    /// The day from which the App Store no longer signs with SHA-1: 2025-01-24.
    public static let endOfSHA1 = Date(timeIntervalSince1970: 1_737_676_800)

    /// The same policy with more anchors.
    public func adding(_ anchors: [TrustAnchor]) -> TrustPolicy {
        var policy = self
        policy.anchors.formUnion(anchors)
        return policy
    }

    /// The same policy that also accepts data signed by a self-signed certificate of StoreKit testing in Xcode.
    ///
    /// - Warning: For development only, see ``selfSignedSigners``.
    public func addingXcodeTesting(_ certificates: [TrustAnchor]) -> TrustPolicy {
        var policy = self
        policy.selfSignedSigners.formUnion(certificates)
        return policy
    }
}
