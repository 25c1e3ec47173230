/// The part of a JSON string that stands for itself: up to a quotation mark, a backslash or a control character.
///
/// Signed data is one string of ten thousand octets inside of another, so eight octets are looked at in one.
struct JSONStringRun {
    /// The offset of the first octet that ends it; the length of the text if none does.
    let end: Int
    /// Whether none of its octets has the highest bit.
    let isASCII: Bool

    /// - Parameters:
    ///   - text: A whole JSON text.
    ///   - start: Where the run begins.
    init(in text: [UInt8], from start: Int) {
        (end, isASCII) = text.withUnsafeBytes { octets in
            var place = start
            var union: UInt64 = 0
            while octets.count - place >= 8 {
                let word = octets.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                guard !Self.endsRun(in: word) else { break }
                union |= word
                place += 8
            }
            while place < octets.count, !Self.endsRun(octets[place]) {
                union |= UInt64(octets[place])
                place += 1
            }
            return (place, union & Self.highBits == 0)
        }
    }

    private static func endsRun(_ octet: UInt8) -> Bool {
        octet < 0x20 || octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\")
    }

    /// Whether any of eight octets ends a run. The subtraction borrows only from an octet below one that ends it, so it may
    /// be wrong about which it is, never about whether there is one.
    private static func endsRun(in word: UInt64) -> Bool {
        let quotes = word ^ (lowBits &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (lowBits &* UInt64(UInt8(ascii: "\\")))
        let controls = (word &- lowBits &* 0x20) & ~word
        return (controls | (quotes &- lowBits) & ~quotes | (backslashes &- lowBits) & ~backslashes) & highBits != 0
    }

    /// A one in each octet.
    private static let lowBits: UInt64 = 0x0101_0101_0101_0101
    /// The highest bit of each octet.
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
