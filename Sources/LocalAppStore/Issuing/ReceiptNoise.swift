import Foundation

/// Bytes that look random and are the same for the same seed and text: SplitMix64, seeded through FNV-1a.
///
/// Nothing secret depends on them.
struct ReceiptNoise: Sendable {
    private var state: UInt64

    init(seed: UInt64, text: String) {
        state = seed ^ 0xCBF2_9CE4_8422_2325
        for octet in text.utf8 { state = (state ^ UInt64(octet)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            return UInt8(truncatingIfNeeded: IdentifierSequence.mix(state) >> 32)
        }
    }

    /// A UUID of version 4, variant 1.
    mutating func uuid() -> UUID {
        let bytes = bytes(16)
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x40, bytes[7],
                bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }
}
