import AppStoreModels
public import Foundation
import HTTPTypes
import LocalAppStore

/// How far a store's clock is to go: by seconds, to a date, or by a step with a name.
public enum ClockStep: Sendable, Hashable {
    /// So many seconds on.
    case seconds(Int64)
    /// To a moment.
    case date(Date)
    /// 86,400 seconds.
    case day
    /// Seven days.
    case week
    /// A month of the calendar in UTC.
    case month
    /// A year of the calendar in UTC.
    case year
    /// To the next moment at which something falls due.
    case renewal

    /// A step by its name: `day`, `week`, `month`, `year` or `renewal`; nil for another.
    public init?(name: String) {
        guard let step = Self.names[name] else { return nil }
        self = step
    }

    private static let names: [String: ClockStep] = [
        "day": .day, "week": .week, "month": .month, "year": .year, "renewal": .renewal,
    ]

    /// The step as a body has it.
    var body: JSONObject {
        switch self {
        case .seconds(let seconds): ["seconds": .number(JSONNumber(seconds))]
        case .date(let date): ["date": .number(JSONNumber(date.millisecondsSince1970))]
        case .day, .week, .month, .year, .renewal: ["step": .string("\(self)")]
        }
    }

    /// One of `{"seconds":86400}`, `{"date":1795262400000}`, `{"step":"month"}`.
    init(_ body: JSONObject) throws(RequestError) {
        try body.allowOnly(["seconds", "date", "step", "limit"])
        let seconds = try body.optional("seconds", "whole number", \.wholeNumber)
        let date = try body.optionalDate("date")
        let step = try body.optional("step", "step: day, week, month, year or renewal") { value in
            value.string.flatMap(Self.init(name:))
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
        case .month: return LocalAppStore.date(1, monthsAfter: now) ?? now
        case .year: return LocalAppStore.date(12, monthsAfter: now) ?? now
        case .renewal:
            guard let due = store.engine.subscriptions.compactMap(\.nextDueDate).min() else {
                throw RequestError(.conflict, "invalid-state", "nothing will fall due; no subscription is live")
            }
            return max(due, now)
        }
    }
}
