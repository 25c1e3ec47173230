import CLibPQ

extension PostgreSQLSession {
    /// Gives a group to libpq, which writes it as soon as it can.
    func send(_ group: SentGroup) {
        guard let libpq else { return }
        underWay.append(group)
        for exchange in group.exchanges {
            exchange.cancelsBefore = cancels
            for statement in exchange.statements {
                guard send(statement, of: exchange, by: libpq) else { return isLost(libpq) }
            }
        }
        guard PQpipelineSync(libpq.pointer) == 1 else { return isLost(libpq) }
        expected.append(.end)
    }

    private func send(_ statement: PostgreSQLStatement, of exchange: Exchange, by libpq: LibPQConnection) -> Bool {
        guard statement.isPrepared, !exchange.skipsPreparation else {
            expected.append(.answer(to: statement.text, named: nil, for: exchange))
            return ParameterList.with(statement.values) { count, values, lengths, formats in
                PQsendQueryParams(
                    libpq.pointer,
                    statement.text,
                    count,
                    nil,
                    values,
                    lengths,
                    formats,
                    statement.answerFormat
                ) == 1
            }
        }
        let use = prepared.use(statement.text)
        if let evicted = use.evicted {
            expected.append(.deallocation)
            // The name is one of ours, so there is nothing in it to be quoted.
            guard PQsendQueryParams(libpq.pointer, "DEALLOCATE \(evicted)", 0, nil, nil, nil, nil, 0) == 1 else {
                return false
            }
        }
        if use.isNew {
            expected.append(.preparation(of: statement.text, named: use.name, for: exchange))
            guard PQsendPrepare(libpq.pointer, use.name, statement.text, 0, nil) == 1 else { return false }
        }
        expected.append(.answer(to: statement.text, named: use.name, for: exchange))
        return ParameterList.with(statement.values) { count, values, lengths, formats in
            PQsendQueryPrepared(
                libpq.pointer,
                use.name,
                count,
                values,
                lengths,
                formats,
                statement.answerFormat
            ) == 1
        }
    }

    /// Writes as much as the socket takes, and sees to being told when it takes the rest, or when there is something to read.
    func flush() {
        guard case .ready = state, let libpq else { return }
        switch PQflush(libpq.pointer) {
        case 0: arm(.readable)
        case 1: arm([.readable, .writable])
        default: isLost(libpq)
        }
    }

    /// The socket has something to read, or takes more.
    func readAndWrite() {
        guard let libpq else { return }
        let isAlive = PQconsumeInput(libpq.pointer) == 1
        takeAnswers(from: libpq)
        takeNotifications(from: libpq)
        guard case .ready = state else { return }
        guard isAlive else { return isLost(libpq) }
        // What waited for those that are done goes on, in the same write.
        if !queued.isEmpty { pumpSoon() } else { flush() }
    }

    private func takeAnswers(from libpq: LibPQConnection) {
        while case .ready = state, let next = expected.first, PQisBusy(libpq.pointer) == 0 {
            guard let result = PQgetResult(libpq.pointer) else {
                // The end of the answer to one statement; the end of an exchange has none.
                if case .end = next { return }
                _ = expected.popFirst()
                continue
            }
            take(result, for: next)
        }
    }

    /// - Parameter result: It belongs to this function.
    private func take(_ result: OpaquePointer, for next: ExpectedAnswer) {
        switch PQresultStatus(result) {
        case PGRES_PIPELINE_SYNC:
            PQclear(result)
            _ = expected.popFirst()
            // The server says it between the last answer before this one and this one.
            let isUnconfirmed = notices.takeUnconfirmed()
            if let group = underWay.popFirst() { isAnswered(group, isUnconfirmed) }
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            guard case .answer(_, _, let exchange) = next else { return PQclear(result) }
            exchange.answers.append(PostgreSQLRows(ResultMemory(result)))
        case PGRES_FATAL_ERROR:
            let error = PostgreSQLError(result: result)
            PQclear(result)
            hasFailed(next, with: error)
        case PGRES_PIPELINE_ABORTED:
            PQclear(result)
            if case .preparation(let text, let name, _) = next { prepared.forget(text, named: name) }
        default:
            PQclear(result)
            end(PostgreSQLError(.invalidStatement, "COPY cannot be asked for here"))
        }
    }

    /// Notes why an exchange fails, and forgets what is not prepared, or is prepared for a table as it was before a migration.
    private func hasFailed(_ answer: ExpectedAnswer, with error: PostgreSQLError) {
        switch answer {
        case .preparation(let text, let name, let exchange):
            exchange.failure = exchange.failure ?? error
            prepared.forget(text, named: name)
        case .answer(let text, let name, let exchange):
            exchange.failure = exchange.failure ?? error
            if let name, error.isStalePreparation { prepared.forget(text, named: name) }
        case .deallocation: break
        case .end:
            guard let exchange = underWay.first?.exchanges.first else { return }
            exchange.failure = exchange.failure ?? error
        }
    }

    /// The end of a group: tells everybody in it, or sends again what had no effect by no fault of its own.
    ///
    /// - Parameter isUnconfirmed: Whether what it changed is committed at the server, and perhaps nowhere else: the request to
    ///   cancel may have been meant for another exchange.
    private func isAnswered(_ group: SentGroup, _ isUnconfirmed: Bool) {
        var again: [Exchange] = []
        // What is sent again goes behind what is under way: it must not get into somebody's transaction.
        let isFree = underWay.all.allSatisfy { $0.exchanges.allSatisfy(\.isAlone) }
        for exchange in group.exchanges {
            if let failure = exchange.failure {
                // Another's request to cancel met it, or its statement was not prepared as it was thought to be.
                let isInnocent = failure.kind == .cancelled && cancels > exchange.cancelsBefore
                if isFree, exchange.mayGoAgain, isInnocent || failure.isStalePreparation {
                    again.append(exchange)
                } else {
                    exchange.fail(failure)
                }
            } else if exchange.answers.count == exchange.statements.count {
                if isUnconfirmed, !exchange.onlyReads {
                    exchange.fail(.unconfirmed)
                } else {
                    exchange.succeed()
                }
            } else if isFree, exchange.mayGoAgain {
                again.append(exchange)
            } else {
                exchange.fail(PostgreSQLError(.transactionAborted, "a statement before it failed"))
            }
        }
        for exchange in again.reversed() {
            exchange.rewind()
            queued.prepend(exchange)
        }
        // A request to cancel that is still on its way must arrive in time, too: what is queued waits for it.
        if !isCancelling { cancelDue = nil }
        cancelFirst()
    }

    private func takeNotifications(from libpq: LibPQConnection) {
        while case .ready = state, let notified = PQnotifies(libpq.pointer) {
            defer { PQfreemem(notified) }
            let value = notified.pointee
            notify(
                PostgreSQLNotification(
                    channel: value.relname.map { String(cString: $0) } ?? "",
                    payload: value.extra.map { String(cString: $0) } ?? "",
                    serverProcess: Int(value.be_pid)
                )
            )
        }
    }

    /// The connection is no more: says why, as far as the server did.
    func isLost(_ libpq: LibPQConnection) {
        // What an end of the server is announced by is the answer to what is under way, or a notice if nothing is.
        let announced = [underWay.first?.exchanges.compactMap(\.failure).last, notices.last].compactMap(\.self).first {
            [.shutdown, .databaseMissing, .connectionLost].contains($0.kind)
        }
        let said = libpq.errorMessage.split(whereSeparator: \.isNewline).joined(separator: " ")
        end(announced ?? PostgreSQLError(.connectionLost, said.isEmpty ? "the connection ended" : said))
    }
}

extension PostgreSQLError {
    /// What is committed, and may be lost with the server.
    static let unconfirmed = PostgreSQLError(
        .unconfirmed,
        "it was committed at one server, which left off waiting for a standby to have it, too",
        mayHaveHappened: true
    )

    /// Whether a statement is not prepared at the server, or not for the tables as they are now.
    var isStalePreparation: Bool {
        sqlState == "26000" || sqlState == "0A000" && serverFunction == "RevalidateCachedQuery"
    }
}
