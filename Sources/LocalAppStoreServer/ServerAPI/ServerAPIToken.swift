import AppStoreModels
import Foundation

/// The token with which a developer's server shows who it is: a JWT, ES256, signed with the store's key.
struct ServerAPIToken {
    /// How long before it ends a token may have been issued; the App Store refuses longer ones.
    static let longestLife: TimeInterval = 3_600
    /// How far the caller's clock may be ahead.
    static let clockTolerance: TimeInterval = 60
    /// The longest token that is read.
    static let maximumLength = 8_192

    /// Whether a token is good for an app at a time.
    ///
    /// `iat` may be missing: two of Apple's own clients do not send it.
    static func isValid(_ token: String, key: ServerAPIKey, bundleID: String, now: Date) -> Bool {
        guard token.utf8.count <= maximumLength else { return false }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard
            parts.count == 3,
            let header = Base64.urlSafe(decoding: parts[0]).flatMap({ try? JSONValue(parsing: $0) })?.object,
            let claims = Base64.urlSafe(decoding: parts[1]).flatMap({ try? JSONValue(parsing: $0) })?.object,
            let signature = Base64.urlSafe(decoding: parts[2]).map({ Data($0) }),
            header[string: "alg"] == "ES256", header[string: "kid"] == key.keyID,
            key.isValid(signature: signature, of: Data("\(parts[0]).\(parts[1])".utf8))
        else { return false }
        return isValid(claims, issuer: key.issuerID, bundleID: bundleID, now: now)
    }

    private static func isValid(_ claims: JSONObject, issuer: String, bundleID: String, now: Date) -> Bool {
        guard
            claims[string: "iss"] == issuer, claims[string: "aud"] == "appstoreconnect-v1",
            claims[string: "bid"] == bundleID, let end = claims[integer: "exp"]
        else { return false }
        let expires = Date(timeIntervalSince1970: TimeInterval(end))
        let issued = claims[integer: "iat"].map { Date(timeIntervalSince1970: TimeInterval($0)) }
        guard expires > now, (issued ?? now) <= now.addingTimeInterval(clockTolerance) else { return false }
        return expires.timeIntervalSince(issued ?? now) <= longestLife + clockTolerance
    }
}
