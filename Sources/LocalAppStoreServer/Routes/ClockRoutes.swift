import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

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
            return try changed {
                try clock.catchUp()
                let date = try ClockStep(body).target(in: context.store)
                guard date.timeIntervalSince(context.store.now) <= Self.longestStep else {
                    throw RequestError(.badRequest, "invalidValue", "one request moves the clock by at most 1000 days")
                }
                try clock.advance(to: date)
            }
        }
        group.post("clock/pause") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            return try changed { try clock.pause() }
        }
        group.post("clock/resume") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            return try changed { try clock.resume() }
        }
    }

    private func changed(_ body: () throws -> Void) throws -> JSONAnswer {
        do {
            try body()
        } catch let error as StoreError {
            throw RequestError(error)
        } catch let error as StoreServerError {
            throw RequestError(.internalServerError, error.code.rawValue, error.reason)
        }
        return JSONAnswer(clock.json)
    }
}

extension StoreClock {
    var json: JSONValue {
        let date = now
        var json: JSONObject = [
            "now": .number(JSONNumber(date.millisecondsSince1970)),
            "date": .string(RFC3339.stringWithMilliseconds(from: date)),
            "isRunning": .bool(isRunning),
            "timeRate": .string(store.settings.timeRate.name),
        ]
        json[milliseconds: "nextDueDate"] = store.nextDueDate
        return .object(json)
    }
}
