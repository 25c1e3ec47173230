import AppStoreModels
import Foundation

/// The token with which a developer's server shows who it is: a JWT, ES256, signed with the store's key.
struct ServerAPIToken: Sendable {
    /// How long before it ends a token may have been issued; the App Store refuses longer ones.
    static let longestLife: TimeInterval = 3_600
    /// How far the caller's clock may be ahead.
    static let clockTolerance: TimeInterval = 60
    /// The longest token that is read.
    static let maximumLength = 8_192

    /// When it ends.
    let expires: Date
    /// When it was issued; two of Apple's own clients do not say so.
    let issued: Date?

    /// What a token says about its time; nil if the signature is not the key's, or if it is for another issuer, audience or app.
    init?(_ token: String, key: ServerAPIKey, bundleID: String) {
        guard token.utf8.count <= Self.maximumLength else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard
            parts.count == 3,
            let header = Base64.urlSafe(decoding: parts[0]).flatMap({ try? JSONValue(parsing: $0) })?.object,
            let claims = Base64.urlSafe(decoding: parts[1]).flatMap({ try? JSONValue(parsing: $0) })?.object,
            let signature = Base64.urlSafe(decoding: parts[2]).map({ Data($0) }),
            header[string: "alg"] == "ES256", header[string: "kid"] == key.keyID,
            key.isValid(signature: signature, of: Data("\(parts[0]).\(parts[1])".utf8)),
            claims[string: "iss"] == key.issuerID, claims[string: "aud"] == "appstoreconnect-v1",
            claims[string: "bid"] == bundleID, let end = claims[integer: "exp"]
        else { return nil }
        expires = Date(timeIntervalSince1970: TimeInterval(end))
        issued = claims[integer: "iat"].map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// Whether the token is good at a time.
    func isValid(at now: Date) -> Bool {
        guard expires > now, (issued ?? now) <= now.addingTimeInterval(Self.clockTolerance) else { return false }
        return expires.timeIntervalSince(issued ?? now) <= Self.longestLife + Self.clockTolerance
    }
}
