#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
#endif

/// A PostgreSQL that any number of purchase servers share, in the place of a file.
///
/// Servers of the same settings may use one at the same time, and start and end as they like: what is to be done stands in the
/// database. It needs PostgreSQL 14 or later and an account that may make tables. A server that was built without the trait
/// `PostgreSQL` knows none.
public struct SharedDatabase: Sendable {
    /// How many connections this server has at most.
    public var maximumConnections = 8

    /// Databases that follow this one by streaming replication. What apps ask about customers, and figures, is read there as
    /// long as they are no more than ``maximumReplicaAge`` behind; what this server has just acknowledged about a customer is
    /// never missing in an answer of its own.
    public var readReplicas: [SharedDatabase] = []

    /// How many seconds a database that follows may be behind: 5.
    public static let maximumReplicaAge = 5.0

    #if PostgreSQL && os(Linux)
        private let parsed: PostgreSQLSettings

        /// Where the database is, and how long everything may take.
        var settings: PostgreSQLSettings {
            var settings = parsed
            settings.maximumSessions = max(maximumConnections, 2)
            return settings
        }
    #endif

    /// Reads a connection string as libpq does: `postgres://account@host:5432/database?sslmode=verify-full`, or
    /// `host=… dbname=…`. What it does not say comes from `PGHOST`, `PGUSER`, `PGPASSWORD` and the like, and from the file that
    /// `PGPASSFILE` names.
    ///
    /// - Throws: ``PurchaseServerError``, code `configuration`, which repeats nothing of the string.
    public init(_ connectionString: String) throws(PurchaseServerError) {
        #if PostgreSQL && os(Linux)
            do throws(PostgreSQLError) {
                parsed = try PostgreSQLSettings(connectionString)
            } catch {
                throw PurchaseServerError(.configuration, "the address of the database is none: \(error)")
            }
        #else
            throw PurchaseServerError(
                .configuration,
                "this server was built without PostgreSQL; build it on Linux with the trait PostgreSQL"
            )
        #endif
    }
}

extension SharedDatabase: CustomStringConvertible, CustomReflectable {
    /// The address without the password.
    public var description: String {
        #if PostgreSQL && os(Linux)
            "\(parsed)"
        #else
            "no database"
        #endif
    }

    /// The same: no password gets into a log by way of `dump` or a test.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
