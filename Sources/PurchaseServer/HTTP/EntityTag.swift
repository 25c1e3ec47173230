import AppStoreModels
import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// What tells an answer from the one before.
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    private let digest: String
    private let isWeak: Bool

    /// What is said of an answer with a tag: whoever keeps it asks again with the tag.
    static let cacheControl = "private, no-cache"

    /// Of these bytes exactly.
    init(of bytes: some DataProtocol) {
        digest = Self.digest(bytes)
        isWeak = false
    }

    /// Of a JSON object, whatever stands in the members that change without a change of what they are about.
    init(of json: JSONObject, besides members: [String]) {
        var lasting = json
        for member in members { lasting[member] = nil }
        digest = Self.digest(JSONValue.object(lasting).jsonData)
        isWeak = true
    }

    private static func digest(_ bytes: some DataProtocol) -> String {
        String(SHA256.hash(data: bytes).hexadecimal.prefix(32))
    }

    /// Whether `If-None-Match` names it; by the weak comparison, as is asked for there.
    static func isNamed(_ tag: String, in field: String) -> Bool {
        let opaque = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
        return field.split(separator: ",").contains { part in
            let candidate = part.trimmingCharacters(in: .whitespaces)
            return candidate == "*" || (candidate.hasPrefix("W/") ? candidate.dropFirst(2) : candidate[...]) == opaque
        }
    }

    var description: String { (isWeak ? "W/" : "") + "\"\(digest)\"" }
}
