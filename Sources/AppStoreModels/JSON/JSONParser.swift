import Foundation

/// A strict RFC 8259 reader with limits.
///
/// Members with the same name are refused: two readers of one signed text must never see different values.
struct JSONParser {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private var position = 0
    private var depth = 0
    /// How many values and names have been read.
    private var count = 0
    private let maximumCount: Int
    /// The names of the object that ended last, if none was written with an escape; see ``parseObject()``.
    private var lastNames: [String] = []

    /// For how many members there is room at first.
    private static let usualCount = 8

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        maximumCount = limits.maximumCount(ofLength: bytes.count)
    }

    var isAtEnd: Bool { position == bytes.count }

    static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.maximumLength else { throw JSONError(.tooLong, at: limits.maximumLength) }
        var parser = JSONParser(bytes: bytes, limits: limits)
        let value = try parser.parseValue()
        parser.skipWhiteSpace()
        guard parser.isAtEnd else { throw JSONError(.trailingBytes, at: parser.position) }
        return value
    }

    private mutating func parseValue() throws(JSONError) -> JSONValue {
        skipWhiteSpace()
        try countOne()
        switch try peek() {
        case UInt8(ascii: "{"): return .object(try parseObject())
        case UInt8(ascii: "["): return .array(try parseArray())
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseLiteral("true", .bool(true))
        case UInt8(ascii: "f"): return try parseLiteral("false", .bool(false))
        case UInt8(ascii: "n"): return try parseLiteral("null", .null)
        default: return .number(JSONNumber(checked: try parseNumber()))
        }
    }

    /// The objects of a list mostly have the same names in the same order. As long as they do, a name is that of the object
    /// before, without memory of its own, and cannot be there twice.
    private mutating func parseObject() throws(JSONError) -> JSONObject {
        try descend()
        if try endsCollection(UInt8(ascii: "}")) { return JSONObject() }
        // Taken by the first object that could have them: what stands in it would else take room for them once more.
        let expected = lastNames
        lastNames = []
        var object = JSONObject()
        var areExpected = true
        var areWrittenPlain = true
        while true {
            skipWhiteSpace()
            let start = position
            try countOne()
            guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: position) }
            areExpected = areExpected && object.count < expected.count && passName(expected[object.count])
            if object.isEmpty { object = JSONObject(capacity: areExpected ? expected.count : Self.usualCount) }
            let key = areExpected ? expected[object.count] : try parseString()
            // An escape is longer than what it stands for.
            if !areExpected, key.utf8.count != position - start - 2 { areWrittenPlain = false }
            skipWhiteSpace()
            try expect(UInt8(ascii: ":"))
            let value = try parseValue()
            if areExpected {
                object.insert(key, value)
            } else if !object.append(key, value) {
                throw JSONError(.duplicateKey, at: start)
            }
            if try separatorOrEnd(UInt8(ascii: "}")) {
                lastNames = areWrittenPlain ? object.keys : []
                return object
            }
        }
    }

    /// Passes a name that stands here between quotes.
    ///
    /// - Parameter name: One that was written without an escape, so that its octets mean nothing else.
    private mutating func passName(_ name: String) -> Bool {
        let (start, length) = (position + 1, name.utf8.count)
        guard bytes.count - start > length, bytes[start + length] == UInt8(ascii: "\"") else { return false }
        let isHere = bytes.withUnsafeBytes { all in
            name.utf8.withContiguousStorageIfAvailable { octets in
                all.baseAddress.flatMap { place in octets.baseAddress.map { memcmp(place + start, $0, length) } } == 0
            }
        }
        guard isHere == true else { return false }
        position = start + length + 1
        return true
    }

    private mutating func parseArray() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try descend()
        if try endsCollection(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try parseValue())
            if try separatorOrEnd(UInt8(ascii: "]")) { return elements }
        }
    }

    /// Takes note of a value or a name before it is read, and takes memory.
    private mutating func countOne() throws(JSONError) {
        count += 1
        guard count <= maximumCount else { throw JSONError(.tooManyValues, at: position, limit: maximumCount) }
    }

    private mutating func descend() throws(JSONError) {
        depth += 1
        guard depth <= limits.maximumDepth else { throw JSONError(.tooDeep, at: position) }
        position += 1
    }

    private mutating func endsCollection(_ close: UInt8) throws(JSONError) -> Bool {
        skipWhiteSpace()
        guard try peek() == close else { return false }
        position += 1
        depth -= 1
        return true
    }

    /// Consumes a comma (false) or the closing byte (true).
    private mutating func separatorOrEnd(_ close: UInt8) throws(JSONError) -> Bool {
        if try endsCollection(close) { return true }
        try expect(UInt8(ascii: ","))
        return false
    }

    private mutating func parseLiteral(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let matches = text.withUTF8Buffer { literal in
            bytes[position...].prefix(literal.count).elementsEqual(literal)
        }
        guard matches else { throw JSONError(.unexpectedByte, at: position) }
        position += text.utf8CodeUnitCount
        return value
    }

    // MARK: Numbers

    mutating func parseNumber() throws(JSONError) -> String {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
        } else {
            try skipDigits(start)
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try skipDigits(start)
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try skipDigits(start)
        }
        return text(from: start)
    }

    private mutating func skipDigits(_ start: Int) throws(JSONError) {
        let first = position
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        guard position > first else {
            throw JSONError(position == start ? .unexpectedByte : .invalidNumber, at: position)
        }
    }

    // MARK: Strings

    private mutating func parseString() throws(JSONError) -> String {
        position += 1
        let start = position
        let run = JSONStringRun(in: bytes, from: start)
        position = run.end
        switch try peek() {
        case UInt8(ascii: "\""):
            let text = run.isASCII ? self.text(from: start) : try utf8(bytes[start..<position], at: start)
            position += 1
            return text
        case UInt8(ascii: "\\"):
            return try parseEscapedString(from: start)
        default:
            throw JSONError(.unexpectedByte, at: position)
        }
    }

    /// The slow path: a string with at least one escape.
    private mutating func parseEscapedString(from start: Int) throws(JSONError) -> String {
        var unescaped = Array(bytes[start..<position])
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try utf8(unescaped[...], at: start)
            case UInt8(ascii: "\\"):
                position += 1
                unescaped.append(contentsOf: try parseEscape().utf8)
            case 0..<0x20:
                throw JSONError(.unexpectedByte, at: position)
            default:
                unescaped.append(byte)
                position += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: position)
    }

    private mutating func parseEscape() throws(JSONError) -> String {
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(try parseUnicodeEscape())
        default: throw JSONError(.invalidEscape, at: position - 1)
        }
    }

    private mutating func parseUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        let high = try parseHexadecimal()
        if let scalar = Unicode.Scalar(high) { return scalar }
        // A surrogate: only a high one with its low partner means anything.
        guard (0xD800..<0xDC00).contains(high), current == UInt8(ascii: "\\") else {
            throw JSONError(.invalidEscape, at: start)
        }
        position += 1
        try expect(UInt8(ascii: "u"))
        let low = try parseHexadecimal()
        // Checked before the sum: any other low half would leave the range of 32 bits.
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw JSONError(.invalidEscape, at: start) }
        return scalar
    }

    private mutating func parseHexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try peek())).hexDigitValue else {
                throw JSONError(.invalidEscape, at: position)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private func utf8(_ slice: ArraySlice<UInt8>, at offset: Int) throws(JSONError) -> String {
        // Foundation's decoding would drop a leading byte-order mark. The standard library's repairs what is not UTF-8,
        // so the text is right exactly if its bytes are still the same.
        let text = String(decoding: slice, as: UTF8.self)
        guard text.utf8.elementsEqual(slice) else { throw JSONError(.invalidUTF8, at: offset) }
        return text
    }

    // MARK: Bytes

    /// What stands there up to the position.
    private func text(from start: Int) -> String {
        bytes.withUnsafeBufferPointer { bytes in
            String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
        }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func peek() throws(JSONError) -> UInt8 {
        guard let byte = current else { throw JSONError(.unexpectedEnd, at: position) }
        return byte
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard try peek() == byte else { throw JSONError(.unexpectedByte, at: position) }
        position += 1
    }

    private mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
