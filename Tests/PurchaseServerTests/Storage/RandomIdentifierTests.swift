import Foundation
import Testing

@testable import PurchaseServer

@Suite("Identifiers that nobody can guess")
struct RandomIdentifierTests {
    private struct Fixed: RandomNumberGenerator {
        var numbers: [UInt64]

        mutating func next() -> UInt64 { numbers.isEmpty ? 0 : numbers.removeFirst() }
    }

    @Test(
        "A prefix and 24 digits, however small the numbers are that were drawn",
        arguments: [
            ([0, 0], "evt_000000000000000000000000"),
            ([0xAB, 0x0123_4567_89AB_CDEF], "evt_00000000000000ab01234567"),
            ([.max, .max], "evt_ffffffffffffffffffffffff"),
        ] as [([UInt64], String)]
    )
    func digits(numbers: [UInt64], expected: String) {
        var generator = Fixed(numbers: numbers)
        #expect(RandomIdentifier.make("evt", using: &generator) == expected)
    }

    @Test(
        "The time comes first, so that what is made later is greater",
        arguments: [
            (0.0, [0, 0], "evt_00000000000000000000000000000000"),
            (1_700_000_000.0, [.max, 0x0123_4567_89AB_CDEF], "evt_018bcfe56800ffff0123456789abcdef"),
            (1_700_000_000.001, [0, 0], "evt_018bcfe5680100000000000000000000"),
        ] as [(Double, [UInt64], String)]
    )
    func ordered(seconds: Double, numbers: [UInt64], expected: String) {
        var generator = Fixed(numbers: numbers)
        let date = Date(timeIntervalSince1970: seconds)
        #expect(RandomIdentifier.make("evt", at: date, using: &generator) == expected)
    }

    @Test("Of one moment no two are the same")
    func random() {
        let made = (0..<1_000).map { _ in RandomIdentifier.make("evt", at: Date(timeIntervalSince1970: 1)) }
        #expect(Set(made).count == made.count)
    }
}
