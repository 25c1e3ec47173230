import Foundation
import TestSupport

/// Logs of a store that were damaged.
extension Scenario {
    static func damagedLogs(_ stage: Stage) async throws -> String {
        let original = try stage.storeFolder("original")
        let ledger = try await Server.run(.store(original), on: stage) { server in
            var ledger: [String] = []
            for _ in 0..<20 { if let transaction = try await server.buy().transaction { ledger.append(transaction) } }
            try await server.stop()
            return ledger
        }
        let log = try Array(Data(contentsOf: original.appendingPathComponent("events.jsonl")))
        var random = SeededGenerator(seed: stage.seed)
        var (opened, refused, mended) = (0, 0, 0)
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
                if try await isMended(folder, ledger, stage) { mended += 1 }
                continue
            }
            // A log that is cut is what a crash leaves; what is before the cut counts.
            do {
                try await opens(folder, with: ledger, stage)
                opened += 1
            } catch let fall as Fall where fall.isRefusal(naming: "events.jsonl") {
                refused += 1
            }
        }
        return "\(refused) refused by name and \(mended) of them mended, \(opened) cut ones opened up to the cut"
    }

    /// Opens a folder, and holds it to having the beginning of what was acknowledged, without a hole.
    private static func opens(_ folder: URL, with ledger: [String], _ stage: Stage) async throws {
        let kept = try await Server.run(.store(folder), on: stage) { try await $0.transactions() }
        let count = ledger.prefix { kept.contains($0) }.count
        try hold(!ledger.dropFirst(count).contains { kept.contains($0) }, "the log has a hole")
    }

    /// Has the tool look at a damaged folder, and then mend it.
    ///
    /// - Returns: Whether it could: without its first line a log is worth nothing.
    private static func isMended(_ folder: URL, _ ledger: [String], _ stage: Stage) async throws -> Bool {
        let arguments = ["store", "repair", "--data", folder.path]
        let look = try await Command(stage.purser, arguments).run()
        try hold(look.ending == .exited(1) && look.text.contains("events.jsonl"), "repair said \(look.text)")
        let mend = try await Command(stage.purser, arguments + ["--yes"]).run()
        guard mend.ending == .exited(0) else {
            try hold(mend.ending == .exited(1), "repair --yes ended with \(mend.ending): \(mend.text)")
            return false
        }
        try await opens(folder, with: ledger, stage)
        return true
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
}
