import Foundation
import PostgreSQLConnection
import PostgreSQLSupport

/// Measures writing and reading by the module `PostgreSQLConnection` against libpq in a plain loop and against pgbench, on
/// one PostgreSQL of its own whose commits are durable. The contenders take turns; the best turn of each counts.
///
/// usage: postgresql-benchmark [ROUNDS] [SECONDS]
@main
struct Main {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let rounds = numbers.first ?? 3
        let seconds = numbers.dropFirst().first ?? 5
        let cluster = try await DatabaseCluster.start(isDurable: true)
        let place = try await cluster.makeDatabase()
        let settings = try PostgreSQLSettings(place)
        let pool = PostgreSQLPool(settings)
        let writing = try await writing(pool, place, rounds: rounds, seconds: seconds)
        let reading = try await reading(pool, cluster, rounds: rounds, seconds: seconds)
        await pool.shutDown(within: .seconds(10))
        print(table("Durable rows a second, 100 a commit", writing))
        print(
            table("Durable notifications a second, with all that follows", try await storing(cluster, rounds, seconds))
        )
        print(table("Look-ups of one row a second", reading))
    }

    private static func writing(
        _ pool: PostgreSQLPool,
        _ place: String,
        rounds: Int,
        seconds: Int
    ) async throws -> [Measured] {
        let rows = NotificationRows()
        try await pool.run(PostgreSQLStatement(NotificationRows.table, isPrepared: false))
        let plain = try PlainLibPQ(place, preparing: NotificationRows.insert)
        var best = [0.0, 0.0, 0.0]
        for _ in 0..<rounds {
            best[0] = max(best[0], try plain.insert(rows, seconds: seconds))
            best[1] = max(best[1], try await ModuleContenders.insert(rows, pool, tasks: 1, seconds: seconds))
            best[2] = max(best[2], try await ModuleContenders.insert(rows, pool, tasks: 4, seconds: seconds))
        }
        return [
            Measured("libpq in a plain loop", best[0]), Measured("this module, one task", best[1]),
            Measured("this module, four tasks", best[2]),
        ]
    }

    private static func storing(_ cluster: DatabaseCluster, _ rounds: Int, _ seconds: Int) async throws -> [Measured] {
        let place = try await cluster.makeDatabase()
        let (one, other) = (try StorageContender(place), try StorageContender(place))
        var best = [0.0, 0.0, 0.0]
        for _ in 0..<rounds {
            best[0] = max(best[0], try await one.notify(tasks: 1, seconds: seconds))
            best[1] = max(best[1], try await one.notify(tasks: 64, seconds: seconds))
            async let beside = other.notify(tasks: 64, seconds: seconds)
            best[2] = max(best[2], try await one.notify(tasks: 64, seconds: seconds) + (try await beside))
        }
        return [
            Measured("one storage, one at a time", best[0]), Measured("one storage, 64 at a time", best[1]),
            Measured("two storages, 64 at a time each", best[2]),
        ]
    }

    private static func reading(
        _ pool: PostgreSQLPool,
        _ cluster: DatabaseCluster,
        rounds: Int,
        seconds: Int
    ) async throws -> [Measured] {
        let pgbench = PGBench(cluster)
        try await pgbench.fill()
        let accounts = PGBench.accounts
        let bench = PostgreSQLPool(try PostgreSQLSettings(cluster.connectionString(database: "postgres")))
        let clients = [1, 8, 64]
        var best = [Double](repeating: 0, count: 2 * clients.count)
        for _ in 0..<rounds {
            for (index, count) in clients.enumerated() {
                best[2 * index] = max(best[2 * index], try await pgbench.lookups(clients: count, seconds: seconds))
                let own = try await ModuleContenders.lookUp(accounts, bench, tasks: count, seconds: seconds)
                best[2 * index + 1] = max(best[2 * index + 1], own)
            }
        }
        await bench.shutDown(within: .seconds(10))
        return clients.enumerated().flatMap { index, count in
            [
                Measured("pgbench -S -M prepared, \(count) clients", best[2 * index]),
                Measured("this module, \(count) tasks on at most 8 sessions", best[2 * index + 1]),
            ]
        }
    }

    private static func table(_ title: String, _ measured: [Measured]) -> String {
        let lines = measured.map { "| \($0.name) | \(Int($0.perSecond)) |" }
        return (["## \(title)", "", "| contender | a second |", "|---|---|"] + lines + [""]).joined(separator: "\n")
    }
}

/// What a contender did.
struct Measured {
    let name: String
    let perSecond: Double

    init(_ name: String, _ perSecond: Double) {
        self.name = name
        self.perSecond = perSecond
    }
}

/// Why a measurement could not be made.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
