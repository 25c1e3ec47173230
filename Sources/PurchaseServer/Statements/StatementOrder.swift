import AppStoreModels
import Foundation
import Hummingbird

/// What an app wants to have signed: `?nonce=…&bundleId=…&key=…&key=…`.
struct StatementOrder: Sendable {
    /// What the app made up for this request, so that no answer to another one can stand in for this one's.
    let nonce: String
    /// The app that asks.
    let bundleID: String
    /// The keys that it believes, by identifier; none for whichever is the newest.
    let keyIDs: Set<String>

    private static let nonceLengths = 16...128
    private static let mostKeys = 16

    /// - Returns: nil if nothing is to be signed.
    /// - Throws: ``APIError``, code `invalid-query`.
    init?(_ request: Request) throws(APIError) {
        let query = request.uri.queryParameters
        guard let nonce = query["nonce"].map({ String($0) }) else { return nil }
        guard Self.nonceLengths.contains(nonce.utf8.count), Base64.urlSafe(decoding: nonce) != nil else {
            throw Self.invalid("nonce is 16 to 128 characters of Base64url that nobody can guess")
        }
        guard let bundleID = query["bundleId"].map({ String($0) }), bundleID.isIdentifier else {
            throw Self.invalid("bundleId names the app for which the statement is signed")
        }
        let keys = query.getAll("key").map { String($0) }
        guard keys.count <= Self.mostKeys, keys.allSatisfy({ $0.utf8.count <= 128 }) else {
            throw Self.invalid("key names a key that the app believes; at most \(Self.mostKeys) of them")
        }
        self.nonce = nonce
        self.bundleID = bundleID
        keyIDs = Set(keys)
    }

    static func invalid(_ message: String) -> APIError { APIError(.badRequest, "invalid-query", message) }
}
