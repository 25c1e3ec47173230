package import Foundation

#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
#endif

extension SharedDatabase {
    /// Compares a clock with that of the database, without what a server does when it opens it.
    ///
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
    package func compareClock(_ now: @escaping @Sendable () -> Date) throws(PurchaseServerError) -> ClockDifference {
        #if PostgreSQL && os(Linux)
            let found = try ask { pool in
                // The connection is there when the time is asked for.
                _ = try await pool.read("SELECT 1")
                let asked = now()
                let row = try await pool.read(PostgreSQLStatement(ClockComparison.question)).first
                let said = try row?.value("time", as: Double.self)
                return said.map {
                    ClockDifference(asked: asked, database: Date(timeIntervalSince1970: $0), answered: now())
                }
            }
            guard let found else { throw PurchaseServerError(.databaseFailed, "\(self) did not say the time") }
            return found
        #else
            throw PurchaseServerError(.configuration, "this server was built without PostgreSQL")
        #endif
    }
}
