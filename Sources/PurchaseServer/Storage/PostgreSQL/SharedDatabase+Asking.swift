#if PostgreSQL && os(Linux)
    import PostgreSQLConnection

    extension SharedDatabase {
        /// Asks over a session of its own, without what a server does when it opens the database: nothing is made or changed.
        ///
        /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
        func ask<Answer: Sendable>(
            _ question: @escaping @Sendable (PostgreSQLPool) async throws -> Answer
        ) throws(PurchaseServerError) -> Answer {
            var settings = settings
            settings.maximumSessions = 1
            let pool = PostgreSQLPool(settings)
            defer { pool.closeAll() }
            do {
                return try WaitingTask.value { try await question(pool) }
            } catch {
                throw PostgreSQLEngine.failure(error, description)
            }
        }
    }
#endif
