/// A date, and part of a number, in 64 bits: the years that a store can write take 49 of them.
struct DatedBits: Sendable, Hashable {
    /// How many bits are left for a number.
    static let spareBits: UInt64 = 15

    private static let spareMask: UInt64 = 1 << spareBits - 1
    /// Stands for no date; beyond the last one.
    private static let absent = UInt64.max >> spareBits

    private var bits: UInt64

    /// - Parameter milliseconds: Since 1970, or ``NumberedIdentifiers/absent``; outside the years 1 to 9999 the nearest
    ///   moment of them.
    init(_ milliseconds: Int64) {
        guard milliseconds != NumberedIdentifiers.absent else {
            bits = Self.absent << Self.spareBits
            return
        }
        let range = StoredRange.milliseconds
        let distance = min(max(milliseconds, range.lowerBound), range.upperBound) &- range.lowerBound
        bits = UInt64(distance) << Self.spareBits
    }

    /// Since 1970, or ``NumberedIdentifiers/absent``.
    var milliseconds: Int64 {
        let distance = bits >> Self.spareBits
        return distance == Self.absent
            ? NumberedIdentifiers.absent : Int64(distance) &+ StoredRange.milliseconds.lowerBound
    }

    /// The lowest bits of a number; more are cut off.
    var spare: UInt64 {
        get { bits & Self.spareMask }
        set { bits = bits & ~Self.spareMask | newValue & Self.spareMask }
    }
}
