#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
    import PostgreSQLSupport

    @testable import PurchaseServer

    extension SharedDatabase {
        /// An empty database of the tests' own PostgreSQL.
        static func fresh() async throws -> SharedDatabase {
            var database = try SharedDatabase(await DatabaseCluster.shared().makeDatabase())
            database.maximumConnections = 4
            return database
        }
    }
#endif
