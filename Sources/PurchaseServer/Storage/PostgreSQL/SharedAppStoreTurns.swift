#if PostgreSQL && os(Linux)
    import AppStoreServerClient
    import Foundation
    import PostgreSQLConnection

    /// Counts what all servers of a database send to the App Store, by one row for each of its limits.
    ///
    /// The row has the moment at which the next request would leave if they left one by one; how far that may be ahead of the
    /// present is how many may leave at once. To take a place is one statement, which moves the moment on, and the lock of the
    /// row has servers do so one after another. The moment is that of the database's clock, so those of the servers need not
    /// agree. The table is not logged: after a crash of the database the count begins anew.
    struct SharedAppStoreTurns: SharedTurns {
        let pool: PostgreSQLPool

        /// How long an answer may take: who has none goes by his own count.
        private static let limit = Duration.seconds(2)

        func reserve(_ limit: SharedLimit, patience: TimeInterval) async throws -> TimeInterval? {
            let interval = 1 / limit.perSecond
            let tolerance = (limit.capacity - 1) * interval
            let row = try await pool.run(
                PostgreSQLStatement(
                    Self.taking,
                    [.text(limit.name), .real(interval), .real(tolerance), .real(patience)]
                ),
                within: Self.limit
            ).first
            return try row.map { max(0, try $0.value("wait", as: Double.self)) }
        }

        func close(_ limit: SharedLimit, for seconds: TimeInterval) async throws {
            _ = try await pool.run(
                PostgreSQLStatement(
                    Self.closing,
                    [.text(limit.name), .real(min(seconds, Double(Self.clockTolerance)))]
                ),
                within: Self.limit
            )
        }

        /// How far ahead, in seconds, a place or the end of a wait may be: no wait is written down that is longer. What is
        /// further ahead was set while the database's clock was wrong, and would hold everything back until then.
        private static let clockTolerance = PurchaseDatabase.clockTolerance / 1_000

        /// `excluded` has the moment at which this request would leave if nobody else sent anything, and one interval.
        private static let taking = """
            INSERT INTO app_store_turn AS t (name, next_at)
                SELECT $1::text, extract(epoch FROM clock_timestamp())::float8 + $2::float8
            ON CONFLICT (name) DO UPDATE
                SET next_at = greatest(\(next), excluded.next_at - $2::float8) + $2::float8, closed_until = \(closed)
                WHERE greatest(\(next) - $3::float8, \(closed)) - (excluded.next_at - $2::float8) <= $4::float8
            RETURNING greatest(next_at - $2::float8 - $3::float8, closed_until)
                - extract(epoch FROM clock_timestamp())::float8 AS wait
            """

        private static let next = """
            CASE WHEN t.next_at > excluded.next_at + $3::float8 + greatest($4::float8, \(clockTolerance)) THEN 0
                ELSE t.next_at END
            """

        private static let closed = """
            CASE WHEN t.closed_until > excluded.next_at - $2::float8 + \(clockTolerance) THEN 0 ELSE t.closed_until END
            """

        private static let closing = """
            INSERT INTO app_store_turn AS t (name, next_at, closed_until)
                SELECT $1::text, 0, extract(epoch FROM clock_timestamp())::float8 + $2::float8
            ON CONFLICT (name) DO UPDATE SET closed_until = greatest(
                CASE WHEN t.closed_until > excluded.closed_until - $2::float8 + \(clockTolerance) THEN 0
                    ELSE t.closed_until END, excluded.closed_until)
            """
    }
#endif
