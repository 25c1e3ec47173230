import AppStoreModels
import Foundation

/// A JSON object whose texts need no escapes, which are nearly all: the same octets that `JSONEncoder` writes, in a fraction
/// of its time.
struct PlainText {
    private var text = "{"
    private var isPlain = true

    init() { text.reserveCapacity(640) }

    /// The octets; nil if something in it is not as simple.
    var content: Data? { isPlain ? Data((text + "}").utf8) : nil }

    private mutating func name(_ name: StaticString) {
        text += text.utf8.count == 1 ? "\"" : ",\""
        text += name.description
        text += "\":"
    }

    mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name)
        isPlain = isPlain && Self.isPlain(value)
        text += "\""
        text += value
        text += "\""
    }

    mutating func add(_ name: StaticString, _ value: Bool) {
        self.name(name)
        text += value ? "true" : "false"
    }

    mutating func add(_ name: StaticString, number: Int) {
        self.name(name)
        text += String(number)
    }

    mutating func add(_ name: StaticString, _ value: Decimal?) {
        guard let value else { return }
        self.name(name)
        isPlain = isPlain && value.isFinite
        text += value.description
    }

    mutating func add(_ name: StaticString, _ value: Date?) {
        guard let value else { return }
        self.name(name)
        let milliseconds = value.timeIntervalSince1970 * 1000
        // Other numbers need a fraction or an exponent.
        if let whole = Int64(exactly: milliseconds), whole.magnitude < 1_000_000_000_000_000 {
            text += String(whole)
        } else {
            isPlain = false
        }
    }

    /// The nearest whole millisecond.
    mutating func add(_ name: StaticString, milliseconds date: Date?) {
        guard let date else { return }
        self.name(name)
        text += String(date.millisecondsSince1970)
    }

    mutating func add(_ name: StaticString, _ objects: [PlainText]) {
        self.name(name)
        text += "["
        for (place, object) in objects.enumerated() {
            isPlain = isPlain && object.isPlain
            if place > 0 { text += "," }
            text += object.text
            text += "}"
        }
        text += "]"
    }

    mutating func add(_ name: StaticString, _ value: Bool?) {
        if let value { add(name, value) }
    }

    mutating func add(_ name: StaticString, number: Int?) {
        if let number { add(name, number: number) }
    }

    mutating func add(_ name: StaticString, _ values: [String]?) {
        guard let values else { return }
        self.name(name)
        isPlain = isPlain && values.allSatisfy(Self.isPlain)
        text += values.isEmpty ? "[]" : "[\"" + values.joined(separator: "\",\"") + "\"]"
    }

    private static func isPlain(_ value: String) -> Bool {
        value.utf8.allSatisfy(isPlain)
    }

    /// Whether an octet of a text needs no escape and is a character of its own.
    static func isPlain(_ octet: UInt8) -> Bool { octet >= 0x20 && octet < 0x7F && octet != 0x22 && octet != 0x5C }
}
