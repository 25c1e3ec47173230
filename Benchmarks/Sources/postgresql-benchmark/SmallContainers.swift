import PostgreSQLSupport

/// One server process and two, each held to a part of a processor. Neither the machine nor the database is the limit then, and what
/// two lack of twice as much is what they do to each other.
struct SmallContainers {
    let cluster: DatabaseCluster
    let filled: FilledDatabase
    let rounds: Int
    let seconds: Int

    /// How much of a processor each process has.
    private static let processors = 0.2

    private struct Turn {
        var rate = 0.0
        var use = ProcessorUse(database: 0, idle: 0)
    }

    /// - Returns: A table, and how much PostgreSQL used meanwhile; why there is none where no process can be held.
    func measure() async throws -> String {
        do { try ProcessorShare(Self.processors).remove() } catch {
            return "Processes that are held to a part of a processor are left out: \(error).\n"
        }
        var worker = StorageWorker(place: filled.place, tasks: 64, seconds: seconds, customers: filled.customers)
        worker.processors = Self.processors
        var best = [Turn(), Turn()]
        for _ in 0..<rounds {
            for count in [1, 2] {
                let before = try ProcessorUse.Count(cluster)
                let rate = try await worker.work(inProcesses: count)
                let use = before.use(until: try ProcessorUse.Count(cluster))
                if rate > best[count - 1].rate { best[count - 1] = Turn(rate: rate, use: use) }
            }
        }
        let table = Report.table(
            "Server processes with \(Self.processors) of a processor each, 64 renewals at a time each",
            [
                Measured("one process", best[0].rate), Measured("two processes", best[1].rate, of: best[0].rate),
            ]
        )
        return """
            \(table)
            PostgreSQL used \(best[0].use.database.hundredths) processors with one process and \
            \(best[1].use.database.hundredths) with two, and \(best[0].use.idle.hundredths) and \(best[1].use.idle.hundredths) \
            were used by nobody.

            """
    }
}

extension Double {
    fileprivate var hundredths: Double { (self * 100).rounded() / 100 }
}
