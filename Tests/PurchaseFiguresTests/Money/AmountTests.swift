import Foundation
import PurchaseFigures
import Testing

@Suite("Exact amounts")
struct AmountTests {
    @Test(
        "Text is exact and read back",
        arguments: [
            "0", "57", "2.82625", "-10", "-0.5", "0.000000001", "-0.000000001", "9223372036854775807.999999999",
        ]
    )
    func text(_ text: String) throws {
        let amount = try #require(Amount(text))
        #expect(amount.description == text)
        #expect(try JSONDecoder().decode(Amount.self, from: JSONEncoder().encode(amount)) == amount)
    }

    @Test(
        "What is no amount is refused",
        arguments: ["", "-", "1.", ".5", "1e3", "1.0000000001", "+1", "１", "1,5", "nan"]
    )
    func refused(_ text: String) {
        #expect(Amount(text) == nil)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Amount.self, from: Data("\"\(text)\"".utf8)) }
    }

    @Test(
        "Rounded for people, halves away from zero",
        arguments: [
            ("2.82625", 2, "2.83"), ("2.5", 0, "3"), ("-2.5", 0, "-3"), ("0.004", 2, "0.00"), ("-0.004", 2, "0.00"),
            ("9.999", 2, "10.00"), ("59.416666667", 2, "59.42"), ("7", 12, "7.000000000"), ("7.4", -1, "7"),
        ]
    )
    func rounded(_ text: String, decimals: Int, shown: String) throws {
        #expect(try #require(Amount(text)).text(decimals: decimals) == shown)
    }

    @Test("Sums carry, in any order")
    func sums() throws {
        let amounts = try ["0.7", "-1.4", "0.3", "0.4"].map { try #require(Amount($0)) }
        #expect(amounts.reduce(.zero, +) == .zero)
        #expect(amounts.reversed().reduce(.zero, +) == .zero)
        #expect(Amount(units: 1, nanos: -1) == Amount("0.999999999"))
        #expect(Amount(units: 0, nanos: 5_000_000_001) == Amount("5.000000001"))
        #expect(try #require(Amount("-0.5")) < .zero)
        #expect(try #require(Amount("-0.5")).isNegative)
    }

    @Test("What does not fit is the largest there is, and stops nothing")
    func limits() {
        #expect(Amount(units: .max) + Amount(units: 1) == Amount(units: .max))
        #expect(Amount(units: .min) + Amount(units: -1) == Amount(units: .min))
        #expect(-Amount(units: .min) == Amount(units: .max))
        #expect(Amount(units: .max, nanos: .max).units == .max)
        #expect(Amount(rounding: Decimal(sign: .plus, exponent: 13, significand: 1)) == nil)
        #expect(Amount(rounding: .nan) == nil)
    }

    @Test("A decimal is rounded once, at the ninth digit")
    func decimals() throws {
        #expect(Amount(rounding: Decimal(100) / Decimal(12))?.description == "8.333333333")
        #expect(Amount(rounding: -Decimal(200) / Decimal(3))?.description == "-66.666666667")
        #expect(try #require(Amount("-12.25")).decimal == Decimal(string: "-12.25"))
    }

    @Test("A million subscriptions add up to the cent")
    func million() throws {
        let one = try #require(Amount(rounding: Decimal(100) / Decimal(12)))
        let sum = Amount(units: one.units * 1_000_000, nanos: one.nanos * 1_000_000)
        #expect(sum.text(decimals: 2) == "8333333.33")
    }
}
