#if PostgreSQL && os(Linux)
    import PostgreSQLConnection

    /// Events that a dump has brought from another cluster, where transactions had other numbers.
    ///
    /// An event is told when all transactions with lower numbers than its own are over. With a number that this cluster has not
    /// reached it would wait for years. So all that is there then counts as written before anything else.
    enum RestoredEvents {
        /// One server at a time; whoever waited finds nothing to do.
        private static let lock = PostgreSQLStatement(
            "SELECT pg_advisory_xact_lock(8103500000000002)",
            isPrepared: false
        )

        /// What stands in a row was written by a transaction that is over, so in this cluster it has a lower number.
        private static let isForeign = """
            EXISTS (SELECT 1 FROM purchase_event WHERE written_by >= pg_snapshot_xmax(pg_current_snapshot()))
            """

        /// Looks for such events, which an index makes quick, and marks all that are there if there are any.
        static func adopt(in pool: PostgreSQLPool) async throws {
            let question = PostgreSQLStatement("SELECT \(isForeign) AS found", isPrepared: false)
            guard try await pool.read(question).first?.value("found", as: Bool.self) == true else { return }
            let marking = PostgreSQLStatement(
                "UPDATE purchase_event SET written_by = '0' WHERE written_by <> '0' AND \(isForeign)",
                isPrepared: false
            )
            try await pool.run(together: [lock, marking], within: .seconds(3_600))
        }
    }
#endif
