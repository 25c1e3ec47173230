#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
#endif

extension SharedDatabase {
    /// What is there to do; nothing is changed.
    ///
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked, or is of another program or newer.
    func upgradePlan() throws(PurchaseServerError) -> DatabaseUpgrade.Plan {
        #if PostgreSQL && os(Linux)
            let missing = try ask { pool in try await PostgreSQLMigrations.migrator.check(pool) }
            let numbers = Set(missing.map(\.number))
            let (done, pending) = PostgreSQLMigrations.steps.reduce(into: ([String](), [String]())) { plan, step in
                if numbers.contains(step.number) { plan.1.append(step.name) } else { plan.0.append(step.name) }
            }
            return DatabaseUpgrade.Plan(done: done, pending: pending)
        #else
            _ = try engine()
            return DatabaseUpgrade.Plan(done: [], pending: [])
        #endif
    }
}
