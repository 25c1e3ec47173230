import AppStoreModels
import Foundation
import Testing

@Suite("RFC 3339 dates")
struct RFC3339Tests {
    @Test(
        "A date in any shape that Apple has sent is read",
        arguments: [
            ("2023-08-28T10:24:05Z", 1_693_218_245.0),
            ("2013-08-01T07:00:00Z", 1_375_340_400),
            ("2020-09-25T13:05:19.686Z", 1_601_039_119.686),
            ("2020-04-15T21:32:20+0800", 1_586_957_540),
            ("2020-04-15T21:32:20+08:00", 1_586_957_540),
            ("2020-04-15T05:32:20-08:00", 1_586_957_540),
            ("2020-04-15 13:32:20z", 1_586_957_540),
            ("2020-04-15t13:32:20Z", 1_586_957_540),
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", -1),
            ("2000-02-29T00:00:00Z", 951_782_400),
            ("2024-02-29T23:59:59Z", 1_709_251_199),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2023-08-28T10:24:05.123456789Z", 1_693_218_245.123456789),
            ("2023-08-28T10:24:05.1-00:00", 1_693_218_245.1),
        ]
    )
    func reads(text: String, seconds: Double) throws {
        let date = try #require(RFC3339.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(
        "What is no date is refused",
        arguments: [
            "", "Z", "2023-08-28", "2023-08-28T10:24:05", "2023-08-28T10:24Z", "2023-8-28T10:24:05Z",
            "2023-08-28T10:24:05Z ", " 2023-08-28T10:24:05Z", "2023-08-28T10:24:05ZZ",
            "2023-13-01T00:00:00Z", "2023-00-01T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2023-04-31T00:00:00Z", "2023-01-00T00:00:00Z", "0000-01-01T00:00:00Z",
            "2023-01-01T24:00:00Z", "2023-01-01T00:60:00Z", "2023-01-01T00:00:61Z",
            "2023-01-01T00:00:00.Z", "2023-01-01T00:00:00.1234567890Z", "2023-01-01T00:00:00,5Z",
            "2023-01-01T00:00:00+24:00", "2023-01-01T00:00:00+08:60", "2023-01-01T00:00:00+8", "2023-01-01T00:00:00+08",
            "+023-01-01T00:00:00Z", "-023-01-01T00:00:00Z", "２０２３-01-01T00:00:00Z", "2023-01-01T00:00:00Etc/GMT",
        ]
    )
    func refuses(text: String) {
        #expect(RFC3339.date(from: text) == nil)
    }

    @Test("Bytes that are not text are refused")
    func refusesBytes() {
        #expect(RFC3339.date(from: [0xFF, 0x00, 0x32]) == nil)
        #expect(RFC3339.date(from: [UInt8](repeating: 0x32, count: 100_000)) == nil)
    }

    @Test(
        "A date is written with whole seconds, truncated",
        arguments: [
            (1_693_218_245.0, "2023-08-28T10:24:05Z"), (1_693_218_245.999, "2023-08-28T10:24:05Z"),
            (-0.5, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        ]
    )
    func writes(seconds: Double, text: String) {
        #expect(RFC3339.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "A date is written with milliseconds, rounded",
        arguments: [
            (1_693_218_245.12, "2023-08-28T10:24:05.120Z"), (1_693_218_245.9996, "2023-08-28T10:24:06.000Z"),
            (-0.001, "1969-12-31T23:59:59.999Z"), (0, "1970-01-01T00:00:00.000Z"),
        ]
    )
    func writesMilliseconds(seconds: Double, text: String) {
        #expect(RFC3339.stringWithMilliseconds(from: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "A date that the format cannot write becomes the nearest that it can",
        arguments: [
            (Double.infinity, "9999-12-31T23:59:59"), (-Double.infinity, "0001-01-01T00:00:00"),
            (1e300, "9999-12-31T23:59:59"), (-1e300, "0001-01-01T00:00:00"), (Double.nan, "0001-01-01T00:00:00"),
        ]
    )
    func clamps(seconds: Double, text: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(RFC3339.string(from: date) == text + "Z")
        #expect(RFC3339.stringWithMilliseconds(from: date) == text + ".000Z")
    }

    @Test("Every day of four centuries is written and read back")
    func everyDay() {
        // 1970 to 2370, at a time of day that moves through all hours.
        for day in stride(from: 0.0, to: 146_097, by: 1) {
            let date = Date(timeIntervalSince1970: day * 86_400 + (day * 7_919).truncatingRemainder(dividingBy: 86_400))
            guard RFC3339.date(from: RFC3339.string(from: date)) == date else {
                Issue.record("\(date) does not survive: \(RFC3339.string(from: date))")
                return
            }
        }
    }
}
