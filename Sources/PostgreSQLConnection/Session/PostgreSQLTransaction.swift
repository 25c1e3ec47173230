/// A transaction while it is open. What it is asked runs inside of it, in order; what fails rolls all of it back.
package struct PostgreSQLTransaction: Sendable {
    /// How much a transaction sees of others.
    package enum Isolation: String, Sendable {
        /// Each statement sees what was committed before it.
        case readCommitted = "READ COMMITTED"
        /// All statements see what was committed before the first.
        case repeatableRead = "REPEATABLE READ"
        /// As if transactions ran one after another; more of them are to be run again.
        case serializable = "SERIALIZABLE"
    }

    let session: PostgreSQLSession

    /// Runs a statement.
    ///
    /// - Throws: ``PostgreSQLError``; the transaction cannot be committed then. Or `CancellationError`.
    @discardableResult
    package func run(
        _ statement: PostgreSQLStatement,
        within limit: Duration? = nil
    ) async throws -> PostgreSQLRows {
        try await session.request([statement], isAlone: false, within: limit).only()
    }

    /// Runs statements, which are sent at once.
    ///
    /// - Returns: An answer for each.
    /// - Throws: ``PostgreSQLError``; the transaction cannot be committed then. Or `CancellationError`.
    @discardableResult
    package func run(
        together statements: [PostgreSQLStatement],
        within limit: Duration? = nil
    ) async throws -> [PostgreSQLRows] {
        guard !statements.isEmpty else { return [] }
        return try await session.request(statements, isAlone: false, within: limit)
    }
}

extension PostgreSQLSession {
    /// Runs `body` in a transaction, and commits it when `body` returns. Nobody else may use the session meanwhile.
    ///
    /// - Parameters:
    ///   - isolation: How much it sees of other transactions.
    ///   - onlyReads: Whether the server is to refuse writes.
    /// - Throws: What `body` throws, after everything was rolled back; ``PostgreSQLError`` if it cannot be begun or
    ///   committed. If the connection is lost while it is committed, the error says that it may have happened.
    package nonisolated func transaction<Value: Sendable>(
        isolation: PostgreSQLTransaction.Isolation = .readCommitted,
        onlyReads: Bool = false,
        _ body: (PostgreSQLTransaction) async throws -> Value
    ) async throws -> Value {
        let begin = "BEGIN ISOLATION LEVEL \(isolation.rawValue) READ \(onlyReads ? "ONLY" : "WRITE")"
        do {
            _ = try await request([PostgreSQLStatement(begin)], isAlone: false, onlyReads: true, within: nil)
        } catch {
            // It may begin yet, and whoever used the session next would be in this transaction.
            close()
            throw error
        }
        let value: Value
        do {
            value = try await body(PostgreSQLTransaction(session: self))
        } catch {
            await rollBack()
            throw error
        }
        // Not ended with the task: then nobody would know whether it was committed.
        let answer: PostgreSQLRows
        do {
            answer = try await request(
                ["COMMIT"],
                isAlone: false,
                onlyReads: onlyReads,
                within: nil,
                endsWithTask: false
            ).only()
        } catch {
            await rollBack()
            throw error
        }
        guard answer.command == "COMMIT" else {
            throw PostgreSQLError(
                .transactionAborted,
                "a statement of the transaction had failed, so it was rolled back"
            )
        }
        return value
    }

    /// Rolls back, and gives the session up if that does not succeed: whoever used it next would be in this transaction.
    private nonisolated func rollBack() async {
        do {
            _ = try await request(
                ["ROLLBACK"],
                isAlone: false,
                onlyReads: true,
                within: settings.cancelGrace,
                endsWithTask: false
            )
        } catch {
            close()
        }
    }
}
