package import NIOPosix

extension PostgreSQLPool {
    /// Runs `body` in a transaction on a thread that waits for the answers, and commits it when `body` returns. It is run again
    /// if another transaction was in its way: a deadlock, or a conflict. What `body` does besides must bear that.
    ///
    /// - Parameters:
    ///   - threads: Where it runs; as many threads as sessions are enough.
    ///   - isolation: How much it sees of other transactions.
    ///   - onlyReads: Whether the server is to refuse writes.
    ///   - first: What is carried out before anything else in it, locks for example.
    ///   - attempts: How often it is run at most.
    /// - Throws: What `body` throws, ``PostgreSQLError``, or `CancellationError` if the task was cancelled before it began. One
    ///   that has begun is carried out whatever becomes of the task.
    package func lead<Value: Sendable>(
        on threads: NIOThreadPool,
        isolation: PostgreSQLTransaction.Isolation = .readCommitted,
        onlyReads: Bool = false,
        first: [PostgreSQLStatement] = [],
        attempts: Int = 5,
        _ body: @escaping @Sendable (LedTransaction) throws -> Value
    ) async throws -> Value {
        try await leadChange(
            on: threads,
            isolation: isolation,
            onlyReads: onlyReads,
            first: first,
            attempts: attempts,
            body
        ).value
    }

    /// The same, and whether any row was written, changed or removed: known at the commit, so that it costs no question.
    package func leadChange<Value: Sendable>(
        on threads: NIOThreadPool,
        isolation: PostgreSQLTransaction.Isolation = .readCommitted,
        onlyReads: Bool = false,
        first: [PostgreSQLStatement] = [],
        attempts: Int = 5,
        _ body: @escaping @Sendable (LedTransaction) throws -> Value
    ) async throws -> (value: Value, isChange: Bool) {
        var attempt = 1
        while true {
            do {
                return try await withSession { session in
                    try await threads.runIfActive {
                        try session.lead(isolation: isolation, onlyReads: onlyReads, first: first, body)
                    }
                }
            } catch let error as PostgreSQLError where error.isConflict && attempt < attempts {
                attempt += 1
                try await pause(settings.backoff.pause(afterFailures: attempt - 1, share: random()) / 10)
            } catch let error as PostgreSQLError where onlyReads && error.isLoss && attempt <= settings.maximumSessions
            {
                // The other sessions may be lost, too, and not know it yet.
                attempt += 1
            }
        }
    }
}

extension PostgreSQLSession {
    /// Runs `body` in a transaction while this thread waits, and says whether any row was changed.
    nonisolated func lead<Value>(
        isolation: PostgreSQLTransaction.Isolation,
        onlyReads: Bool,
        first: [PostgreSQLStatement],
        _ body: (LedTransaction) throws -> Value
    ) throws -> (value: Value, isChange: Bool) {
        let transaction = LedTransaction(self, isolation: isolation, onlyReads: onlyReads, first: first)
        do {
            let value = try body(transaction)
            try transaction.commit()
            return (value, transaction.hasChanged)
        } catch {
            transaction.rollBack()
            throw error
        }
    }
}
