/// Where the database is, and how long everything may take.
package struct PostgreSQLSettings: Sendable {
    /// What libpq read in the connection string. It may hold a password, so it is shown to nobody.
    let parameters: ConnectionParameters

    /// How long connecting may take, the look-up of names and TLS included; of several hosts each has its share. Where the
    /// connection string, or what it leaves to others, says `connect_timeout`, each host has that, and all of them the sum.
    package var connectDeadline: Duration = .seconds(10)
    /// How long a statement may take, unless it is said otherwise with it.
    package var statementDeadline: Duration = .seconds(30)
    /// How long the answer to a cancelled statement is waited for before its connection is given up.
    package var cancelGrace: Duration = .seconds(2)
    /// How long a caller waits for a session.
    package var waitDeadline: Duration = .seconds(10)
    /// How many sessions there are at most.
    package var maximumSessions = 8
    /// How many requests of different callers are under way on one session before another session is opened for them.
    package var sharedDepth = 4
    /// How many requests wait in a session at most; more are refused.
    package var maximumQueuedRequests = 10_000
    /// How many statements a session keeps prepared; the one that was not used for longest goes.
    package var maximumPreparedStatements = 500
    /// The pauses between attempts to connect.
    package var backoff = Backoff()

    /// Reads a connection string as libpq does: `postgres://account@host:5432/database?sslmode=verify-full`, or
    /// `host=… port=… dbname=…`. What it does not say comes from the variables `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`,
    /// `PGSSLMODE` and the like, from `PGSERVICEFILE` and `PGPASSFILE`; an empty string leaves all to them.
    ///
    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/invalidSettings``, which repeats nothing of the string.
    package init(_ connectionString: String) throws(PostgreSQLError) {
        parameters = try ConnectionParameters(connectionString)
    }
}

extension PostgreSQLSettings: CustomStringConvertible, CustomReflectable {
    /// The address without the password.
    package var description: String { parameters.description }

    package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
