/// Gives out identifiers that look like the sandbox's: `2000000123456789`.
///
/// The seed decides where they begin, so two stores rarely have the same ones; after that they count up.
struct IdentifierSequence: Sendable, Hashable {
    let seed: UInt64
    /// How many were given out.
    var count = 0

    init(seed: UInt64) {
        self.seed = seed
    }

    /// Sixteen digits.
    mutating func nextTransactionID() -> String { String(nextTransactionNumber()) }

    /// The same as a number.
    mutating func nextTransactionNumber() -> Int64 {
        count += 1
        return transactionBase + Int64(count)
    }

    private var transactionBase: Int64 { 2_000_000_100_000_000 + Int64(Self.mix(seed) % 800_000_000) }

    /// Whether none of these will be given out again after so many were.
    func isBehind(_ identifiers: some Sequence<Int64>, after count: Int) -> Bool {
        let future = transactionBase + Int64(count) + 1...transactionBase + Int64(StoredRange.counts.upperBound) + 1
        return !identifiers.contains(where: future.contains)
    }

    /// Fifteen digits.
    mutating func nextWebOrderLineItemID() -> String { String(nextWebOrderLineItemNumber()) }

    /// The same as a number.
    mutating func nextWebOrderLineItemNumber() -> Int64 {
        count += 1
        return 200_000_010_000_000 + Int64(Self.mix(seed ^ 1) % 80_000_000) + Int64(count)
    }

    /// Eighteen capital letters and digits.
    mutating func nextOfferCode() -> String {
        count += 1
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        var state = Self.mix(seed ^ 2 &+ UInt64(count))
        return String(
            (0..<18).map { _ in
                state = Self.mix(state)
                return letters[Int(state % UInt64(letters.count))]
            }
        )
    }

    /// The finalizer of SplitMix64: every bit of the seed reaches every bit of the result.
    static func mix(_ seed: UInt64) -> UInt64 {
        var value = seed &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
