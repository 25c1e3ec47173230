import Dispatch
import Locking
import NIOCore

/// A transaction that a thread leads, which waits for each answer it asks for.
///
/// What is only to be carried out is not sent until something is asked, and then all of it at once: a transaction costs as
/// many ways to the server as it has questions, and one more. An error is therefore told by a later call, at the latest by
/// the commit; the server carries out nothing after the statement that failed.
///
/// Every wait ends by a deadline. It is used by one thread, never by one of an event loop.
package final class LedTransaction {
    private struct Unsent {
        let statement: PostgreSQLStatement
        /// Whether it is asked afterwards how many rows it changed.
        var changes = false
    }

    private let session: PostgreSQLSession
    private let onlyReads: Bool
    /// Not sent yet.
    private var unsent: [Unsent]
    private var unsentSize = 0
    private var changed = 0
    /// Whether any statement has written, changed or removed a row; what was taken back to a savepoint counts, what has not
    /// been sent yet does not.
    private(set) var hasChanged = false
    private var isBegun = false
    private var savepoints = 0
    private var isCommitting = false

    /// What waits to be sent at most, in statements and in bytes.
    private static let sendingLimit = (count: 256, size: 1 << 20)

    /// - Parameter first: What is carried out before anything else in it, locks for example.
    init(
        _ session: PostgreSQLSession,
        isolation: PostgreSQLTransaction.Isolation,
        onlyReads: Bool,
        first: [PostgreSQLStatement]
    ) {
        (self.session, self.onlyReads) = (session, onlyReads)
        let begin = "BEGIN ISOLATION LEVEL \(isolation.rawValue) READ \(onlyReads ? "ONLY" : "WRITE")"
        unsent = ([PostgreSQLStatement(begin)] + first).map { Unsent(statement: $0) }
    }

    /// Carries a statement out, by the next question at the latest.
    ///
    /// - Throws: ``PostgreSQLError``, also for what was carried out before it; nothing of the transaction stays then.
    package func carryOut(_ statement: PostgreSQLStatement) throws(PostgreSQLError) {
        unsent.append(Unsent(statement: statement, changes: true))
        unsentSize += statement.size
        if unsent.count >= Self.sendingLimit.count || unsentSize >= Self.sendingLimit.size { _ = try send() }
    }

    /// How many rows the last statement of ``carryOut(_:)`` has changed.
    ///
    /// - Throws: ``PostgreSQLError``.
    package func changedRows() throws(PostgreSQLError) -> Int {
        if unsent.contains(where: \.changes) { _ = try send() }
        return changed
    }

    /// The answer to a statement.
    ///
    /// - Throws: ``PostgreSQLError``, also for what was carried out before it.
    package func ask(_ statement: PostgreSQLStatement) throws(PostgreSQLError) -> PostgreSQLRows {
        unsent.append(Unsent(statement: statement))
        guard let answer = try send().last else {
            throw PostgreSQLError(.unexpectedResult, "a statement was not answered")
        }
        return answer
    }

    /// Does something that is taken back alone if it throws.
    ///
    /// - Throws: What `body` throws; ``PostgreSQLError`` if what came before it failed, and then nothing stays.
    package func inSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
        savepoints += 1
        let name = "s\(savepoints)"
        unsent.append(Unsent(statement: PostgreSQLStatement("SAVEPOINT \(name)", isPrepared: false)))
        do {
            let value = try body()
            _ = try ask(PostgreSQLStatement("RELEASE SAVEPOINT \(name)", isPrepared: false))
            return value
        } catch {
            // What is under way is over: each question waits. What was not sent may fail as well, but must be sent: the
            // savepoint may be part of it.
            if !unsent.isEmpty { _ = try? send() }
            do {
                _ = try ask(PostgreSQLStatement("ROLLBACK TO SAVEPOINT \(name)", isPrepared: false))
            } catch let second {
                // What came before the savepoint had failed, and that is what was told.
                throw error as? PostgreSQLError ?? second
            }
            throw error
        }
    }

    private func send() throws(PostgreSQLError) -> [PostgreSQLRows] {
        let sent = unsent
        (unsent, unsentSize) = ([], 0)
        isBegun = true
        let answers: [PostgreSQLRows]
        do throws(PostgreSQLError) {
            answers = try session.wait(for: sent.map(\.statement), onlyReads: onlyReads)
        } catch {
            // Without a commit nothing stays, whatever became of the connection.
            guard !isCommitting else { throw error }
            var failure = error
            failure.mayHaveHappened = false
            throw failure
        }
        if let last = sent.lastIndex(where: \.changes), answers.indices.contains(last) {
            changed = answers[last].changedRows
        }
        hasChanged = hasChanged || answers.contains(where: \.isChange)
        return answers
    }

    /// Commits.
    ///
    /// - Throws: ``PostgreSQLError``; nothing stays then, unless the error says that it may.
    func commit() throws(PostgreSQLError) {
        // Nothing was asked, so there is nothing to be kept.
        guard isBegun || unsent.contains(where: \.changes) else { return }
        if onlyReads, unsent.isEmpty {
            // Nobody has to wait for the end of what changes nothing.
            return session.submit(["COMMIT"], false, true, session.settings.statementDeadline) { [session] answer in
                if case .failure = answer { session.close() }
            }
        }
        isCommitting = true
        let answer = try ask("COMMIT")
        guard answer.command == "COMMIT" else {
            throw PostgreSQLError(
                .transactionAborted,
                "a statement of the transaction had failed, so it was rolled back"
            )
        }
    }

    /// Takes everything back, and gives the session up if that does not succeed: whoever used it next would be in this
    /// transaction.
    func rollBack() {
        guard isBegun else { return }
        do throws(PostgreSQLError) {
            _ = try session.wait(for: ["ROLLBACK"], onlyReads: true, within: session.settings.cancelGrace)
        } catch {
            session.close()
        }
    }
}

extension PostgreSQLSession {
    /// Runs statements of a transaction while this thread waits.
    ///
    /// - Throws: ``PostgreSQLError``.
    nonisolated func wait(
        for statements: [PostgreSQLStatement],
        onlyReads: Bool,
        within limit: Duration? = nil
    ) throws(PostgreSQLError) -> [PostgreSQLRows] {
        guard !eventLoop.inEventLoop else {
            throw PostgreSQLError(.refused, "an event loop must not wait for itself")
        }
        for statement in statements { try statement.check() }
        let limit = limit ?? settings.statementDeadline
        let place = Locked<Result<[PostgreSQLRows], any Error>?>(nil)
        let answered = DispatchSemaphore(value: 0)
        submit(statements, false, onlyReads, limit) { answer in
            place.withLock { $0 = answer }
            answered.signal()
        }
        // The session tells by its own deadline and grace. Should it not, it is of no use to anybody.
        let latest = DispatchTime.now() + .nanoseconds(Int(TimeAmount(limit + settings.cancelGrace * 3).nanoseconds))
        guard answered.wait(timeout: latest) == .success, let answer = place.withLock({ $0 }) else {
            close()
            throw PostgreSQLError(
                .deadlineExceeded,
                "a session told nothing within \(limit)",
                mayHaveHappened: !onlyReads
            )
        }
        do { return try answer.get() } catch {
            throw error as? PostgreSQLError ?? PostgreSQLError(.cancelled, "\(error)")
        }
    }
}
