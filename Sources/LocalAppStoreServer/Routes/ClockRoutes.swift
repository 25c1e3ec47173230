import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import StoreConfiguration

/// The store's clock.
struct ClockRoutes {
    let context: ControlContext

    private var clock: StoreClock { context.clock }

    /// How far one request may move the clock: everything that falls due on the way is done before it is answered.
    private static let longestStep: TimeInterval = 1_000 * 86_400

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("clock") { _, _ in JSONAnswer(clock.json) }
        group.post("clock") { request, _ in
            let body = try await request.json(upTo: context.limit)
            let step = try ClockStep(body)
            let limit = try body.optionalInteger("limit") ?? StoreClock.usualLimit
            guard limit > 0 else { throw RequestError(.badRequest, "invalid-value", "\"limit\" is 1 or more") }
            return try await changed {
                try await clock.travel(limit: limit, betweenPortions: context.betweenPortions) {
                    .date(try checked(try step.target(in: context.store)))
                }
            }
        }
        group.delete("clock/journey") { _, _ in
            await clock.cancelJourney()
            return JSONAnswer(clock.json)
        }
        group.post("clock/pause") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            try await context.pauseClock()
            return JSONAnswer(clock.json)
        }
        group.post("clock/resume") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            return try await changed {
                try clock.checkIsFree()
                try clock.resume()
            }
        }
    }

    private func checked(_ date: Date) throws(RequestError) -> Date {
        guard date.timeIntervalSince(context.store.now) <= Self.longestStep else {
            throw RequestError(.badRequest, "invalid-value", "one request moves the clock by at most 1000 days")
        }
        return date
    }

    private func changed(_ body: () async throws -> Void) async throws -> JSONAnswer {
        try await context.refusingAll(body)
        return JSONAnswer(clock.json)
    }
}

extension StoreClock {
    var json: JSONValue {
        let isRunning = isRunning
        var json: JSONObject = [
            "now": .number(JSONNumber(now.millisecondsSince1970)),
            "isRunning": .bool(isRunning),
            "timeRate": .string(isRunning ? store.settings.timeRate.name : TimeRate.manualName),
        ]
        json[milliseconds: "nextDueDate"] = store.nextDueDate
        json["journey"] = journey?.json
        return .object(json)
    }
}

extension ClockJourney {
    /// How far it has come; `now` of the clock says the moment.
    fileprivate var json: JSONValue {
        var json: JSONObject = [:]
        json[milliseconds: "startDate"] = start
        json[milliseconds: "targetDate"] = target
        json["eventCount"] = .number(JSONNumber(eventCount))
        if limit < .max { json["limit"] = .number(JSONNumber(limit)) }
        return .object(json)
    }
}
