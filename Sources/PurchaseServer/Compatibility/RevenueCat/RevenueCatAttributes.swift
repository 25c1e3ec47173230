import AppStoreModels
import Foundation
import HTTPTypes

/// The attributes of a request: what can be kept, and what is wrong with the others.
struct RevenueCatAttributes {
    private(set) var accepted: [String: CustomerAttribute] = [:]
    private(set) var refused: [(key: String, message: String)] = []

    /// How many names one request has at most.
    private static let maximumCount = 200

    /// Reads `{"key":{"value":…,"updated_at_ms":…}}`.
    ///
    /// - Parameters:
    ///   - value: The member `attributes`; nil if there is none.
    ///   - date: Now. What was said without a date was said now, and nothing is said in the future: a device whose clock is
    ///     ahead would have the last word for as long.
    init(_ value: JSONValue?, at date: Date) throws(RevenueCatError) {
        guard let value, value != .null else { return }
        guard let members = value.object?.members else { throw .badRequest("\"attributes\" is no object") }
        guard members.count <= Self.maximumCount else {
            throw .badRequest("\"attributes\" has \(members.count) members; send \(Self.maximumCount) at a time")
        }
        for (key, value) in members {
            guard let wish = value.object else {
                refused.append((String(key.prefix(64)), "is no object with a \"value\""))
                continue
            }
            let said = min(wish[milliseconds: "updated_at_ms"] ?? date, date)
            let text = wish["value"].flatMap { $0 == .null ? nil : $0.lenientString ?? "\u{0}" }
            if let mistake = Self.mistake(key, text) {
                refused.append((String(key.prefix(64)), mistake))
            } else {
                accepted[key] = CustomerAttribute(value: text?.isEmpty == true ? nil : text, updatedDate: said)
            }
        }
    }

    /// What that interface answers about attributes that are not kept; nil if all are.
    ///
    /// - Parameter homeless: Names for which there was no room.
    func error(homeless: [String] = []) -> RevenueCatError? {
        let most = CustomerAttribute.maximumCount
        let all = refused + homeless.map { ($0, "a customer has at most \(most) attributes") }
        guard !all.isEmpty else { return nil }
        var error = RevenueCatError(.badRequest, .attributesRefused, "some attributes could not be kept")
        error.attributes = all
        return error
    }

    static func mistake(_ key: String, _ value: String?) -> String? {
        let name = key.hasPrefix("$") ? key.dropFirst() : key[...]
        guard !name.isEmpty, key.count <= CustomerAttribute.maximumKeyLength, key.isIdentifier else {
            return "a name has 1 to \(CustomerAttribute.maximumKeyLength) characters, and no control characters"
        }
        guard let value, !value.isEmpty else { return nil }
        guard value.count <= CustomerAttribute.maximumValueLength else {
            return "a value has at most \(CustomerAttribute.maximumValueLength) characters"
        }
        guard !value.unicodeScalars.contains("\u{0}") else { return "the value is no text" }
        return key == "$email" && !isAddress(value) ? "the value is no e-mail address" : nil
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
    }
}
