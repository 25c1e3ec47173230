import Testing

@testable import PurchaseServer

@Suite("Names of requests")
struct RequestIDTests {
    @Test("Who names a request well keeps the name; who does not is given one of sixteen digits")
    func given() {
        #expect(RequestID.of("order-17").value == "order-17")
        for text in [nil, "", "two words", #"a"quote"#, "ä", String(repeating: "x", count: 129)] {
            let made = RequestID.of(text).value
            #expect(made.count == 16, "\(made)")
            #expect(made.allSatisfy { $0.isHexDigit && !$0.isUppercase }, "\(made)")
        }
    }

    @Test("No two are the same")
    func different() {
        #expect(Set((0..<5_000).map { _ in RequestID.of(nil) }).count == 5_000)
    }

    @Test("A number has all its digits, the highest first")
    func digits() {
        #expect(RequestID(0x0123_4567_89AB_CDEF).value == "0123456789abcdef")
        #expect(RequestID(0 as UInt64).value == "0000000000000000")
        #expect(RequestID(UInt64.max).value == "ffffffffffffffff")
    }

    @Test("The numbers are those that are published for the seed 1234567")
    func published() {
        var numbers = RequestNumbers(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
        #expect(expected.map { _ in numbers.next() } == expected)
    }
}
