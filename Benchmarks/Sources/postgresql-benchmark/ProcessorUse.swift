import Foundation
import PostgreSQLSupport

/// How many processors PostgreSQL uses, and how many nobody does.
struct ProcessorUse: Sendable {
    let database: Double
    let idle: Double

    /// What the kernel has counted until a moment, in its ticks.
    struct Count {
        private let moment = ContinuousClock.now
        private let database: Int
        private let idle: Int

        /// - Throws: ``BenchmarkError`` where it is not known which process PostgreSQL's first one is.
        init(_ cluster: DatabaseCluster) throws {
            let file = cluster.folder.appendingPathComponent("data/postmaster.pid")
            guard let line = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").first,
                let first = Int(line), let own = Process(first)
            else { throw BenchmarkError(description: "\(file.path) names no process") }
            // Those that have ended are counted by the first one.
            let others = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int($0) }
                .compactMap { Process($0) }.filter { $0.parent == first }
            database = own.used + own.usedByEnded + others.map(\.used).reduce(0, +)
            let total = try String(contentsOfFile: "/proc/stat", encoding: .utf8).prefix { $0 != "\n" }
            idle = total.split(separator: " ").dropFirst(4).prefix(2).compactMap { Int($0) }.reduce(0, +)
        }

        /// What was used since.
        func use(until later: Count) -> ProcessorUse {
            let ticks = Double(sysconf(Int32(_SC_CLK_TCK))) * ((later.moment - moment) / .seconds(1))
            return ProcessorUse(
                database: Double(later.database - database) / ticks,
                idle: Double(later.idle - idle) / ticks
            )
        }
    }

    /// What `/proc` says of a process.
    private struct Process {
        let parent: Int
        let used: Int
        let usedByEnded: Int

        /// - Returns: nil if there is none any more.
        init?(_ number: Int) {
            guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return nil }
            let words = text[end...].split(separator: " ").map { Int($0) ?? 0 }
            guard words.count > 15 else { return nil }
            // The fourth of proc(5) is the second after the name.
            parent = words[2]
            (used, usedByEnded) = (words[12] + words[13], words[14] + words[15])
        }
    }
}
