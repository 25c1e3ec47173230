import AppStoreModels
import Foundation
import Locking

/// The tokens with which a client shows who it is: one is used until shortly before it ends.
final class BearerTokens: Sendable {
    private struct Issued: Sendable {
        let token: String
        let issued: Date
        let expires: Date
    }

    private let key: InAppPurchaseKey
    private let bundleID: String
    private let life: TimeInterval
    private let now: @Sendable () -> Date
    private let last = Locked<Issued?>(nil)

    /// How long before its end a token is no longer used, in seconds: the way to the App Store takes a while.
    static let margin: TimeInterval = 60
    /// The longest life of a token, in seconds; the App Store answers 401 to a longer one.
    static let longestLife: TimeInterval = 3_600

    init(key: InAppPurchaseKey, bundleID: String, life: TimeInterval, now: @escaping @Sendable () -> Date) {
        self.key = key
        self.bundleID = bundleID
        self.life = min(max(life, 2 * Self.margin), Self.longestLife)
        self.now = now
    }

    /// A token that is good for a minute at least.
    func token() throws(ServerAPIError) -> String {
        let moment = now()
        return try last.withLock { last throws(ServerAPIError) in
            // A clock that went backwards makes a token of the future, which is refused.
            if let last, last.issued <= moment, moment.addingTimeInterval(Self.margin) < last.expires {
                return last.token
            }
            let issued = try issue(at: moment)
            last = issued
            return issued.token
        }
    }

    /// Forgets the token, because a server refused it.
    func forget() { last.withLock { $0 = nil } }

    private func issue(at moment: Date) throws(ServerAPIError) -> Issued {
        let start = moment.timeIntervalSince1970.rounded(.down)
        let claims: JSONObject = [
            "iss": .string(key.issuerID), "iat": .number(JSONNumber(Int64(start))),
            "exp": .number(JSONNumber(Int64(start + life))), "aud": "appstoreconnect-v1", "bid": .string(bundleID),
        ]
        return Issued(
            token: try key.jws(claims),
            issued: Date(timeIntervalSince1970: start),
            expires: Date(timeIntervalSince1970: start + life)
        )
    }
}
