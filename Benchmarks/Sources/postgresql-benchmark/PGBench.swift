import Foundation
import PostgreSQLSupport
import PurchaseServer

/// PostgreSQL's own benchmark of look-ups, which is a program in C on libpq.
struct PGBench {
    /// How many rows it makes.
    static let accounts = 1_000_000

    private let place: String
    private let program: String

    init(_ cluster: DatabaseCluster) {
        place = "-h \(cluster.folder.path) -p \(cluster.port) -U \(DatabaseCluster.account)"
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = all.max { $0.compare($1, options: .numeric) == .orderedAscending }
        program = newest.map { "/usr/lib/postgresql/\($0)/bin/pgbench" } ?? "pgbench"
    }

    func fill() async throws { _ = try await run("-i -q -s 10") }

    /// - Returns: Look-ups a second, without the time that connecting takes.
    func lookups(clients: Int, seconds: Int) async throws -> Double {
        let output = try await run("-S -M prepared -n -c \(clients) -j \(min(clients, 2)) -T \(seconds)")
        guard let found = output.firstMatch(of: /tps = ([0-9.]+) \(without/), let tps = Double(found.1) else {
            throw BenchmarkError(description: "pgbench says: \(output)")
        }
        return tps
    }

    /// Asks for kept answers as the purchase server does.
    ///
    /// - Returns: How many it got in each second.
    func keptAnswers(of database: FilledDatabase, clients: Int, seconds: Int) async throws -> [Double] {
        let question = PurchaseDatabase.keptAnswerQuery
            .replacing("?", with: "'customer-' || (:customer)::text", maxReplacements: 1)
            .replacing("?", with: "'\(FilledDatabase.rules)'")
        let script = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sql")
        try Data("\\set customer random(1, \(database.customers))\n\(question);\n".utf8).write(to: script)
        defer { try? FileManager.default.removeItem(at: script) }
        let output = try await run(
            "-f \(script.path) -M prepared -n -P 1 -c \(clients) -j \(min(clients, 2)) -T \(max(seconds, 2))",
            database: "'\(database.place)'"
        )
        let rates = output.matches(of: /progress: [0-9.]+ s, ([0-9.]+) tps/).compactMap { Double($0.1) }
        if rates.isEmpty { throw BenchmarkError(description: "pgbench says: \(output)") }
        return rates
    }

    private func run(_ arguments: String, database: String = "postgres") async throws -> String {
        // The shell runs on a thread of its own: this waits for it.
        try await withCheckedThrowingContinuation { continuation in
            Thread { [line = "\(program) \(place) \(arguments) \(database) </dev/null 2>&1"] in
                guard let pipe = popen(line, "r") else {
                    return continuation.resume(throwing: BenchmarkError(description: "no shell for pgbench"))
                }
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
                    bytes += buffer.prefix(count)
                }
                let text = String(decoding: bytes, as: UTF8.self)
                if pclose(pipe) == 0 {
                    continuation.resume(returning: text)
                } else {
                    continuation.resume(throwing: BenchmarkError(description: "pgbench failed: \(text)"))
                }
            }.start()
        }
    }
}
