import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("Days, periods and lengths")
struct CalendarTests {
    @Test("A day is written and read", arguments: ["1970-01-01", "2024-02-29", "0001-01-01", "9999-12-31"])
    func day(_ text: String) throws {
        let day = try #require(Day(text))
        #expect(day.description == text)
        #expect(Day(day.start) == day)
        #expect(Day(day.start.addingTimeInterval(-0.001)) == day.adding(days: -1) || text == "0001-01-01")
        #expect(try JSONDecoder().decode(Day.self, from: JSONEncoder().encode(day)) == day)
    }

    @Test(
        "What is no day is refused",
        arguments: ["", "2026-02-29", "2026-13-01", "26-01-01", "2026-1-01", "0000-01-01"]
    )
    func refused(_ text: String) { #expect(Day(text) == nil) }

    @Test("Moments that nobody writes do not stop anything")
    func extremes() {
        #expect(Day(Date.distantFuture) > Day(Date.distantPast))
        #expect(Day(Date(timeIntervalSince1970: .infinity)) == Day("9999-12-31"))
        #expect(Day(Date(timeIntervalSince1970: .nan)) == Day("1970-01-01"))
        #expect(Day.distantFuture.adding(days: 1) == .distantFuture)
        #expect(Day.distantPast.adding(days: .min).rawValue == .min)
        #expect(Day.distantPast.adding(months: .min).rawValue == .min)
        #expect(Day.distantFuture.adding(months: .max) == .distantFuture)
    }

    @Test(
        "Months keep the day where they can",
        arguments: [
            ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-12-15", 1, "2027-01-15"),
            ("2026-03-31", -1, "2026-02-28"), ("2026-01-10", -13, "2024-12-10"),
        ]
    )
    func months(_ day: String, _ count: Int, _ expected: String) throws {
        #expect(try #require(Day(day)).adding(months: count).description == expected)
    }

    @Test(
        "Periods of the calendar",
        arguments: [
            (Resolution.day, "2026-05-14", "2026-05-14", "2026-05-15"),
            (.week, "2026-05-14", "2026-05-11", "2026-05-18"), (.week, "2026-05-11", "2026-05-11", "2026-05-18"),
            (.week, "2026-05-17", "2026-05-11", "2026-05-18"), (.week, "1969-12-31", "1969-12-29", "1970-01-05"),
            (.month, "2026-02-14", "2026-02-01", "2026-03-01"), (.quarter, "2026-05-14", "2026-04-01", "2026-07-01"),
            (.quarter, "2026-12-31", "2026-10-01", "2027-01-01"), (.year, "2024-02-29", "2024-01-01", "2025-01-01"),
        ]
    )
    func resolution(_ resolution: Resolution, _ text: String, _ start: String, _ end: String) throws {
        let day = try #require(Day(text))
        #expect(resolution.start(of: day).description == start)
        #expect(resolution.start(of: day, movedBy: 1).description == end)
    }

    @Test(
        "How long a subscription is paid for",
        arguments: [
            ("2026-01-20", "2026-01-27", PaidPeriod.days(7)), ("2026-01-20", "2026-02-03", .days(14)),
            ("2026-01-20", "2026-01-23", .days(3)), ("2026-01-31", "2026-02-28", .months(1)),
            ("2026-02-28", "2026-03-31", .months(1)), ("2026-01-28", "2026-04-28", .months(3)),
            ("2026-01-01", "2026-07-01", .months(6)), ("2024-01-01", "2025-01-01", .months(12)),
            ("2026-05-01", "2026-06-05", .days(35)), ("2026-01-01", "2026-01-01", .days(1)),
            ("2026-01-08", "2026-01-01", .days(1)), ("2026-08-31", "2026-10-31", .months(2)),
        ]
    )
    func billing(_ start: String, _ end: String, _ period: PaidPeriod) throws {
        #expect(PaidPeriod(from: try moment(start), to: try moment(end)) == period)
    }

    @Test(
        "What a price is for a month",
        arguments: [
            (WeekFactor.fourWeeks, PaidPeriod.days(1), "30"), (.fourWeeks, .days(3), "10"),
            (.fourWeeks, .days(7), "4"), (.fourWeeks, .days(14), "2"), (.fourWeeks, .days(28), "1"),
            (.fourWeeks, .days(10), "2.8"), (.fourWeeks, .months(1), "1"), (.fourWeeks, .months(2), "0.5"),
            (.fourWeeks, .months(3), "0.333333333"), (.fourWeeks, .months(6), "0.166666667"),
            (.fourWeeks, .months(12), "0.083333333"), (.calendar, .days(7), "4.345238095"),
            (.calendar, .days(1), "30.416666667"), (.calendar, .months(12), "0.083333333"),
            (.adapty, .days(7), "4.347826087"), (.fourWeeks, .months(0), "1"), (.calendar, .days(-5), "30.416666667"),
        ]
    )
    func factor(_ factor: WeekFactor, _ period: PaidPeriod, _ monthly: String) {
        #expect(factor.monthly(1, per: period)?.description == monthly)
    }
}
