public import Foundation

/// The members of a JSON object, in the order they were written.
///
/// Two objects are equal when they have equal members; the order does not count.
public struct JSONObject: Sendable {
    /// The names of the members, in order.
    public private(set) var keys: [String] = []
    private var values: [JSONValue] = []
    /// Where each member is, kept only for objects with many members: to look through the few names that most objects
    /// have is quicker than to hash one.
    private var positions: [String: Int] = [:]
    private static let manyMembers = 32
    /// Whether all names are ASCII, as nearly always: then two of them are the same only if their octets are.
    private var hasPlainNames = true

    /// An object without members.
    public init() {}

    /// An object without members, with room for so many.
    package init(capacity: Int) {
        keys.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
    }

    /// An object of these members; of members with the same name the last one wins.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members { self[key] = value }
    }

    /// How many members there are.
    public var count: Int { keys.count }

    /// Whether there are no members.
    public var isEmpty: Bool { keys.isEmpty }

    /// The members in order.
    public var members: [(key: String, value: JSONValue)] { zip(keys, values).map { ($0, $1) } }

    /// The member at a place in the order.
    func member(at index: Int) -> (key: String, value: JSONValue) { (keys[index], values[index]) }

    /// The value of a member; setting nil removes it, setting a new one appends it.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { values[$0] } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): values[position] = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): insert(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Adds a member; false, and nothing changes, if there is one of that name.
    mutating func append(_ key: String, _ value: JSONValue) -> Bool {
        guard position(of: key) == nil else { return false }
        insert(key, value)
        return true
    }

    private func position(of key: String) -> Int? {
        guard count <= Self.manyMembers else { return positions[key] }
        let length = key.utf8.count
        // No closure: in a debug build, which tests are, it would take longer than the comparisons.
        var place = 0
        while place < keys.count {
            // Most names that differ do so in their length.
            if keys[place].utf8.count == length, keys[place] == key { return place }
            place += 1
        }
        return hasPlainNames && Self.isPlain(key) ? nil : keys.firstIndex(of: key)
    }

    /// Everything that is not ASCII has more octets in UTF-8 than numbers in UTF-16, and of what is Swift knows both counts.
    private static func isPlain(_ name: String) -> Bool { name.utf8.count == name.utf16.count }

    /// Adds a member of whose name it is known that there is none yet.
    mutating func insert(_ key: String, _ value: JSONValue) {
        keys.append(key)
        values.append(value)
        if hasPlainNames { hasPlainNames = Self.isPlain(key) }
        if count == Self.manyMembers + 1 {
            index()
        } else if count > Self.manyMembers {
            positions[key] = count - 1
        }
    }

    private mutating func remove(at position: Int) {
        keys.remove(at: position)
        values.remove(at: position)
        positions = [:]
        if count > Self.manyMembers { index() }
    }

    private mutating func index() {
        positions = Dictionary(zip(keys, keys.indices)) { first, _ in first }
    }

    /// A text member; numbers are read as their digits.
    public subscript(string key: String) -> String? {
        get { self[key]?.lenientString }
        set { self[key] = newValue.map(JSONValue.string) }
    }

    /// A whole-number member; strings that hold one are read too.
    public subscript(integer key: String) -> Int64? {
        get { self[key]?.lenientInteger }
        set { self[key] = newValue.map { .number(JSONNumber($0)) } }
    }

    /// A truth member; `"true"`, `"1"` and `1` are read too.
    public subscript(boolean key: String) -> Bool? {
        get { self[key]?.lenientBoolean }
        set { self[key] = newValue.map(JSONValue.bool) }
    }

    /// A date in milliseconds since 1970, as Apple's signed data has it; fractions and strings are read too.
    ///
    /// Numbers that name no moment of the years 1 to 9999 read as nil.
    public subscript(milliseconds key: String) -> Date? {
        get {
            guard let text = self[key]?.lenientString, let number = JSONNumber(text: text) else { return nil }
            let date = Date(timeIntervalSince1970: number.double / 1000)
            return CivilTime.range.contains(date) ? date : nil
        }
        set { self[key] = newValue.map { .number(JSONNumber($0.millisecondsSince1970)) } }
    }

    /// An object member.
    public subscript(object key: String) -> JSONObject? {
        get { self[key]?.object }
        set { self[key] = newValue.map(JSONValue.object) }
    }

    /// An array member.
    public subscript(array key: String) -> [JSONValue]? {
        get { self[key]?.array }
        set { self[key] = newValue.map(JSONValue.array) }
    }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && zip(left.keys, left.values).allSatisfy { right[$0] == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        // The order of members does not count, so the hashes of all are put together in a way that forgets it.
        var sum = 0
        for (key, value) in zip(keys, values) {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
            sum &+= member.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
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
