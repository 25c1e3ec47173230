import Testing

@testable import ServerLoad

@Suite("A histogram of latencies")
struct LatencyHistogramTests {
    @Test(
        "Short durations are exact, long ones at most a thousandth too long, and never too short",
        arguments: [
            0, 1, 2_047, 2_048, 2_049, 4_095, 4_096, 9_999, 123_456, 1_000_000, 98_765_432, 3_000_000_000,
        ]
    )
    func precision(value: Int64) {
        var histogram = LatencyHistogram()
        histogram.record(value)
        // A longer one, so that the exact longest is not what is told.
        histogram.record(.max / 2)
        let told = histogram.value(at: 50)
        #expect(told >= value)
        #expect(told - value <= value / 1_024)
        #expect(histogram.minimum == value)
        #expect(histogram.maximum == .max / 2)
    }

    @Test("What is beyond an hour counts as the longest, what is negative as nothing")
    func ends() {
        var histogram = LatencyHistogram()
        histogram.record(7_200_000_000)
        histogram.record(-5)
        #expect(histogram.count == 2)
        #expect(histogram.value(at: 50) == 0)
        #expect(histogram.value(at: 100) == 7_200_000_000)
        #expect(histogram.minimum == 0)
    }

    @Test("Of nothing everything is 0")
    func empty() {
        let histogram = LatencyHistogram()
        #expect([histogram.minimum, histogram.maximum, histogram.value(at: 99), histogram.count] == [0, 0, 0, 0])
        #expect(histogram.mean == 0)
        #expect(histogram.count(upTo: 1_000) == 0)
    }

    @Test(
        "Of 1 to 1,000 each percentile is the value that so many do not exceed",
        arguments: [
            (0.0, 1), (0.1, 1), (0.11, 2), (50.0, 500), (50.01, 501), (99.0, 990), (99.9, 999), (99.91, 1_000),
            (100.0, 1_000),
            (101.0, 1_000), (-1.0, 1),
        ] as [(Double, Int64)]
    )
    func percentiles(percentile: Double, value: Int64) {
        var histogram = LatencyHistogram()
        for value in (1...1_000).reversed() { histogram.record(Int64(value)) }
        #expect(histogram.value(at: percentile) == value)
        #expect(histogram.mean == 500.5)
        #expect(histogram.count(upTo: 250) == 250)
    }

    /// The numbers of HdrHistogram's own tests: 10,000 times a millisecond, once 100 seconds.
    @Test(
        "What nobody asked while one answer was waited for is counted, if that is wanted",
        arguments: [
            (30.0, 1_000, 1_000), (50.0, 1_000, 1_000), (75.0, 1_000, 50_000_000), (90.0, 1_000, 80_000_000),
            (99.0, 1_000, 98_000_000), (99.99, 1_000, 100_000_000), (99.999, 100_000_000, 100_000_000),
            (100.0, 100_000_000, 100_000_000),
        ] as [(Double, Int64, Int64)]
    )
    func expectedInterval(percentile: Double, raw: Int64, corrected: Int64) {
        var (plain, filled) = (LatencyHistogram(), LatencyHistogram())
        for value in Array(repeating: Int64(1_000), count: 10_000) + [100_000_000] {
            plain.record(value)
            filled.record(value, expectedEvery: 10_000)
        }
        #expect(plain.count == 10_001)
        #expect(filled.count == 20_000)
        #expect(isNear(plain.value(at: percentile), raw))
        #expect(isNear(filled.value(at: percentile), corrected))
        #expect(isNear(Int64(plain.mean), (10_000 * 1_000 + 100_000_000) / 10_001))
        #expect(isNear(Int64(filled.mean), (1_000 + 50_000_000) / 2))
    }

    private func isNear(_ value: Int64, _ wanted: Int64) -> Bool { abs(value - wanted) * 1_000 <= wanted }

    @Test("Two of them add up to the one that counts both")
    func sum() {
        var (first, second, both) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        let random = LoadRandom(seed: 7)
        for place in 0..<2_000 {
            let value = Int64(random.number(at: UInt64(place)) % 5_000_000)
            if place.isMultiple(of: 3) { first.record(value) } else { second.record(value) }
            both.record(value)
        }
        first.add(second)
        #expect(first.count == both.count)
        for percentile in [0, 10, 50, 90, 99, 99.9, 100] {
            #expect(first.value(at: percentile) == both.value(at: percentile))
        }
        #expect(first.minimum == both.minimum)
        first.add(LatencyHistogram())
        #expect(first.count == 2_000)
    }
}
