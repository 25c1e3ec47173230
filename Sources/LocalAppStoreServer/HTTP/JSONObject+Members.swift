import AppStoreModels
import Foundation

/// Reading the members of a request's body, each with a refusal that names it.
extension JSONObject {
    /// A text member that must be there.
    func required(_ key: String) throws(RequestError) -> String {
        guard let text = self[key]?.string, !text.isEmpty else {
            throw .invalidBody("the member \"\(key)\" is missing, or no text")
        }
        return text
    }

    /// A member that is true or false and must be there.
    func requiredFlag(_ key: String) throws(RequestError) -> Bool {
        guard let flag = self[key]?.flag else {
            throw .invalidBody("the member \"\(key)\" is missing, or neither true nor false")
        }
        return flag
    }

    /// A whole number that must be there.
    func requiredInteger(_ key: String) throws(RequestError) -> Int {
        guard let number = try optionalInteger(key) else { throw .invalidBody("the member \"\(key)\" is missing") }
        return number
    }

    /// A text member, if it is there.
    func optionalText(_ key: String) throws(RequestError) -> String? { try optional(key, "text", \.string) }

    /// A member that is true or false, if it is there.
    func optionalFlag(_ key: String) throws(RequestError) -> Bool? {
        try optional(key, "boolean", \.flag)
    }

    /// A whole number, if it is there.
    func optionalInteger(_ key: String) throws(RequestError) -> Int? {
        try optional(key, "whole number") { $0.wholeNumber.flatMap(Int.init(exactly:)) }
    }

    /// A date up to the year 9999, if it is there: milliseconds since 1970, or for people RFC 3339 or a day.
    func optionalDate(_ key: String) throws(RequestError) -> Date? {
        try optional(key, "date in milliseconds since 1970, and none as 2026-12-01T00:00:00Z or 2026-12-01") { value in
            if let text = value.string { return RFC3339.dateOrDay(from: text) }
            return value.wholeNumber.flatMap { (0..<253_402_300_800_000).contains($0) ? $0 : nil }
                .map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        }
    }

    /// A UUID, if it is there.
    func optionalUUID(_ key: String) throws(RequestError) -> UUID? {
        try optional(key, "UUID") { $0.string.flatMap(UUID.init(uuidString:)) }
    }

    /// An address that requests can be sent to, if it is there.
    func optionalAddress(_ key: String) throws(RequestError) -> HTTPAddress? {
        guard let text = try optionalText(key) else { return nil }
        do {
            return try HTTPAddress(text)
        } catch {
            throw .invalidBody("the member \"\(key)\" is no http or https address: \(error.reason)")
        }
    }

    /// A member that may be missing, but not be something else.
    func optional<Value>(
        _ key: String,
        _ kind: String,
        _ read: (JSONValue) -> Value?
    ) throws(RequestError) -> Value? {
        guard let value = self[key], value != .null else { return nil }
        guard let result = read(value) else { throw .invalidBody("the member \"\(key)\" is no \(kind)") }
        return result
    }

    /// An amount of money: a whole number of thousandths that is not negative; nil if it is something else.
    func thousandths(_ key: String) -> Decimal? {
        self[key]?.wholeNumber.flatMap { $0 >= 0 ? Decimal($0) / 1_000 : nil }
    }

    /// The body, if it has no members but these.
    func only(_ keys: String...) throws(RequestError) -> JSONObject {
        try allowOnly(Set(keys))
        return self
    }

    /// What needs no body, if there is none.
    func empty<Command>(_ command: Command) throws(RequestError) -> Command {
        try allowOnly([])
        return command
    }

    /// Refuses a body with members that mean nothing here: a misspelt one would be obeyed in silence.
    func allowOnly(_ keys: Set<String>) throws(RequestError) {
        guard let unknown = members.first(where: { !keys.contains($0.0) })?.0 else { return }
        let known = keys.isEmpty ? "none is needed" : "there are \(keys.sorted().joined(separator: ", "))"
        throw .invalidBody("there is no member \"\(unknown)\"; \(known)")
    }
}

extension JSONValue {
    /// An amount of money in whole thousandths, as requests have it.
    static func thousandths(_ amount: Decimal) -> JSONValue {
        JSONNumber(amount * 1_000).map(JSONValue.number) ?? .null
    }
}

/// Requests are read strictly, unlike Apple's data: `"2"` is no number and `0` is not false.
extension JSONValue {
    /// The number, if it is one and whole.
    var wholeNumber: Int64? {
        if case .number(let number) = self { number.int64 } else { nil }
    }

    /// True or false, if it is one of them.
    var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }
}
