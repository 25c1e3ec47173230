/// Bytes that look random and are the same for the same seed and text: SplitMix64, seeded through FNV-1a.
///
/// Nothing secret depends on them.
struct ReceiptNoise: Sendable {
    private var state: UInt64

    init(seed: UInt64, text: String) {
        state = text.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            return UInt8(truncatingIfNeeded: IdentifierSequence.mix(state) >> 32)
        }
    }
}
