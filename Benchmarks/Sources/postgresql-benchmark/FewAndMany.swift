import PurchaseServer

/// Look-ups and renewals where there are few customers and where there are many, in turns.
///
/// A session of PostgreSQL maps each page of the shared memory when it first comes upon it, and among many customers it goes on coming
/// upon new ones for seconds. So pgbench asks the same of the same rows, as text: what falls for it as well is PostgreSQL's. Of look-ups the
/// median of all seconds counts, without the first of each turn: the best second of one is easily luckier than that of the other.
struct FewAndMany {
    let pgbench: PGBench
    let few: FilledDatabase
    let many: FilledDatabase
    let rounds: Int
    let seconds: Int

    func measure() async throws -> [Measured] {
        let databases = [few, many]
        let storages = try databases.map { try StorageContender($0.place) }
        var (limits, asked) = ([Seconds(), Seconds()], [Seconds(), Seconds()])
        var written = [0.0, 0.0]
        let turns = (0..<rounds).flatMap { _ in zip(databases, storages).enumerated() }
        for (index, (database, storage)) in turns {
            limits[index].add(try await pgbench.keptAnswers(of: database, clients: 8, seconds: seconds))
            asked[index].add(try await storage.lookUps(tasks: 64, seconds: seconds, customers: database.customers))
        }
        // What is renewed has no answer any more that could be asked for.
        for (index, (database, storage)) in turns {
            let rate = try await storage.notify(tasks: 64, seconds: seconds, customers: database.customers)
            written[index] = max(written[index], rate)
        }
        let (limit, own) = (limits.map(\.median), asked.map(\.median))
        return [
            Measured("pgbench, the same select, 8 clients, \(few.customers) customers", limit[0]),
            Measured("the same, \(many.customers) customers", limit[1], of: limit[0]),
            Measured("look-ups, \(few.customers) customers", own[0]),
            Measured("look-ups, \(many.customers) customers", own[1], of: own[0]),
            Measured("renewals, \(few.customers) customers", written[0]),
            Measured("renewals, \(many.customers) customers", written[1], of: written[0]),
        ]
    }

    /// What was done in each second of several turns.
    private struct Seconds {
        private var counts: [Double] = []

        /// - Parameter turn: In its first second much is done for the first time.
        mutating func add(_ turn: [Double]) { counts += turn.count > 1 ? turn.dropFirst() : turn[...] }

        var median: Double { counts.isEmpty ? 0 : counts.sorted()[counts.count / 2] }
    }
}
