import PurchaseServer

/// Look-ups and renewals where there are few customers and where there are many, in turns.
///
/// A session of PostgreSQL maps each page of the shared memory when it first comes upon it, and among many customers it goes on coming
/// upon new ones for seconds. So of look-ups the best second of each counts, and pgbench asks the same of the same rows: what falls for
/// it as well is PostgreSQL's.
struct FewAndMany {
    let pgbench: PGBench
    let few: FilledDatabase
    let many: FilledDatabase
    let rounds: Int
    let seconds: Int

    func measure() async throws -> [Measured] {
        let databases = [few, many]
        let storages = try databases.map { try StorageContender($0.place) }
        var (limits, asked, written) = ([0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
        let turns = (0..<rounds).flatMap { _ in zip(databases, storages).enumerated() }
        for (index, (database, storage)) in turns {
            let customers = database.customers
            let limit = try await pgbench.keptAnswers(of: database, clients: 8, seconds: seconds)
            let own = try await storage.lookUps(tasks: 64, seconds: seconds, customers: customers).max() ?? 0
            (limits[index], asked[index]) = (max(limits[index], limit), max(asked[index], Double(own)))
        }
        // What is renewed has no answer any more that could be asked for.
        for (index, (database, storage)) in turns {
            let rate = try await storage.notify(tasks: 64, seconds: seconds, customers: database.customers)
            written[index] = max(written[index], rate)
        }
        return [
            Measured("pgbench, the same select, 8 clients, \(few.customers) customers", limits[0]),
            Measured("the same, \(many.customers) customers", limits[1], of: limits[0]),
            Measured("look-ups, \(few.customers) customers", asked[0]),
            Measured("look-ups, \(many.customers) customers", asked[1], of: asked[0]),
            Measured("renewals, \(few.customers) customers", written[0]),
            Measured("renewals, \(many.customers) customers", written[1], of: written[0]),
        ]
    }
}
