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
}
