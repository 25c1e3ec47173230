package import Foundation

#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
#endif

extension SharedDatabase {
    /// What a look at the clocks came to.
    package struct ClockFinding: Sendable, Equatable {
        /// For example `64 seconds ahead of`.
        package let difference: String
        /// Whether a server starts nevertheless.
        package let isTolerable: Bool
    }

    /// Compares a clock with that of the database, without what a server does when it opens it.
    ///
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
    package func compareClock(_ now: @escaping @Sendable () -> Date) throws(PurchaseServerError) -> ClockFinding {
        #if PostgreSQL && os(Linux)
            let found = try ask { pool in
                // The connection is there when the time is asked for.
                _ = try await pool.read("SELECT 1")
                let asked = now()
                let row = try await pool.read("SELECT extract(epoch FROM clock_timestamp())::float8 AS time").first
                let said = try row?.value("time", as: Double.self)
                return said.map {
                    ClockDifference(asked: asked, database: Date(timeIntervalSince1970: $0), answered: now())
                }
            }
            guard let found else { throw PurchaseServerError(.databaseFailed, "\(self) did not say the time") }
            return ClockFinding(difference: "\(found)", isTolerable: !found.isTooLarge)
        #else
            throw PurchaseServerError(.configuration, "this server was built without PostgreSQL")
        #endif
    }
}
