public import AppStoreModels
public import Foundation

/// A JWS whose signature, chain and date are good.
public struct VerifiedJWS: Sendable, Hashable {
    /// What was signed: JSON in UTF-8.
    public let payload: Data
    /// The payload, read.
    public let json: JSONObject
    /// The date at which the certificates were judged: the one in the payload or, if it has none, the caller's.
    public let signedAt: Date
    /// Where the chain ends.
    public let anchor: TrustAnchor
}
