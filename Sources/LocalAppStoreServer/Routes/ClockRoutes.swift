import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The store's clock.
struct ClockRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    /// How far one request may move the clock: everything that falls due on the way is done before it is answered.
    private static let longestStep: TimeInterval = 1_000 * 86_400

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("clock") { _, _ in clock }
        group.post("clock") { request, _ in
            let body = try await request.json(upTo: context.limit)
            let date = try target(body)
            guard date.timeIntervalSince(store.now) <= Self.longestStep else {
                throw RequestError(.badRequest, "invalidValue", "one request moves the clock by at most 1000 days")
            }
            try context.refusing { () throws(StoreError) in try store.advance(to: date) }
            return clock
        }
    }

    /// Either `{"seconds":86400}` or `{"date":"2026-11-21T12:00:00Z"}`.
    private func target(_ body: JSONObject) throws(RequestError) -> Date {
        let seconds = try body.optional("seconds", "whole number", \.lenientInteger)
        let date = try body.optional("date", "RFC 3339 date") { $0.string.flatMap(RFC3339.date(from:)) }
        switch (seconds, date) {
        case (let seconds?, nil): return store.now.addingTimeInterval(TimeInterval(seconds))
        case (nil, let date?): return date
        default: throw .invalidBody("give either \"seconds\" or \"date\"")
        }
    }

    private var clock: JSONAnswer {
        let now = store.now
        return JSONAnswer([
            "now": .number(JSONNumber(now.millisecondsSince1970)),
            "date": .string(RFC3339.stringWithMilliseconds(from: now)),
        ])
    }
}
