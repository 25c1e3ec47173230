/// The part of a JSON string that stands for itself: up to a quotation mark, a backslash or a control character.
///
/// Signed data is one string of ten thousand octets inside of another, so thirty-two octets are looked at in one, and then eight.
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
            while octets.count - place >= 32 {
                let words = octets.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
                guard !Self.endsRun(in: words) else { break }
                union |= Self.union(of: words)
                place += 32
            }
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
        let quotes = word ^ quotationMarks
        let backslashes = word ^ reverseSolidi
        let controls = (word &- blanks) & ~word
        return (controls | (quotes &- lowBits) & ~quotes | (backslashes &- lowBits) & ~backslashes) & highBits != 0
    }

    /// The same of four times eight.
    private static func endsRun(in words: SIMD4<UInt64>) -> Bool {
        let quotes = words ^ SIMD4(repeating: quotationMarks)
        let backslashes = words ^ SIMD4(repeating: reverseSolidi)
        let controls = (words &- SIMD4(repeating: blanks)) & ~words
        let ones = SIMD4(repeating: lowBits)
        let ends = controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        return union(of: ends) & highBits != 0
    }

    private static func union(of words: SIMD4<UInt64>) -> UInt64 {
        let halves = words.lowHalf | words.highHalf
        return halves.x | halves.y
    }

    private static let quotationMarks = lowBits &* UInt64(UInt8(ascii: "\""))
    private static let reverseSolidi = lowBits &* UInt64(UInt8(ascii: "\\"))
    /// What is below a blank is a control character.
    private static let blanks = lowBits &* 0x20
    /// A one in each octet.
    private static let lowBits: UInt64 = 0x0101_0101_0101_0101
    /// The highest bit of each octet.
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
}
