#if PostgreSQL && os(Linux)
    import PostgreSQLConnection
#endif

extension SharedDatabase {
    /// What is set up at the console, without what a server does when it opens the database: nothing is made or changed.
    ///
    /// - Returns: Nothing, where no server has made its tables.
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
    func storedSettings() throws(PurchaseServerError) -> StoredSettings {
        #if PostgreSQL && os(Linux)
            return try ask { pool in
                let table = PostgreSQLStatement(
                    "SELECT to_regclass('stored_settings') IS NOT NULL AS found",
                    isPrepared: false
                )
                guard try await pool.read(table).first?.value("found", as: Bool.self) == true else {
                    return StoredSettings()
                }
                let question = PostgreSQLStatement("SELECT revision, content FROM stored_settings", isPrepared: false)
                guard let row = try await pool.read(question).first else { return StoredSettings() }
                return try StoredSettings(
                    content: try row.value("content", as: String.self),
                    revision: try row.value("revision", as: Int64.self)
                )
            }
        #else
            throw PurchaseServerError(.configuration, "this server was built without PostgreSQL")
        #endif
    }
}
