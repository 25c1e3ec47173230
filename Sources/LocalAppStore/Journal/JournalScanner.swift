import Foundation

/// Goes through JSON as ``JournalCoding`` writes it: no white space, members sorted by name, plain ASCII.
///
/// It knows nothing else, and says so; then the line is read by a reader that knows all of JSON.
struct JournalScanner {
    /// What a scanner does not know.
    struct Unusual: Error {}

    /// Valid as long as whoever made the scanner says.
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0
    /// Whether the next member of the object is not its first one.
    private var isBehindMember = false

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The bytes since a position.
    func slice(from start: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// Goes back, or on.
    mutating func go(to position: Int) { self.position = position }

    /// Takes an octet, if it is the next one.
    mutating func take(_ octet: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: octet) else { return false }
        position &+= 1
        return true
    }

    /// Takes the beginning of an object.
    mutating func beginObject() throws(Unusual) {
        guard take("{") else { throw Unusual() }
        isBehindMember = false
    }

    /// Takes the name of a member, if it is the next one: what stands before its value.
    ///
    /// Whoever asks for the members in their order, and takes the value of each that is there, finds all of them.
    @inline(__always)
    mutating func member(_ name: StaticString) -> Bool {
        let length = name.utf8CodeUnitCount
        let quote = position &+ (isBehindMember ? 1 : 0)
        let end = quote &+ length &+ 3
        guard end <= bytes.count, !isBehindMember || bytes[position] == UInt8(ascii: ","),
            let start = bytes.baseAddress?.advanced(by: quote), start.load(as: UInt8.self) == UInt8(ascii: "\""),
            memcmp(start + 1, name.utf8Start, length) == 0,
            start.load(fromByteOffset: length &+ 1, as: UInt8.self) == UInt8(ascii: "\""),
            start.load(fromByteOffset: length &+ 2, as: UInt8.self) == UInt8(ascii: ":")
        else { return false }
        position = end
        isBehindMember = true
        return true
    }

    /// Takes the end of an object, of which every member was asked for.
    mutating func endObject() throws(Unusual) {
        guard take("}") else { throw Unusual() }
        isBehindMember = true
    }

    /// The octets of a text that needs no escapes.
    mutating func text() throws(Unusual) -> UnsafeRawBufferPointer {
        guard take("\"") else { throw Unusual() }
        let start = position
        while position < bytes.count {
            let octet = bytes[position]
            if octet == UInt8(ascii: "\"") {
                position &+= 1
                return UnsafeRawBufferPointer(rebasing: bytes[start..<position &- 1])
            }
            guard octet >= 0x20, octet < 0x80, octet != UInt8(ascii: "\\") else { throw Unusual() }
            position &+= 1
        }
        throw Unusual()
    }

    mutating func string() throws(Unusual) -> String { String(decoding: try text(), as: UTF8.self) }

    /// A whole number of at most eighteen digits.
    mutating func integer() throws(Unusual) -> Int64 {
        let isNegative = take("-")
        let start = position
        var number: Int64 = 0
        while position < bytes.count {
            let digit = bytes[position] &- 0x30
            guard digit <= 9 else { break }
            number = number &* 10 &+ Int64(digit)
            position &+= 1
        }
        let count = position - start
        guard count > 0, count <= 18, count == 1 || bytes[start] != 0x30,
            position < bytes.count, Self.isBehindValue(bytes[position])
        else { throw Unusual() }
        return isNegative ? -number : number
    }

    mutating func truth() throws(Unusual) -> Bool {
        if word("true") { return true }
        guard word("false") else { throw Unusual() }
        return false
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let end = position &+ word.utf8CodeUnitCount
        guard end < bytes.count, let start = bytes.baseAddress?.advanced(by: position),
            memcmp(start, word.utf8Start, word.utf8CodeUnitCount) == 0, Self.isBehindValue(bytes[end])
        else { return false }
        position = end
        return true
    }

    /// Passes over any value.
    ///
    /// - Returns: Its octets.
    mutating func value() throws(Unusual) -> UnsafeRawBufferPointer {
        let start = position
        var depth = 0
        var isInText = false
        while position < bytes.count {
            let octet = bytes[position]
            if isInText {
                if octet == UInt8(ascii: "\\") { position &+= 1 }
                isInText = octet != UInt8(ascii: "\"")
            } else {
                switch octet {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth &+= 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                    if depth == 0 { return slice(from: start) }
                    if octet != UInt8(ascii: ",") { depth &-= 1 }
                default: break
                }
            }
            position &+= 1
        }
        throw Unusual()
    }

    private static func isBehindValue(_ octet: UInt8) -> Bool {
        octet == UInt8(ascii: ",") || octet == UInt8(ascii: "}") || octet == UInt8(ascii: "]")
    }
}
