import Foundation
import Testing

@testable import LocalStoreKit

@Suite("StoreKit 2: lengths of time")
struct SubscriptionPeriodTests {
    private typealias Period = Product.SubscriptionPeriod

    @Test(
        "The usual periods",
        arguments: [
            (Period.weekly, 1, Period.Unit.week), (.monthly, 1, .month), (.yearly, 1, .year),
            (.everyThreeDays, 3, .day), (.everyTwoWeeks, 2, .week), (.everyTwoMonths, 2, .month),
            (.everyThreeMonths, 3, .month),
            (.everySixMonths, 6, .month),
        ]
    )
    func usual(period: Product.SubscriptionPeriod, value: Int, unit: Product.SubscriptionPeriod.Unit) {
        #expect(period.value == value)
        #expect(period.unit == unit)
    }

    @Test func `Shorter units come first`() {
        #expect([Period.Unit.year, .day, .month, .week].sorted() == [.day, .week, .month, .year])
    }

    @Test(
        "A period ends by the calendar",
        arguments: [
            (Period.monthly, "2026-01-31T10:00:00Z", "2026-02-28T10:00:00Z"),
            (.yearly, "2028-02-29T10:00:00Z", "2029-02-28T10:00:00Z"),
            (.everyTwoWeeks, "2026-01-01T00:00:00Z", "2026-01-15T00:00:00Z"),
        ]
    )
    func range(period: Product.SubscriptionPeriod, start: String, end: String) throws {
        let start = try Date(start, strategy: .iso8601)
        let range = period.dateRange(referenceDate: start)
        // The calendar is that of the process; a change of its clock is at most a few hours.
        #expect(abs(range.upperBound.timeIntervalSince(try Date(end, strategy: .iso8601))) <= 7_200)
        #expect(range.lowerBound == start)
    }

    @Test(
        "A unit is a word in its language",
        arguments: [
            (Period.Unit.day, "en_US", "day"), (.week, "en_US", "week"), (.month, "en_US", "month"),
            (.year, "en_US", "year"), (.month, "de_DE", "Monat"), (.week, "fr_FR", "semaine"),
        ]
    )
    func words(unit: Product.SubscriptionPeriod.Unit, locale: String, word: String) {
        let style = Period.Unit.FormatStyle(locale: Locale(identifier: "en_US")).locale(Locale(identifier: locale))
        #expect(unit.formatted(style) == word)
    }

    @Test(
        "A length is a number and a word",
        arguments: [
            (Period.monthly, "en_US", "1 month"), (.everySixMonths, "en_US", "6 months"), (.weekly, "en_GB", "1 week"),
            (.everyThreeDays, "de_DE", "3 Tage"), (.yearly, "fr_FR", "1 an"), (.everyTwoWeeks, "es_ES", "2 semanas"),
            (.everyThreeMonths, "ja_JP", "3か月"), (.everyTwoMonths, "fi_FI", "2 months"),
        ]
    )
    func lengths(period: Product.SubscriptionPeriod, locale: String, text: String) {
        let style = Period.DateRangeFormatStyle(locale: Locale(identifier: locale))
        let start = Date(timeIntervalSince1970: 1_672_574_400)
        #expect(period.formatted(style, referenceDate: start) == text)
    }

    @Test func `A style goes through JSON`() throws {
        let style = Period.Unit.FormatStyle(locale: Locale(identifier: "de_DE"))
        let copy = try JSONDecoder().decode(Period.Unit.FormatStyle.self, from: JSONEncoder().encode(style))
        #expect(copy.format(.month) == "Monat")
    }

    @Test func `A period is as many days or months`() {
        #expect(DateComponents(subscriptionPeriod: .everyTwoWeeks) == DateComponents(day: 14))
        #expect(DateComponents(subscriptionPeriod: .everySixMonths) == DateComponents(month: 6))
        #expect(DateComponents(subscriptionPeriod: .yearly) == DateComponents(year: 1))
    }
}
