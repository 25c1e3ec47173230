import NIOCore

/// Brings a database forward, whoever else does the same at the same time.
///
/// Old and new versions may serve side by side: a new one runs the steps that are missing while old ones go on, if each of
/// those steps leaves them be. An old one that starts then finds steps that it does not know, and starts if they leave it be.
///
/// Whoever migrates holds an advisory lock of the database, which the server gives back by itself if the connection ends.
/// A step and the memory of it are one transaction, so a step that fails, or is interrupted, was not run.
package struct PostgreSQLMigrator: Sendable {
    private let steps: [PostgreSQLMigration]
    private let table: String
    private let lock: Int64
    private let waitLimit: Duration
    private let pause: Duration
    private let stepLimit: Duration

    /// - Parameters:
    ///   - steps: All that this version knows, in order.
    ///   - table: Where the database remembers them.
    ///   - lock: The number of the advisory lock; the same for all who share the table.
    ///   - waitLimit: How long another who migrates is waited for, and how long a step is tried that others are in the way of.
    ///   - pause: How long it is left after such an attempt: those who waited behind it go on.
    ///   - stepLimit: How long one statement of a step may take.
    package init(
        _ steps: [PostgreSQLMigration],
        table: String = "purser_migration",
        lock: Int64 = 0x7075_7273_6572,
        waitingAtMost waitLimit: Duration = .seconds(600),
        pause: Duration = .seconds(5),
        stepLimit: Duration = .seconds(3600)
    ) {
        self.steps = steps
        self.table = table.asPostgreSQLIdentifier
        self.lock = lock
        self.waitLimit = waitLimit
        self.pause = pause
        self.stepLimit = stepLimit
    }

    /// Runs the steps that the database lacks.
    ///
    /// - Returns: Those that were run.
    /// - Throws: ``PostgreSQLError``: the steps before the one that failed stay. Or `CancellationError`.
    package func migrate(_ pool: PostgreSQLPool) async throws -> [PostgreSQLMigration] {
        try await pool.withSession { session in
            try await takeLock(session)
            do {
                let run = try await migrate(session)
                try await session.run(PostgreSQLStatement("SELECT pg_advisory_unlock($1::bigint)", [.integer(lock)]))
                return run
            } catch {
                // With the session goes the lock, whatever state it is in.
                session.close()
                throw error
            }
        }
    }

    /// Looks whether this version can work with the database as it is.
    ///
    /// - Returns: The steps that it lacks.
    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/schemaTooNew`` or ``PostgreSQLError/Kind/schemaDiffers`` if
    ///   not. Or `CancellationError`.
    package func check(_ pool: PostgreSQLPool) async throws -> [PostgreSQLMigration] {
        let name = PostgreSQLStatement("SELECT to_regclass($1) IS NOT NULL AS found", [.text(table)])
        guard let row = try await pool.read(name).first, try row.value("found", as: Bool.self) else {
            return try PostgreSQLSchema(applied: [], known: steps).missing()
        }
        return try schema(try await pool.read(remembered)).missing()
    }

    /// Waits until nobody else migrates. It asks now and then: a statement that waited in the server would hold a view of the
    /// database meanwhile, which an index that the other one builds `CONCURRENTLY` would wait for.
    private func takeLock(_ session: PostgreSQLSession) async throws {
        let deadline = NIODeadline.now() + TimeAmount(waitLimit)
        let statement = PostgreSQLStatement("SELECT pg_try_advisory_lock($1::bigint) AS taken", [.integer(lock)])
        while try await session.run(statement).first?.value("taken", as: Bool.self) != true {
            guard NIODeadline.now() < deadline else {
                throw PostgreSQLError(.lockNotAvailable, "another one has migrated the database for \(waitLimit)")
            }
            try await session.eventLoop.scheduleTask(in: .milliseconds(100)) {}.futureResult.get()
            try Task.checkCancellation()
        }
    }

    private var remembered: PostgreSQLStatement {
        PostgreSQLStatement("SELECT number, name, fingerprint, leaves_older_be FROM \(table) ORDER BY number")
    }

    private func schema(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> PostgreSQLSchema {
        var applied: [PostgreSQLSchema.Applied] = []
        for row in rows {
            applied.append(
                PostgreSQLSchema.Applied(
                    number: try row.value("number"),
                    name: try row.value("name"),
                    fingerprint: try row.value("fingerprint"),
                    leavesOlderVersionsBe: try row.value("leaves_older_be")
                )
            )
        }
        return PostgreSQLSchema(applied: applied, known: steps)
    }

    private func migrate(_ session: PostgreSQLSession) async throws -> [PostgreSQLMigration] {
        try await session.run(
            PostgreSQLStatement(
                """
                CREATE TABLE IF NOT EXISTS \(table) (number integer PRIMARY KEY, name text NOT NULL,
                fingerprint bigint NOT NULL, leaves_older_be boolean NOT NULL,
                run_at timestamptz NOT NULL DEFAULT now())
                """,
                isPrepared: false
            )
        )
        let missing = try schema(try await session.run(remembered)).missing()
        for step in missing { try await runPatiently(step, session) }
        return missing
    }

    /// Runs a step again while others are in its way: it has no effect then, or bears being run again.
    private func runPatiently(_ step: PostgreSQLMigration, _ session: PostgreSQLSession) async throws {
        let deadline = NIODeadline.now() + TimeAmount(waitLimit)
        while true {
            do {
                return try await run(step, session)
            } catch let error as PostgreSQLError where error.kind == .lockNotAvailable || error.kind == .deadlock {
                guard NIODeadline.now() < deadline else {
                    let reason = "others, a dump for example, were in the way of step \(step.number), \(step.name), for"
                    throw PostgreSQLError(error.kind, "\(reason) \(waitLimit): try again when they are done")
                }
            }
            try await session.eventLoop.scheduleTask(in: TimeAmount(pause)) {}.futureResult.get()
            try Task.checkCancellation()
        }
    }

    private func run(_ step: PostgreSQLMigration, _ session: PostgreSQLSession) async throws {
        let statements = step.statements.map { PostgreSQLStatement($0, isPrepared: false) }
        let memory = PostgreSQLStatement(
            "INSERT INTO \(table) (number, name, fingerprint, leaves_older_be) VALUES ($1, $2, $3, $4)",
            [
                .integer(Int64(step.number)), .text(step.name), .integer(step.fingerprint),
                .bool(step.leavesOlderVersionsBe),
            ]
        )
        if step.isTransaction {
            _ = try await session.run(together: statements + [memory], within: stepLimit)
        } else {
            for statement in statements { try await session.run(statement, within: stepLimit) }
            try await session.run(memory)
        }
    }
}
