import AppStoreModels
import Foundation

/// Reads what ``PlainText`` writes: members in the order of the alphabet, without blanks, their texts without escapes.
///
/// Each is looked for where it must stand, so that nothing is looked up and nothing is made that nobody needs.
struct PlainMembers {
    /// It is written in another way; a decoder may be able to read it.
    struct NotPlain: Error {}

    private let octets: UnsafeRawBufferPointer
    private var position = 0

    /// - Parameter octets: A JSON object; they must stay where they are while it is read.
    init(_ octets: UnsafeRawBufferPointer) throws(NotPlain) {
        self.octets = octets
        try expect("{")
    }

    /// What `body` makes of all members of an object.
    static func read<Value>(_ content: Data, _ body: (inout PlainMembers) throws -> Value) throws -> Value {
        try content.withUnsafeBytes { octets in
            var members = try PlainMembers(octets)
            let value = try body(&members)
            try members.finish()
            return value
        }
    }

    /// A member that must be there.
    static func needed<Value>(_ value: Value?) throws(NotPlain) -> Value {
        guard let value else { throw NotPlain() }
        return value
    }

    /// Demands that nothing is left.
    private mutating func finish() throws(NotPlain) {
        try expect("}")
        guard position == octets.count else { throw NotPlain() }
    }

    /// A text member; nil if it is not there.
    mutating func text(_ name: StaticString) throws(NotPlain) -> String? {
        try begin(name) ? text() : nil
    }

    /// A list of texts; nil if it is not there.
    mutating func texts(_ name: StaticString) throws(NotPlain) -> [String]? {
        guard begin(name) else { return nil }
        try expect("[")
        var texts: [String] = []
        while !take("]") {
            if !texts.isEmpty { try expect(",") }
            texts.append(try text())
        }
        return texts
    }

    /// A whole number; nil if it is not there.
    mutating func integer(_ name: StaticString) throws(NotPlain) -> Int? {
        guard begin(name) else { return nil }
        let isNegative = take("-")
        // As many digits as no 64 bits are too few for.
        let digits = octets[position...].prefix(18).prefix { Self.digits.contains($0) }
        let end = position + digits.count
        guard !digits.isEmpty, end < octets.count, octets[end] == Self.comma || octets[end] == Self.brace else {
            throw NotPlain()
        }
        position = end
        let value = digits.reduce(0 as Int64) { $0 * 10 + Int64($1 - Self.digits.lowerBound) }
        guard let value = Int(exactly: isNegative ? -value : value) else { throw NotPlain() }
        return value
    }

    /// A truth value; nil if it is not there.
    mutating func truth(_ name: StaticString) throws(NotPlain) -> Bool? {
        guard begin(name) else { return nil }
        if take("true") { return true }
        try expect("false")
        return false
    }

    /// A date in whole milliseconds since 1970; nil if it is not there.
    mutating func date(_ name: StaticString) throws(NotPlain) -> Date? {
        try integer(name).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    /// A decimal number; nil if it is not there.
    mutating func decimal(_ name: StaticString) throws(NotPlain) -> Decimal? {
        guard begin(name) else { return nil }
        let octets = octets[position...].prefix { $0 != Self.comma && $0 != Self.brace }
        position = octets.endIndex
        guard let number = JSONNumber(text: String(decoding: octets, as: UTF8.self)) else { throw NotPlain() }
        return number.decimal
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let comma = UInt8(ascii: ",")
    private static let brace = UInt8(ascii: "}")
    private static let quote = UInt8(ascii: "\"")

    /// Passes the name of the next member, if it is this one.
    private mutating func begin(_ name: StaticString) -> Bool {
        let start = position
        guard position == 1 || take(","), take("\""), take(name), take("\":") else {
            position = start
            return false
        }
        return true
    }

    private mutating func text() throws(NotPlain) -> String {
        try expect("\"")
        let start = position
        while position < octets.count {
            let octet = octets[position]
            if octet == Self.quote {
                defer { position += 1 }
                return String(decoding: UnsafeRawBufferPointer(rebasing: octets[start..<position]), as: UTF8.self)
            }
            guard PlainText.isPlain(octet) else { throw NotPlain() }
            position += 1
        }
        throw NotPlain()
    }

    private mutating func expect(_ text: StaticString) throws(NotPlain) {
        guard take(text) else { throw NotPlain() }
    }

    /// Passes a text, if it stands here.
    @inline(__always)
    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard octets.count - position >= count, let here = octets.baseAddress.map({ $0 + position }),
            memcmp(here, text.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }
}
