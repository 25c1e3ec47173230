import AppStoreModels

/// Finds where a value stands in a JSON text that is known to be valid.
///
/// The JSON reader keeps no positions, as nobody needs them while all is well; this walks the text once, only after
/// something was found wrong.
struct ValueLocator {
    private let bytes: [UInt8]
    private var position = 0

    /// The first byte of the value at `path`, or of the nearest enclosing value that exists.
    static func offset(of path: MemberPath, in bytes: [UInt8]) -> Int {
        var locator = ValueLocator(bytes: bytes)
        locator.skipBlanks()
        for step in path.steps {
            let enclosing = locator.position
            guard locator.enter(step) else { return enclosing }
        }
        return locator.position
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func enter(_ step: MemberPath.Step) -> Bool {
        switch step {
        case .member(let name): enterMember(name)
        case .element(let index): enterElement(index)
        }
    }

    private mutating func enterMember(_ name: String) -> Bool {
        guard skip(UInt8(ascii: "{")) else { return false }
        while current == UInt8(ascii: "\"") {
            let start = position
            skipValue()
            let key = try? JSONValue(parsing: bytes[start..<position]).string
            skipBlanks()
            guard skip(UInt8(ascii: ":")) else { return false }
            if key == name { return true }
            skipValue()
            skipBlanks()
            guard skip(UInt8(ascii: ",")) else { return false }
        }
        return false
    }

    private mutating func enterElement(_ index: Int) -> Bool {
        guard skip(UInt8(ascii: "[")), current != UInt8(ascii: "]") else { return false }
        for _ in 0..<index {
            skipValue()
            skipBlanks()
            guard skip(UInt8(ascii: ",")) else { return false }
        }
        return true
    }

    /// Leaves the position after the value that begins here.
    private mutating func skipValue() {
        var depth = 0
        repeat {
            switch current {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""): skipString()
            case nil: return
            default: break
            }
            position += 1
        } while depth > 0 || !isAtDelimiter
    }

    /// Leaves the position on the closing quote.
    private mutating func skipString() {
        position += 1
        while let byte = current, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    private var isAtDelimiter: Bool {
        guard let byte = current else { return true }
        return byte <= 0x20 || [",", ":", "]", "}"].contains { UInt8(ascii: $0) == byte }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        skipBlanks()
        return true
    }

    private mutating func skipBlanks() {
        while let byte = current, byte <= 0x20 { position += 1 }
    }
}
