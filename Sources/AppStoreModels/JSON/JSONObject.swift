public import Foundation

/// The members of a JSON object, in the order they were written.
///
/// Two objects are equal when they have equal members; the order does not count.
public struct JSONObject: Sendable {
    /// The names of the members, in order.
    public private(set) var keys: [String] = []
    private var values: [String: JSONValue] = [:]

    /// An object without members.
    public init() {}

    /// An object of these members; of members with the same name the last one wins.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members { self[key] = value }
    }

    /// How many members there are.
    public var count: Int { keys.count }

    /// Whether there are no members.
    public var isEmpty: Bool { keys.isEmpty }

    /// The members in order.
    public var members: [(key: String, value: JSONValue)] {
        keys.compactMap { key in values[key].map { (key, $0) } }
    }

    /// The value of a member; setting nil removes it, setting a new one appends it.
    public subscript(key: String) -> JSONValue? {
        get { values[key] }
        set {
            if values.updateOrRemove(newValue, forKey: key) == nil {
                if newValue != nil { keys.append(key) }
            } else if newValue == nil {
                keys.removeAll { $0 == key }
            }
        }
    }

    /// A text member; numbers are read as their digits.
    public subscript(string key: String) -> String? {
        get { values[key]?.lenientString }
        set { self[key] = newValue.map(JSONValue.string) }
    }

    /// A whole-number member; strings that hold one are read too.
    public subscript(integer key: String) -> Int64? {
        get { values[key]?.lenientInteger }
        set { self[key] = newValue.map { .number(JSONNumber($0)) } }
    }

    /// A truth member; `"true"`, `"1"` and `1` are read too.
    public subscript(boolean key: String) -> Bool? {
        get { values[key]?.lenientBoolean }
        set { self[key] = newValue.map(JSONValue.bool) }
    }

    /// A date in milliseconds since 1970, as Apple's signed data has it; fractions and strings are read too.
    ///
    /// Numbers that name no moment of the years 1 to 9999 read as nil.
    public subscript(milliseconds key: String) -> Date? {
        get {
            guard let text = values[key]?.lenientString, let number = JSONNumber(text: text) else { return nil }
            let date = Date(timeIntervalSince1970: number.double / 1000)
            return CivilTime.range.contains(date) ? date : nil
        }
        set { self[key] = newValue.map { .number(JSONNumber($0.millisecondsSince1970)) } }
    }

    /// An object member.
    public subscript(object key: String) -> JSONObject? {
        get { values[key]?.object }
        set { self[key] = newValue.map(JSONValue.object) }
    }

    /// An array member.
    public subscript(array key: String) -> [JSONValue]? {
        get { values[key]?.array }
        set { self[key] = newValue.map(JSONValue.array) }
    }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool { left.values == right.values }
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension Dictionary {
    /// Sets or removes a value and returns the one that was there.
    fileprivate mutating func updateOrRemove(_ value: Value?, forKey key: Key) -> Value? {
        if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
    }
}

extension Date {
    /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded to the nearest; clamped to 64 bits.
    public var millisecondsSince1970: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded())
            ?? (self < Date(timeIntervalSince1970: 0) ? .min : .max)
    }

    /// A date from milliseconds since 1970-01-01T00:00:00Z.
    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
