/// A code of DEFLATE (RFC 1951, 3.2.2): how many bits stand for each symbol says which bits they are.
struct HuffmanTable {
    /// By the next bits of the input: the symbol in the upper, the count of its bits in the lower four.
    private let entries: [UInt16]
    /// How many bits the longest symbol has.
    let maximumLength: Int

    private static let longest = 15

    /// - Parameter lengths: How many bits each symbol has; 0 for one that does not occur.
    /// - Returns: nil if more symbols are named than there are codes.
    init?(lengths: some Collection<UInt8>) {
        let maximumLength = Int(lengths.max() ?? 0)
        guard (1...Self.longest).contains(maximumLength) else { return nil }
        var counts = [Int](repeating: 0, count: Self.longest + 1)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var codes = [Int](repeating: 0, count: Self.longest + 2)
        for length in 1...Self.longest {
            guard codes[length] + counts[length] <= 1 << length else { return nil }
            codes[length + 1] = (codes[length] + counts[length]) << 1
        }
        var entries = [UInt16](repeating: 0, count: 1 << maximumLength)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            // Codes are written from their first bit on, the input is read from the lowest.
            var reversed = Self.reversed(codes[length], length)
            codes[length] += 1
            while reversed < entries.count {
                entries[reversed] = UInt16(symbol) << 4 | UInt16(length)
                reversed += 1 << length
            }
        }
        self.entries = entries
        self.maximumLength = maximumLength
    }

    /// - Parameter bits: At least ``maximumLength`` bits of the input, zeros where it has ended.
    /// - Returns: The symbol and how many bits it has; nil for bits that stand for nothing.
    func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
        let entry = entries[Int(truncatingIfNeeded: bits) & (entries.count - 1)]
        return entry == 0 ? nil : (Int(entry >> 4), Int(entry & 15))
    }

    private static func reversed(_ code: Int, _ length: Int) -> Int {
        (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
    }
}
