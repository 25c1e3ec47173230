public import Foundation

/// A JSON value that keeps what it was given: member order, digits of numbers, members nobody knows.
///
/// What Apple signs must survive a round trip through Purser. `Codable` types drop unknown members and turn
/// `1697679936049.7297` into the nearest `Double`; this type does neither.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The string, or nil if this is no string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The members, or nil if this is no object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The elements, or nil if this is no array.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// An integer read leniently: a number, or a string that holds one, as Apple sends both for the same key.
    package var lenientInteger: Int64? {
        switch self {
        case .number(let number): number.int64
        case .string(let text): JSONNumber(text: text)?.int64
        case .bool, .null, .array, .object: nil
        }
    }

    /// A truth value read leniently: `true`, `"true"`, `1` and `"1"` are true, their opposites false, all else nil.
    package var lenientBoolean: Bool? {
        switch self {
        case .bool(let value): value
        case .string("true"), .string("1"): true
        case .string("false"), .string("0"): false
        case .number(let number) where number.int64 == 1: true
        case .number(let number) where number.int64 == 0: false
        case .string, .number, .null, .array, .object: nil
        }
    }

    /// A text read leniently: a string, or the digits of a number.
    package var lenientString: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool, .null, .array, .object: nil
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259).
    ///
    /// - Parameters:
    ///   - bytes: The whole text in UTF-8; nothing but white space may follow the value.
    ///   - limits: How deep and how long the text may be, and with that of how many values.
    /// - Throws: ``JSONError`` with the offset of the offending byte.
    public init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self = try JSONParser.parse(Array(bytes), limits: limits)
    }

    /// Reads one JSON text (RFC 8259).
    ///
    /// - Throws: ``JSONError`` with the offset of the offending byte.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self = try JSONParser.parse(Array(text.utf8), limits: limits)
    }

    /// The value as compact JSON in UTF-8, members in their order.
    public var jsonData: Data { Data(jsonBytes) }

    /// The same for who needs no `Data`.
    package var jsonBytes: [UInt8] { JSONSerializer.bytes(of: self, layout: .compact) }

    /// The value as JSON text.
    public func serialized(_ layout: JSONLayout = .compact) -> String {
        JSONSerializer.text(of: self, layout: layout)
    }
}
