/// Identifiers as Xcode makes them, eight hexadecimal digits such as `2B418075`; the same for the same seed.
public struct ConfigurationIdentifiers: Sendable, Sequence, IteratorProtocol {
    private var state: UInt64

    /// The identifiers of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next identifier.
    public mutating func next() -> String? { make() }

    /// The next identifier.
    public mutating func make() -> String {
        // SplitMix64 (Steele, Lea, Flood 2014).
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        let digits = String(UInt32(truncatingIfNeeded: mixed ^ (mixed >> 31)), radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
