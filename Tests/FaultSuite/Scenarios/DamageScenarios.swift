import AppStoreModels
import Foundation
import TestSupport

/// Files that storage, or somebody, has damaged.
extension Scenario {
    static let damages: [Scenario] = [
        Scenario("damage.log", "logs of a store cut, flipped, zeroed and shuffled", .damagedFile) {
            try await logs($0)
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

    // MARK: Log

    private static func logs(_ stage: Stage) async throws -> String {
        let original = try stage.storeFolder("original")
        let ledger = try await Server.run(.store(original), on: stage) { server in
            var ledger: [String] = []
            for _ in 0..<20 { if let transaction = try await server.buy().transaction { ledger.append(transaction) } }
            try await server.stop()
            return ledger
        }
        let log = try Array(Data(contentsOf: original.appendingPathComponent("events.jsonl")))
        var random = SeededGenerator(seed: stage.seed)
        var (opened, refused) = (0, 0)
        for index in 0..<stage.times(60, short: 10) {
            let damage = LogDamage.allCases[index % LogDamage.allCases.count]
            let bytes = damage.applied(to: log, &random)
            let folder = stage.file("damaged-\(index)")
            try FileManager.default.copyItem(at: original, to: folder)
            try Data(bytes).write(to: folder.appendingPathComponent("events.jsonl"))
            stage.tried("damaged logs")
            guard damage == .cut || bytes == log else {
                let words = try await Server.refusal(.store(folder), on: stage, "a log with \(damage.rawValue)")
                try hold(words.contains("events.jsonl"), "a log with \(damage.rawValue) is refused with \(words)")
                refused += 1
                continue
            }
            // A log that is cut is what a crash leaves; what is before the cut counts.
            do {
                let kept = try await Server.run(.store(folder), on: stage) { try await $0.transactions() }
                let count = ledger.prefix { kept.contains($0) }.count
                try hold(!ledger.dropFirst(count).contains { kept.contains($0) }, "a cut log has a hole")
                opened += 1
            } catch let fall as Fall where fall.isRefusal(naming: "events.jsonl") {
                refused += 1
            }
        }
        return "\(refused) refused by name, \(opened) cut ones opened up to the cut"
    }

    /// What happens to a log.
    private enum LogDamage: String, CaseIterable {
        case cut = "a cut"
        case flipped = "a flipped bit"
        case zeroed = "zeros"
        case swapped = "two lines swapped"
        case doubled = "a line twice"
        case missing = "a line missing"

        func applied(to log: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
            var log = log
            // The last byte is the line feed that says whether the last line is whole.
            let place = Int.random(in: 0..<(log.count - 1), using: &random)
            switch self {
            case .cut: return Array(log[..<place])
            case .flipped:
                log[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                return log
            case .zeroed:
                for index in place..<min(place + 64, log.count - 1) { log[index] = 0 }
                return log
            case .swapped, .doubled, .missing: break
            }
            var lines = log.split(separator: UInt8(ascii: "\n")).map(Array.init)
            let line = Int.random(in: 1..<(lines.count - 2), using: &random)
            switch self {
            case .swapped: lines.swapAt(line, line + 1)
            case .doubled: lines.insert(lines[line], at: line)
            default: lines.remove(at: line)
            }
            return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
        }
    }

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

    // MARK: Database

    private static func databases(_ stage: Stage) async throws -> String {
        let customers = (0..<40).map { "rose\($0)" }
        let original = stage.file("original")
        try await withPurchaseServer(stage, folder: "original") { stage, server in
            for customer in customers { _ = try await server.upload(stage.template.receipt, of: customer) }
            try await server.stop()
        }
        let database = try Array(Data(contentsOf: original.appendingPathComponent("purchases.sqlite")))
        var random = SeededGenerator(seed: stage.seed)
        var (right, told) = (0, 0)
        for index in 0..<stage.times(30, short: 6) {
            let folder = stage.file("damaged-\(index)")
            try FileManager.default.copyItem(at: original, to: folder)
            let damaged = damagedPages(database, &random)
            try Data(damaged).write(to: folder.appendingPathComponent("purchases.sqlite"))
            stage.tried("damaged databases")
            do {
                try await withPurchaseServer(stage, folder: "damaged-\(index)") { _, server in
                    for customer in customers {
                        let answer = try await server.ask("GET", "/v1/customers/\(customer)")
                        let count = answer.json[array: "entitlements"]?.count
                        try hold(answer.status >= 500 || count == 2, "\(customer) was answered \(answer.line)")
                    }
                }
                right += 1
            } catch let fall as Fall where fall.isRefusal(naming: "purchases.sqlite") {
                told += 1
            }
        }
        return "\(told) told at the start, \(right) answered right"
    }

    private static func databaseLogs(_ stage: Stage) async throws -> String {
        let customers = (0..<10).map { "rose\($0)" }
        let original = stage.file("original")
        try await withPurchaseServer(stage, folder: "original") { stage, server in
            for customer in customers { _ = try await server.upload(stage.template.receipt, of: customer) }
            await server.kill()
        }
        let log = try Data(contentsOf: original.appendingPathComponent("purchases.sqlite-wal"))
        try hold(!log.isEmpty, "the killed server left no log")
        var random = SeededGenerator(seed: stage.seed)
        for index in 0..<20 {
            let folder = stage.file("cut-\(index)")
            try FileManager.default.copyItem(at: original, to: folder)
            try log.prefix(Int.random(in: 0..<log.count, using: &random))
                .write(to: folder.appendingPathComponent("purchases.sqlite-wal"))
            stage.tried("cut logs")
            try await withPurchaseServer(stage, folder: "cut-\(index)") { stage, server in
                // What the cut took is gone; what is there is whole, and goes on.
                for customer in customers {
                    let json = try await server.ask("GET", "/v1/customers/\(customer)", expecting: 200)
                    let count = json[array: "entitlements"]?.count ?? -1
                    try hold(count == 0 || count == 2, "\(customer) has half of two entitlements")
                }
                let answer = try await server.upload(stage.template.receipt, of: "lily")
                try hold(answer.status == 200, "an upload was answered \(answer.line)")
            }
        }
        return "each opened with whole uploads only, and went on"
    }

    /// A page zeroed, filled with noise, or a few bits flipped.
    private static func damagedPages(_ database: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var database = database
        let page = Int.random(in: 0..<(database.count / 4_096), using: &random) * 4_096
        switch Int.random(in: 0..<3, using: &random) {
        case 0: for index in page..<(page + 4_096) { database[index] = 0 }
        case 1: for index in page..<(page + 4_096) { database[index] = UInt8.random(in: 0...255, using: &random) }
        default:
            for _ in 0..<8 {
                let index = page + Int.random(in: 0..<4_096, using: &random)
                database[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        return database
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
