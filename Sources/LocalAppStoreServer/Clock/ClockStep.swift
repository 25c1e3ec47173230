import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore

/// How far a request moves the clock: by seconds, to a date, or by a step with a name.
enum ClockStep: Hashable {
    case seconds(Int64)
    case date(Date)
    case day, week, month, year
    /// To the next moment at which something falls due.
    case renewal

    private static let names: [String: ClockStep] = [
        "day": .day, "week": .week, "month": .month, "year": .year, "renewal": .renewal,
    ]

    /// One of `{"seconds":86400}`, `{"date":"2026-11-21T12:00:00Z"}`, `{"step":"month"}`.
    init(_ body: JSONObject) throws(RequestError) {
        try body.allowOnly(["seconds", "date", "step", "limit"])
        let seconds = try body.optional("seconds", "whole number", \.wholeNumber)
        let date = try body.optional("date", "RFC 3339 date") { $0.string.flatMap(RFC3339.date(from:)) }
        let step = try body.optional("step", "step: day, week, month, year or renewal") { value in
            value.string.flatMap { Self.names[$0] }
        }
        let given = [seconds.map(ClockStep.seconds), date.map(ClockStep.date), step].compactMap { $0 }
        guard given.count == 1 else { throw .invalidBody("give one of \"seconds\", \"date\" and \"step\"") }
        self = given[0]
    }

    /// When that is. Months and years are those of the calendar in UTC.
    ///
    /// - Throws: 409 `invalid-state` for a step to the next renewal when nothing will fall due.
    func target(in store: LocalAppStore) throws(RequestError) -> Date {
        let now = store.now
        switch self {
        case .seconds(let seconds): return now.addingTimeInterval(TimeInterval(seconds))
        case .date(let date): return date
        case .day: return now.addingTimeInterval(86_400)
        case .week: return now.addingTimeInterval(7 * 86_400)
        case .month: return Self.calendarStep(.month, from: now)
        case .year: return Self.calendarStep(.year, from: now)
        case .renewal:
            guard let due = store.engine.subscriptions.compactMap(\.nextDueDate).min() else {
                throw RequestError(.conflict, "invalid-state", "nothing will fall due; no subscription is live")
            }
            return max(due, now)
        }
    }

    private static func calendarStep(_ component: Calendar.Component, from date: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: component, value: 1, to: date) ?? date
    }
}
