/// Numbers by which requests are told apart: they look like random ones, and none comes twice. No secrets: whoever knows one knows
/// the next.
struct RequestNumbers {
    private var state: UInt64

    /// - Parameter seed: A random number, so that no other process has the same ones.
    init(seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood, 2014): every state has a number of its own.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}
