import AppStoreModels
import Foundation

/// A JSON object whose texts need no escapes, which are nearly all: the same octets that `JSONEncoder` writes, in a fraction
/// of its time.
struct PlainText {
    private var octets: [UInt8] = []
    private var isPlain = true

    init() {
        octets.reserveCapacity(640)
        octets.append(UInt8(ascii: "{"))
    }

    /// The octets; nil if something in it is not as simple.
    var content: Data? {
        guard isPlain else { return nil }
        var content = Data(capacity: octets.count + 1)
        content.append(contentsOf: octets)
        content.append(UInt8(ascii: "}"))
        return content
    }

    private mutating func name(_ name: StaticString) {
        if octets.count > 1 { octets.append(UInt8(ascii: ",")) }
        octets.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { octets.append(contentsOf: $0) }
        octets.append(UInt8(ascii: "\""))
        octets.append(UInt8(ascii: ":"))
    }

    /// - Parameter value: What needs no escape, whatever it is.
    private mutating func write(_ value: String) { octets.append(contentsOf: value.utf8) }

    private mutating func quote(_ value: String) {
        var value = value
        octets.append(UInt8(ascii: "\""))
        isPlain = value.withUTF8 { text in
            octets.append(contentsOf: text)
            return isPlain && text.allSatisfy(Self.isPlain)
        }
        octets.append(UInt8(ascii: "\""))
    }

    mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name)
        quote(value)
    }

    mutating func add(_ name: StaticString, _ value: Bool) {
        self.name(name)
        write(value ? "true" : "false")
    }

    mutating func add(_ name: StaticString, number: Int) {
        self.name(name)
        write(String(number))
    }

    mutating func add(_ name: StaticString, _ value: Decimal?) {
        guard let value else { return }
        self.name(name)
        isPlain = isPlain && value.isFinite
        write(value.description)
    }

    mutating func add(_ name: StaticString, _ value: Date?) {
        guard let value else { return }
        self.name(name)
        let milliseconds = value.timeIntervalSince1970 * 1000
        // Other numbers need a fraction or an exponent.
        if let whole = Int64(exactly: milliseconds), whole.magnitude < 1_000_000_000_000_000 {
            write(String(whole))
        } else {
            isPlain = false
        }
    }

    /// The nearest whole millisecond.
    mutating func add(_ name: StaticString, milliseconds date: Date?) {
        guard let date else { return }
        self.name(name)
        write(String(date.millisecondsSince1970))
    }

    mutating func add(_ name: StaticString, _ objects: [PlainText]) {
        self.name(name)
        octets.append(UInt8(ascii: "["))
        for (place, object) in objects.enumerated() {
            isPlain = isPlain && object.isPlain
            if place > 0 { octets.append(UInt8(ascii: ",")) }
            octets += object.octets
            octets.append(UInt8(ascii: "}"))
        }
        octets.append(UInt8(ascii: "]"))
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
        octets.append(UInt8(ascii: "["))
        for (place, value) in values.enumerated() {
            if place > 0 { octets.append(UInt8(ascii: ",")) }
            quote(value)
        }
        octets.append(UInt8(ascii: "]"))
    }

    /// Whether an octet of a text needs no escape and is a character of its own.
    static func isPlain(_ octet: UInt8) -> Bool { octet >= 0x20 && octet < 0x7F && octet != 0x22 && octet != 0x5C }
}
