import AppStoreModels
import Foundation
import Locking

/// The store of the story, which lives through it, and what it says about what it sent.
struct StoryStore: Sendable {
    let server: Server
    private let sent = Locked<(delivered: Set<String>, lost: [String: String])>(([], [:]))

    /// How far the clock goes at a time: less than the App Store's pauses between attempts, so that no notification uses up
    /// several of them while the server is away for a moment.
    private static let piece: TimeInterval = 6 * 3_600

    init(_ server: Server) { self.server = server }

    /// What time it is in the store.
    func now() async throws -> Date {
        let json = try await server.ask("GET", "/control/clock", expecting: 200)
        guard let now = json[milliseconds: "now"] else { throw Fall("the store does not say what time it is") }
        return now
    }

    /// Moves the clock as far as it goes at once.
    ///
    /// - Returns: What time it is then.
    func step(towards date: Date) async throws -> Date {
        let now = try await now()
        let next = min(date, now.addingTimeInterval(Self.piece))
        guard next > now else { return now }
        try await move(by: next.timeIntervalSince(now))
        try await deliver()
        return try await self.now()
    }

    /// Lets a second go by: nobody does two things at one moment, and of two statements of one moment nobody can tell which came
    /// last.
    func tick() async throws { try await move(by: 1) }

    /// Moves the clock without any notification on the way, before anybody listens.
    func leap(to date: Date) async throws {
        let year: TimeInterval = 365 * 86_400
        while true {
            let left = try await date.timeIntervalSince(now())
            guard left >= 1 else { return }
            try await move(by: min(left, year))
        }
    }

    private func move(by seconds: TimeInterval) async throws {
        let step: JSONValue = ["seconds": .number(JSONNumber(Int64(seconds)))]
        try await server.ask("POST", "/control/clock", step, expecting: 200, within: .seconds(300))
    }

    /// Sends what is due.
    func deliver() async throws {
        try await server.ask("POST", "/control/notifications/deliver", expecting: 200, within: .seconds(300))
    }

    /// Sends notifications to a purchase server from now on.
    func notify(_ url: String) async throws {
        let address: JSONValue = ["url": .string("\(url)/apple/notifications"), "version": 2]
        try await server.ask("PUT", "/control/notifications/destination", address, expecting: 200)
    }

    /// Replaces the faults in force.
    func set(_ faults: [JSONObject]) async throws {
        try await server.ask("DELETE", "/control/faults", expecting: 200)
        for fault in faults { try await server.ask("POST", "/control/faults", .object(fault), expecting: 201) }
    }

    /// The records of one customer, or of all.
    func list(_ name: String, of account: String? = nil) async throws -> [JSONObject] {
        let query = account.map { "?account=\($0)" } ?? ""
        let json = try await server.ask("GET", "/control/\(name)\(query)", expecting: 200)
        return (json[array: name] ?? []).compactMap(\.object)
    }

    // MARK: What became of the notifications

    /// Notes what was acknowledged and what was given up; the store forgets that after a while.
    ///
    /// - Returns: How many still wait.
    @discardableResult
    func noteDeliveries() async throws -> Int {
        let json = try await server.ask("GET", "/control/notifications", expecting: 200)
        let crowdedOut = json[integer: "crowdedOut"] ?? 0
        try hold(crowdedOut == 0, "\(crowdedOut) notifications found no room in the store")
        let finished = (json[array: "finished"] ?? []).compactMap(\.object)
        sent.withLock { sent in
            for notification in finished {
                guard let id = notification[string: "notificationUUID"]?.lowercased() else { continue }
                if notification[boolean: "isDelivered"] == true {
                    sent.delivered.insert(id)
                } else {
                    sent.lost[id] = notification[string: "account"] ?? ""
                }
            }
        }
        return json[array: "waiting"]?.count ?? 0
    }

    /// The notifications that a server answered with 200.
    var delivered: Set<String> { sent.withLock { $0.delivered } }

    /// The notifications that never arrived, with whom each is about.
    var lost: [String: String] { sent.withLock { $0.lost } }
}
