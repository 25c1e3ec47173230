#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
#endif

extension SharedDatabase {
    /// The database's own settings with which it loses what it has acknowledged when its machine fails, in order; none if all is
    /// as it should be.
    ///
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
    package func settingsThatLoseData() throws(PurchaseServerError) -> [String] {
        #if PostgreSQL && os(Linux)
            try ask { pool in
                let names = ["fsync", "full_page_writes"]
                let states = names.map { "current_setting('\($0)') AS \($0)" }.joined(separator: ", ")
                guard let row = try await pool.read(PostgreSQLStatement("SELECT \(states)")).first else { return [] }
                return try names.filter { try row.value($0, as: String.self) == "off" }
            }
        #else
            throw PurchaseServerError(.configuration, "this server was built without PostgreSQL")
        #endif
    }
}
