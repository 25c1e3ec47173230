import Foundation
import PostgreSQLSupport

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

    private func run(_ arguments: String) async throws -> String {
        // The shell runs on a thread of its own: this waits for it.
        try await withCheckedThrowingContinuation { continuation in
            Thread { [line = "\(program) \(place) \(arguments) postgres </dev/null 2>&1"] in
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
