import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStoreServer

/// Looks again and again whether a store has come so far, until it has or the time is up.
///
/// Time and pauses come from outside, so that tests need neither.
struct StoreWait: Sendable {
    /// What is waited for.
    enum Goal: Sendable, Hashable {
        /// The store listens, and can write.
        case healthy
        /// No notification waits to be sent, or to be sent again.
        case deliveries
        /// The store's clock has come to a date.
        case date(Date)
        /// No store answers any more.
        case end
    }

    /// How long the pause between two looks is, in seconds.
    static let pause: TimeInterval = 0.05

    let goal: Goal
    /// How long all looks together may take, in seconds.
    let limit: TimeInterval
    /// The store; it may not be there yet. Gets how many seconds are left.
    let client: @Sendable (TimeInterval) throws(StoreServerError) -> StoreControlClient
    /// Seconds that only go forward.
    var now: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
    var sleep: @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

    /// How far the store has come.
    enum Look: Sendable, Hashable {
        case there(JSONObject)
        /// Not yet; what was seen, for a person.
        case notYet(String)
    }

    /// Waits.
    ///
    /// - Returns: What the store said when it was there.
    /// - Throws: `timed-out` with what was seen last.
    func callAsFunction() async throws(StoreControlError) -> JSONObject {
        let end = now() + limit
        var last = "nobody looked"
        while true {
            switch await look(max(0.1, end - now())) {
            case .there(let answer): return answer
            case .notYet(let seen): last = seen
            }
            let left = end - now()
            guard left > 0 else { break }
            do {
                try await sleep(min(Self.pause, left))
            } catch {
                throw StoreControlError("cancelled", "the wait was given up: \(last)")
            }
        }
        throw StoreControlError("timed-out", "after \(limit) seconds \(last)")
    }

    private func look(_ left: TimeInterval) async -> Look {
        do {
            let client = try self.client(left)
            switch goal {
            case .healthy: return .there(try await client.send(.health).json)
            case .deliveries: return try await deliveries(client)
            case .date(let date): return try await clock(client, date)
            case .end:
                _ = try await client.send(.clock)
                return .notYet("the store still answers")
            }
        } catch let error as StoreControlError {
            if goal == .end, error.code == "not-reachable" { return .there([:]) }
            return .notYet(error.message)
        } catch {
            if goal == .end { return .there([:]) }
            return .notYet("\(error)")
        }
    }

    private func deliveries(_ client: StoreControlClient) async throws -> Look {
        // What is due goes at once, and those that happened have their notification then.
        _ = try await client.send(.deliver)
        let notifications = try await client.send(.notifications)
        guard let next = notifications.waiting.compactMap(\.nextAttemptDate).min() else {
            return .there(["waitingCount": 0, "finishedCount": .number(JSONNumber(notifications.finished.count))])
        }
        let count = notifications.waiting.count
        return .notYet("\(count) notifications wait for \(RFC3339.string(from: next)) in the store")
    }

    private func clock(_ client: StoreControlClient, _ date: Date) async throws -> Look {
        let clock = try await client.send(.clock)
        guard let now = clock.now, now < date else { return .there(clock.json) }
        let state = clock.isRunning == true ? "its clock runs" : "its clock stands"
        return .notYet("it is \(RFC3339.string(from: now)) in the store, and \(state)")
    }
}

extension StoreWait.Goal: ExpressibleByArgument {
    init?(argument: String) {
        switch argument {
        case "healthy": self = .healthy
        case "deliveries": self = .deliveries
        default:
            guard let date = RFC3339.dateOrDay(from: argument) else { return nil }
            self = .date(date)
        }
    }
}
