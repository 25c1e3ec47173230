/// Numbers that look like chance and follow from seed and place: the tenth is known without the nine before it, so that
/// whoever comes first takes nothing from the others.
struct LoadRandom: Sendable {
    let seed: UInt64

    /// The number at a place; by SplitMix64.
    func number(at place: UInt64) -> UInt64 {
        var value = seed &+ (place &+ 1) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
