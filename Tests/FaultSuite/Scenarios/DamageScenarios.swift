import AppStoreModels
import Foundation
import TestSupport

/// Files that storage, or somebody, has damaged.
extension Scenario {
    static let damages: [Scenario] = [
        Scenario("damage.log", "logs of a store cut, flipped, zeroed and shuffled", .damagedFile) {
            try await damagedLogs($0)
        },
        Scenario("damage.snapshot", "snapshots with numbers at their ends", .damagedFile) {
            try await snapshots($0)
        },
        Scenario("damage.files", "every other file of a store cut, emptied and replaced", .damagedFile, isShort: true) {
            try await otherFiles($0)
        },
        Scenario("damage.database", "damaged pages of a database", .damagedFile, isShort: true, play: databases),
        Scenario("damage.database-log", "a write-ahead log cut at random", .damagedFile, play: databaseLogs),
    ]

    // MARK: Snapshot

    private static func snapshots(_ stage: Stage) async throws -> String {
        let launch = Launch.store(try stage.storeFolder())
        let original = try await Server.run(launch, on: stage) { try await $0.ask("GET", "/control/snapshot").body }
        var random = SeededGenerator(seed: stage.seed)
        let extremes = ExtremeSnapshot.all(of: original, &random)
        try hold(extremes.count > 100, "the snapshot has \(extremes.count) numbers to change")
        var waiting = extremes.prefix(stage.times(400, short: 40))[...]
        var (taken, present) = (0, "nothing")
        while !waiting.isEmpty {
            let left = waiting
            do {
                // Opened with the snapshot that was taken last: it must be good for use, and give way to another.
                (waiting, present) = try await Server.run(launch, on: stage) { server in
                    try await isUsable(server)
                    try await server.put(original, expecting: [200])
                    return try await putUntilTaken(left, server)
                }
            } catch {
                throw Fall("with \(present): \(error)")
            }
            taken += 1
        }
        stage.tried("snapshots", extremes.prefix(stage.times(400, short: 40)).count)
        try await Server.run(launch, on: stage) { server in try await isUsable(server) }
        return "\(taken - 1) taken and usable also after a kill, the others refused"
    }

    /// Puts snapshots until one is taken, uses it, and kills the store.
    ///
    /// - Returns: What is left, and what was taken.
    private static func putUntilTaken(
        _ snapshots: ArraySlice<ExtremeSnapshot>,
        _ server: Server
    ) async throws -> (ArraySlice<ExtremeSnapshot>, String) {
        var left = snapshots
        while let snapshot = left.popFirst() {
            do {
                guard try await server.put(snapshot.bytes, expecting: [200, 400, 409, 413, 422]) == 200 else {
                    continue
                }
                try await isUsable(server)
                await server.kill()
                return (left, snapshot.name)
            } catch {
                throw Fall("\(snapshot.name): \(error)")
            }
        }
        return (left, "the last")
    }

    /// Whatever the state is, nothing in it may be a crash or an error of the store's own.
    private static func isUsable(_ server: Server) async throws {
        let requests: [(String, String, JSONValue?)] = [
            ("POST", "/control/purchases", ["productId": .string(Template.consumable), "account": "flora"]),
            ("POST", "/control/clock", ["seconds": 1]), ("GET", "/control/state", nil),
            ("GET", "/control/accounts/flora/receipt", nil), ("POST", "/control/compact", nil),
        ]
        for (method, target, body) in requests {
            let answer = try await server.ask(method, target, body)
            try hold(answer.status < 500, "\(method) \(target) was answered \(answer.line)")
        }
        try await server.isWell("afterwards")
    }

    // MARK: Other files

    private static func otherFiles(_ stage: Stage) async throws -> String {
        let original = try stage.storeFolder("original")
        let names = try FileManager.default.contentsOfDirectory(atPath: original.path).sorted()
        var (opened, refused) = (0, 0)
        for name in names where !["events.jsonl", "lock", "server.json"].contains(name) {
            let content = try Data(contentsOf: original.appendingPathComponent(name))
            let damages = [
                content.prefix(content.count / 2), Data(), Data("nonsense\n".utf8), Data(count: content.count),
            ]
            for (index, damage) in damages.prefix(stage.times(4, short: 2)).enumerated() {
                let folder = stage.file("\(name)-\(index)")
                try FileManager.default.copyItem(at: original, to: folder)
                let file = folder.appendingPathComponent(name)
                // Not replaced, so that it stays as secret as it was.
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: damage)
                try handle.close()
                stage.tried("damaged files")
                do {
                    try await Server.run(.store(folder), on: stage) { server in
                        let kept = try await server.transactions()
                        try hold(kept.count == 2, "with \(name) damaged \(kept.count) of 2 purchases are there")
                        let answer = try await server.buy().answer
                        try hold(answer.status == 201, "with \(name) damaged a purchase was answered \(answer.line)")
                    }
                    opened += 1
                } catch let fall as Fall where fall.isRefusal(naming: name) {
                    refused += 1
                }
            }
        }
        return "\(refused) refused by name, \(opened) done without"
    }
}

extension Server {
    /// Puts a snapshot in the place of the state.
    @discardableResult
    fileprivate func put(_ snapshot: [UInt8], expecting statuses: Set<Int>) async throws -> Int {
        let bytes = HTTPText.request("PUT", "/control/snapshot", headers: ["Connection: close"], body: snapshot)
        return try await FaultSuite.within(.seconds(20), "putting a snapshot") { [port] in
            let connection = try await Connection.open(port)
            connection.push(bytes)
            guard let answer = await connection.answer() else { throw Fall("a snapshot got no answer") }
            try hold(statuses.contains(answer.status), "a snapshot was answered \(answer.line)")
            return answer.status
        }
    }
}
