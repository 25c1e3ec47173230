import AppStoreModels
import Foundation
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
    @Test(
        "Whole numbers are read exactly, however they are spelt",
        arguments: [
            ("0", 0), ("-0", 0), ("0.000", 0), ("0e5", 0), ("1.0", 1), ("1e3", 1000), ("1.5e1", 15), ("100e-2", 1),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.0", .max),
            ("9007199254740993.0", 9_007_199_254_740_993), ("922337203685477580.7e1", .max),
            ("1697679936049.7297", nil), ("9223372036854775808", nil), ("1e19", nil), ("0.5", nil), ("1e-1", nil),
            ("1e999", nil),
        ] as [(String, Int64?)]
    )
    func int64(text: String, value: Int64?) throws {
        #expect(try #require(JSONNumber(text: text)).int64 == value)
    }

    @Test(
        "Only the grammar of JSON makes a number",
        arguments: ["", " 1", "1 ", "+1", "01", "1.", ".1", "1e", "0x1", "NaN", "inf", "1_000", "1,5", "-"]
    )
    func grammar(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test(
        "Numbers are equal when they mean the same",
        arguments: [("1", "1.0"), ("100", "1e2"), ("0", "-0.0"), ("0.10", "1e-1"), ("12e-1", "1.2"), ("-5", "-5.00")]
    )
    func equal(left: String, right: String) throws {
        let (left, right) = try (#require(JSONNumber(text: left)), #require(JSONNumber(text: right)))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
    }

    @Test(
        "Numbers that differ in any digit are not equal",
        arguments: [
            ("1", "-1"), ("1e999", "2e999"), ("9007199254740992", "9007199254740993"), ("1", "10"),
            ("1.00000000000000000000000000000000000000000000001", "1.00000000000000000000000000000000000000000000002"),
        ]
    )
    func notEqual(left: String, right: String) throws {
        #expect(try #require(JSONNumber(text: left)) != #require(JSONNumber(text: right)))
    }

    @Test("Decimals are written exactly, and what is no number is refused")
    func decimals() throws {
        #expect(JSONNumber(Decimal(string: "9.99") ?? 0)?.text == "9.99")
        #expect(JSONNumber(Decimal(-3))?.text == "-3")
        #expect(JSONNumber(Decimal.nan) == nil)
        #expect(try #require(JSONNumber(text: "1.10")).decimal == Decimal(string: "1.1"))
        #expect(try #require(JSONNumber(text: "2.5e0")).double == 2.5)
    }
}
