import Foundation
import PostgreSQLConnection
import PostgreSQLSupport

/// Measures writing and reading by the module `PostgreSQLConnection`, and by the purchase server's storage above it, against
/// libpq in a plain loop and against pgbench, on one PostgreSQL of its own whose commits are durable. The contenders take turns;
/// the best turn of each counts, of look-ups among few and many customers the median of the seconds.
///
/// usage: postgresql-benchmark [ROUNDS] [SECONDS] [CUSTOMERS] [--only rows|notifications|look-ups|customers|processes]
@main
struct Main {
    private let cluster: DatabaseCluster
    private let rounds: Int
    private let seconds: Int
    /// How many customers the larger database has.
    private let customers: Int
    /// Which of the measurements is made; nil for all.
    private let part: Part?

    /// One of the measurements.
    private enum Part: String {
        case rows, notifications, lookUps = "look-ups", customers, processes
    }

    static func main() async throws {
        if let worker = StorageWorker(CommandLine.arguments) { return print(try await worker.work()) }
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap { Int($0) }
        do {
            let main = Main(
                cluster: try await DatabaseCluster.start(isDurable: true),
                rounds: numbers.first ?? 3,
                seconds: numbers.dropFirst().first ?? 5,
                customers: numbers.dropFirst(2).first ?? 1_000_000,
                part: try part(arguments)
            )
            try await main.run()
        } catch {
            // What was measured until then is printed all the same.
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func part(_ arguments: ArraySlice<String>) throws -> Part? {
        guard let place = arguments.firstIndex(of: "--only") else { return nil }
        let name = arguments[(place + 1)...].first ?? ""
        guard let part = Part(rawValue: name) else {
            throw BenchmarkError(description: "no part is called \"\(name)\"")
        }
        return part
    }

    private func run() async throws {
        print(Report.introduction)
        if isWanted(.rows) { print(Report.table("Durable rows a second, 100 a commit", try await writing())) }
        if isWanted(.notifications) {
            print(Report.table("Durable notifications a second, with all that follows", try await storing()))
        }
        if isWanted(.lookUps) { print(Report.table("Look-ups of one row a second", try await reading())) }
        guard isWanted(.customers) || isWanted(.processes) else { return }
        let many = try await FilledDatabase(try await cluster.makeDatabase(), customers: customers)
        if isWanted(.customers) {
            let few = try await FilledDatabase(try await cluster.makeDatabase(), customers: min(10_000, customers))
            let scaling = FewAndMany(pgbench: PGBench(cluster), few: few, many: many, rounds: rounds, seconds: seconds)
            print(Report.table("With few customers and with many", try await scaling.measure()))
        }
        guard isWanted(.processes) else { return }
        print(Report.table("Server processes on one database, renewals a second", try await sharing(many)))
        let containers = SmallContainers(cluster: cluster, filled: many, rounds: rounds, seconds: seconds)
        print(try await containers.measure())
    }

    private func isWanted(_ part: Part) -> Bool { self.part == nil || self.part == part }

    private func writing() async throws -> [Measured] {
        let place = try await cluster.makeDatabase()
        let pool = PostgreSQLPool(try PostgreSQLSettings(place))
        let rows = NotificationRows()
        try await pool.run(PostgreSQLStatement(NotificationRows.table, isPrepared: false))
        let plain = try PlainLibPQ(place, preparing: rows.statements)
        var best = [0.0, 0.0, 0.0]
        for _ in 0..<rounds {
            best[0] = max(best[0], try plain.insert(rows, seconds: seconds))
            best[1] = max(best[1], try await ModuleContenders.insert(rows, pool, tasks: 1, seconds: seconds))
            best[2] = max(best[2], try await ModuleContenders.insert(rows, pool, tasks: 4, seconds: seconds))
        }
        await pool.shutDown(within: .seconds(10))
        return [
            Measured("libpq in a plain loop", best[0]), Measured("this module, one task", best[1], of: best[0]),
            Measured("this module, four tasks", best[2], of: best[0]),
        ]
    }

    private func storing() async throws -> [Measured] {
        let place = try await cluster.makeDatabase()
        let (one, other) = (try StorageContender(place), try StorageContender(place))
        let copies = try await copies(place, by: one)
        let plain = try PlainLibPQ(place, preparing: copies.statements)
        var best = [0.0, 0.0, 0.0, 0.0]
        for _ in 0..<rounds {
            best[0] = max(best[0], try plain.insert(copies, seconds: seconds))
            best[1] = max(best[1], try await one.notify(tasks: 1, seconds: seconds))
            best[2] = max(best[2], try await one.notify(tasks: 64, seconds: seconds))
            async let beside = other.notify(tasks: 64, seconds: seconds, index: 1)
            best[3] = max(best[3], try await one.notify(tasks: 64, seconds: seconds) + (try await beside))
        }
        return [
            Measured("libpq in a plain loop, the same \(copies.statements.count) rows, 100 a commit", best[0]),
            Measured("one storage, one at a time", best[1], of: best[0]),
            Measured("one storage, 64 at a time", best[2], of: best[0]),
            Measured("two storages, 64 at a time each", best[3], of: best[0]),
        ]
    }

    /// What one notification leaves.
    private func copies(_ place: String, by storage: StorageContender) async throws -> NotificationCopies {
        let pool = PostgreSQLPool(try PostgreSQLSettings(place))
        let number = RowNumbers.next()
        try await storage.save(number)
        let copies = try await NotificationCopies(of: number, in: pool)
        await pool.shutDown(within: .seconds(10))
        return copies
    }

    private func reading() async throws -> [Measured] {
        let pgbench = PGBench(cluster)
        try await pgbench.fill()
        let accounts = PGBench.accounts
        let bench = PostgreSQLPool(try PostgreSQLSettings(cluster.connectionString(database: "postgres")))
        let filled = try await FilledDatabase(try await cluster.makeDatabase(), customers: min(100_000, customers))
        let storage = try StorageContender(filled.place)
        let clients = [1, 8, 64]
        var best = [Double](repeating: 0, count: 3 * clients.count)
        for _ in 0..<rounds {
            for (index, count) in clients.enumerated() {
                let limit = try await pgbench.lookups(clients: count, seconds: seconds)
                let own = try await ModuleContenders.lookUp(accounts, bench, tasks: count, seconds: seconds)
                let kept = try await storage.lookUp(tasks: count, seconds: seconds, customers: filled.customers)
                for (place, rate) in [limit, own, kept].enumerated() {
                    best[3 * index + place] = max(best[3 * index + place], rate)
                }
            }
        }
        await bench.shutDown(within: .seconds(10))
        return clients.enumerated().flatMap { index, count in
            let limit = best[3 * index]
            return [
                Measured("pgbench -S -M prepared, \(count) clients", limit),
                Measured("this module, \(count) tasks on at most 8 sessions", best[3 * index + 1], of: limit),
                Measured("one storage, kept answers, \(count) tasks", best[3 * index + 2], of: limit),
            ]
        }
    }

    /// One process and two, each of which has one or 64 notifications at a time.
    private func sharing(_ filled: FilledDatabase) async throws -> [Measured] {
        var measured: [Measured] = []
        for tasks in [1, 8, 64] {
            let worker = StorageWorker(
                place: filled.place,
                tasks: tasks,
                seconds: seconds,
                customers: filled.customers
            )
            var best = [0.0, 0.0]
            for _ in 0..<rounds {
                for count in [1, 2] {
                    best[count - 1] = max(best[count - 1], try await worker.work(inProcesses: count))
                }
            }
            measured += [
                Measured("one process, \(tasks) at a time", best[0]),
                Measured("two processes, \(tasks) at a time each", best[1], of: best[0]),
            ]
        }
        return measured
    }
}
