import NIOCore

extension PostgreSQLSession {
    /// Runs a statement, a transaction by itself.
    ///
    /// - Parameters:
    ///   - statement: What to run.
    ///   - onlyReads: Whether it changes nothing: then it may share a transaction with others that came at the same time.
    ///   - limit: How long it may take; as the settings say if nil.
    ///   - endsWithTask: Whether the database is asked to leave it when the task is cancelled.
    /// - Throws: ``PostgreSQLError``, or `CancellationError` if the task was cancelled. Then the statement may have taken
    ///   effect.
    @discardableResult
    package nonisolated func run(
        _ statement: PostgreSQLStatement,
        onlyReads: Bool = false,
        within limit: Duration? = nil,
        endsWithTask: Bool = true
    ) async throws -> PostgreSQLRows {
        try await request(
            [statement],
            isAlone: true,
            onlyReads: onlyReads,
            within: limit,
            endsWithTask: endsWithTask
        ).only()
    }

    /// Runs statements, all of them a transaction: if one fails none has an effect. They are sent at once.
    ///
    /// - Returns: An answer for each.
    /// - Throws: ``PostgreSQLError``, or `CancellationError` if the task was cancelled.
    @discardableResult
    package nonisolated func run(
        together statements: [PostgreSQLStatement],
        within limit: Duration? = nil
    ) async throws -> [PostgreSQLRows] {
        guard !statements.isEmpty else { return [] }
        return try await request(statements, isAlone: true, within: limit)
    }

    /// - Parameter isAlone: Whether they are a transaction by themselves, not inside of one.
    nonisolated func request(
        _ statements: [PostgreSQLStatement],
        isAlone: Bool,
        onlyReads: Bool = false,
        within limit: Duration?,
        endsWithTask: Bool = true
    ) async throws -> [PostgreSQLRows] {
        for statement in statements { try statement.check() }
        let ticket = Exchange.Ticket()
        let limit = limit ?? settings.statementDeadline
        guard endsWithTask else { return try await submit(statements, ticket, isAlone, onlyReads, limit) }
        return try await withTaskCancellationHandler {
            try await submit(statements, ticket, isAlone, onlyReads, limit)
        } onCancel: {
            ticket.cancel()
            perform { $0.abandon(ticket) }
        }
    }

    private nonisolated func submit(
        _ statements: [PostgreSQLStatement],
        _ ticket: Exchange.Ticket,
        _ isAlone: Bool,
        _ onlyReads: Bool,
        _ limit: Duration
    ) async throws -> [PostgreSQLRows] {
        try await withCheckedThrowingContinuation { continuation in
            submit(statements, isAlone, onlyReads, limit, ticket: ticket) { continuation.resume(with: $0) }
        }
    }

    /// - Parameter waiting: Is told the answers on the event loop, by the deadline at the latest.
    nonisolated func submit(
        _ statements: [PostgreSQLStatement],
        _ isAlone: Bool,
        _ onlyReads: Bool,
        _ limit: Duration,
        ticket: Exchange.Ticket = Exchange.Ticket(),
        _ waiting: @escaping Exchange.Waiting
    ) {
        perform { session in
            let exchange = Exchange(
                statements,
                ticket: ticket,
                isAlone: isAlone,
                onlyReads: onlyReads,
                limit: limit,
                waiting: waiting
            )
            session.take(exchange)
        }
    }

    private func take(_ exchange: Exchange) {
        if case .closed(let error) = state { return exchange.fail(error) }
        guard !exchange.ticket.isCancelled else {
            exchange.end = .task
            return exchange.fail(PostgreSQLError(.cancelled, "the task was cancelled"))
        }
        guard queued.count < settings.maximumQueuedRequests else {
            let reason = "\(queued.count) requests wait for one session, and more may not"
            return exchange.fail(PostgreSQLError(.refused, reason))
        }
        queued.append(exchange)
        wakeUp(at: exchange.deadline)
        pumpSoon()
    }

    /// Sends what is queued when everything that came with it is queued, too: so it is written at once.
    func pumpSoon() {
        guard !isPumping else { return }
        isPumping = true
        perform { $0.pump() }
    }

    private func pump() {
        isPumping = false
        // A request to cancel strikes whatever the server is at when it arrives: nothing new shall be that.
        guard case .ready = state, !isCancelling else { return flush() }
        while underWay.count < Self.maximumUnderWay, case .ready = state, let exchange = queued.popFirst() {
            var group = SentGroup(exchanges: [exchange])
            while exchange.mayShare, group.exchanges.count < SentGroup.limit, let next = queued.first, next.mayShare {
                group.exchanges.append(next)
                _ = queued.popFirst()
            }
            send(group)
        }
        flush()
    }

    /// The task that waits for it was cancelled.
    private func abandon(_ ticket: Exchange.Ticket) {
        for exchange in queued.removeAll(where: { $0.ticket === ticket }) {
            exchange.end = .task
            exchange.fail(PostgreSQLError(.cancelled, "the task was cancelled"))
        }
        for exchange in underWay.all.flatMap(\.exchanges) where exchange.ticket === ticket {
            bringToEnd(exchange, .task)
        }
    }
}

extension [PostgreSQLRows] {
    /// The answer to the only statement.
    func only() throws(PostgreSQLError) -> PostgreSQLRows {
        guard let first, count == 1 else {
            throw PostgreSQLError(.unexpectedResult, "one statement was answered \(count) times")
        }
        return first
    }
}
