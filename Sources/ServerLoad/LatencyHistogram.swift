/// How long things took: counts by duration, of the same relative precision from a microsecond to an hour.
///
/// The layout is that of HdrHistogram with three significant digits: values below 2,048 µs are counted exactly; above, each
/// doubling is divided into 1,024 equal parts, so that what is told of a value is at most 1/1,024 (0.1 %) above it, never below.
/// It has one size whatever is counted (about 180 KB), counting takes no memory, and histograms of the same kind add up.
///
/// What took longer than an hour is counted as an hour; ``maximum`` is exact.
package struct LatencyHistogram: Sendable, Hashable {
    /// The longest duration that is told apart, in microseconds.
    package static let highest: Int64 = 3_600_000_000
    /// A power of two that three digits fit in twice.
    private static let parts = 2_048
    private static let half = parts / 2
    /// The bits of a value that stay when it is as small as possible.
    private static let bits = 11
    private static let cellCount = cell(of: highest) + 1

    private var counts = [Int64](repeating: 0, count: Self.cellCount)
    /// How many durations were counted.
    package private(set) var count: Int64 = 0
    /// The sum of all, in microseconds.
    private var sum = 0.0
    /// The shortest, in microseconds; 0 of none.
    package var minimum: Int64 { count == 0 ? 0 : least }
    /// The longest, in microseconds; 0 of none.
    package private(set) var maximum: Int64 = 0
    private var least = Int64.max

    /// Nothing counted.
    package init() {}

    /// The average, in microseconds; 0 of none.
    package var mean: Double { count == 0 ? 0 : sum / Double(count) }

    /// Counts a duration.
    ///
    /// - Parameter microseconds: How long it was; less than nothing is nothing.
    package mutating func record(_ microseconds: Int64) {
        let value = max(0, microseconds)
        counts[Self.cell(of: min(value, Self.highest))] += 1
        count += 1
        sum += Double(value)
        least = min(least, value)
        maximum = max(maximum, value)
    }

    /// Counts a duration, with those that nobody measured because somebody waited for this one: what should have begun every
    /// so many microseconds meanwhile would have taken the rest.
    ///
    /// - Parameter interval: How often something was to begin, in microseconds.
    package mutating func record(_ microseconds: Int64, expectedEvery interval: Int64) {
        record(microseconds)
        guard interval > 0 else { return }
        var missing = microseconds - interval
        while missing >= interval {
            record(missing)
            missing -= interval
        }
    }

    /// Counts everything that another one has.
    package mutating func add(_ other: LatencyHistogram) {
        guard other.count > 0 else { return }
        for cell in counts.indices { counts[cell] += other.counts[cell] }
        count += other.count
        sum += other.sum
        least = min(least, other.least)
        maximum = max(maximum, other.maximum)
    }

    /// The duration that so many of 100 do not exceed, in microseconds: the longest that is counted as it; 0 of none.
    ///
    /// - Parameter percentile: From 0 to 100; what is outside counts as the nearest.
    package func value(at percentile: Double) -> Int64 {
        guard count > 0 else { return 0 }
        let share = min(max(percentile, 0), 100) / 100
        // A hair less than a whole number is that number: 0.999 of 1,000 are 999.
        let wanted = max(1, Int64((share * Double(count) - 1e-9 * Double(count)).rounded(.up)))
        var passed: Int64 = 0
        for cell in counts.indices {
            passed += counts[cell]
            guard passed >= wanted else { continue }
            // Beyond the scale, only the exact longest says more.
            return cell == counts.count - 1 ? maximum : min(Self.last(in: cell), maximum)
        }
        return maximum
    }

    /// How many were counted that took at most so many microseconds, to the precision of the scale.
    package func count(upTo microseconds: Int64) -> Int64 {
        guard microseconds >= 0 else { return 0 }
        return counts[...Self.cell(of: min(microseconds, Self.highest))].reduce(0, +)
    }
}

extension LatencyHistogram {
    /// Where a value is counted.
    private static func cell(of value: Int64) -> Int {
        let shift = max(0, Int64.bitWidth - value.leadingZeroBitCount - bits)
        return shift * half + Int(value >> Int64(shift))
    }

    /// The greatest value that is counted in a cell.
    private static func last(in cell: Int) -> Int64 {
        guard cell >= parts else { return Int64(cell) }
        let shift = cell / half - 1
        let part = Int64(cell - shift * half)
        return ((part + 1) << Int64(shift)) - 1
    }
}
