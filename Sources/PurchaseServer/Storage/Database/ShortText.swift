/// A text of at most sixteen ASCII characters as two numbers, which are in the same order as texts are: identifiers are
/// compared hundreds of thousands of times when those of a large answer are put in order, and strings that are longer than
/// fifteen octets are kept alive and compared through memory each time.
struct ShortText: Comparable {
    private let high: UInt64
    private let low: UInt64

    /// - Returns: nil for every other text, and where a character is zero, which would be taken for the end.
    init?(_ text: String) {
        var text = text
        let packed = text.withUTF8 { octets -> (high: UInt64, low: UInt64)? in
            guard octets.count <= 16 else { return nil }
            var (high, low): (UInt64, UInt64) = (0, 0)
            for (place, octet) in octets.enumerated() {
                guard octet > 0, octet < 0x80 else { return nil }
                let shifted = UInt64(octet) << UInt64(56 - 8 * (place % 8))
                if place < 8 { high |= shifted } else { low |= shifted }
            }
            return (high, low)
        }
        guard let packed else { return nil }
        (high, low) = packed
    }

    static func < (one: Self, other: Self) -> Bool { (one.high, one.low) < (other.high, other.low) }
}
