import CLibPQ
import Locking
import NIOCore
import NIOPosix

extension PostgreSQLSession {
    /// Connects, by the settings' deadline, or by that which the connection string gives each host.
    func connect() async throws {
        defer {
            attempt?.cancelTimers()
            attempt = nil
        }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            // Who is cancelled meanwhile has closed it.
            if case .closed(let error) = state { return continuation.resume(throwing: error) }
            state = .connecting(continuation)
            attempt = ConnectAttempt(due: .now())
            endAttempt(after: settings.connectDeadline)
            begin(nil)
        }
    }

    /// Has the attempt end if it is not done by then.
    private func endAttempt(after limit: Duration) {
        let due = NIODeadline.now() + TimeAmount(limit)
        attempt?.timer?.cancel()
        attempt?.due = due
        attempt?.timer = schedule(due) { $0.connectingTakesTooLong(limit) }
    }

    private func connectingTakesTooLong(_ limit: Duration) {
        if isInUse { return }
        let place = settings.description
        hasFailedToConnect(PostgreSQLError(.cannotConnect, "no connection to \(place) came about within \(limit)"))
    }

    private func hasFailedToConnect(_ error: PostgreSQLError) {
        var told = error
        told.reason += attempt?.tries?.remark ?? ""
        end(told)
    }

    /// Begins with all hosts, or with those that are left, on a thread that may wait for names.
    private func begin(_ tries: HostTries?) {
        BlockingCalls.lookups.submit { [settings] isRunning in
            guard isRunning == .active else { return }
            let started: HandedOver<Result<StartedConnection, PostgreSQLError>>
            do throws(PostgreSQLError) {
                let parameters = settings.parameters
                let connection =
                    if let tries { try StartedConnection(parameters, tries) } else {
                        try StartedConnection(parameters)
                    }
                started = HandedOver(.success(connection))
            } catch {
                started = HandedOver(.failure(error))
            }
            self.perform { $0.began(started.value) }
        }
    }

    private func began(_ result: Result<StartedConnection, PostgreSQLError>) {
        // Too late: the connection goes with the result.
        guard case .connecting = state else { return }
        do throws(PostgreSQLError) {
            let started =
                switch result {
                case .success(let started): started
                case .failure(let error): throw error
                }
            let watch = try DescriptorWatch.shared()
            let connection = started.connection
            libpq = connection
            notices.listen(to: connection)
            self.watch = watch
            starts += 1
            watchNumber = watch.register(on: eventLoop) { [weak self, starts] in
                guard let self else { return }
                assumeIsolated { $0.isReady(starts) }
            }
            // What the connection string says of each host holds for all of them from here on: names have been looked up.
            if attempt?.tries == nil, let total = started.tries.total { endAttempt(after: total) }
            let rest = attempt.map { Duration.nanoseconds(($0.due - .now()).nanoseconds) }
            attempt?.tries = started.tries
            attempt?.share = rest.flatMap(started.tries.share)
            attempt?.place = nil
            giveTime(to: connection)
            // As libpq's manual has it: the first thing to wait for is that it can be written.
            arm(.writable)
        } catch {
            hasFailedToConnect(error)
        }
    }

    /// Gives the host that libpq is at its time, if there is another one to go on to.
    private func giveTime(to connection: LibPQConnection) {
        guard let share = attempt?.share else { return }
        let place = connection.place
        guard place != attempt?.place else { return }
        attempt?.placeTimer?.cancel()
        attempt?.place = place
        attempt?.placeTimer = schedule(.now() + TimeAmount(share)) { $0.isSilent(place) }
    }

    /// A host has not answered in its time: it is done without.
    private func isSilent(_ place: LibPQConnection.Place) {
        guard case .connecting = state, let libpq, libpq.place == place else { return }
        guard var tries = attempt?.tries, tries.leaveOut(place) else { return }
        attempt?.tries = tries
        watch?.forget(watchNumber, descriptor: libpq.socket)
        // Frees the socket.
        self.libpq = nil
        begin(tries)
    }

    /// Asks to be told when the socket is ready.
    func arm(_ readiness: DescriptorWatch.Readiness) {
        guard let libpq, let watch else { return }
        if !watch.arm(libpq.socket, for: readiness, of: watchNumber) {
            end(PostgreSQLError(.connectionLost, "the system does not watch the socket of the connection any more"))
        }
    }

    /// The socket is ready for what it was watched for.
    ///
    /// - Parameter start: Which it was; what is said of one that was left comes to nothing.
    private func isReady(_ start: Int) {
        guard start == starts else { return }
        switch state {
        case .connecting: goOnConnecting()
        case .ready: readAndWrite()
        case .new, .closed: break
        }
    }

    private func goOnConnecting() {
        guard let libpq else { return }
        let status = PQconnectPoll(libpq.pointer)
        switch status {
        case PGRES_POLLING_READING, PGRES_POLLING_WRITING:
            giveTime(to: libpq)
            arm(status == PGRES_POLLING_READING ? .readable : .writable)
        case PGRES_POLLING_OK: isConnected(libpq)
        default: hasFailedToConnect(libpq.failureToConnect(settings.parameters))
        }
    }

    private func isConnected(_ libpq: LibPQConnection) {
        guard case .connecting(let continuation) = state else { return }
        attempt?.placeTimer?.cancel()
        guard libpq.enterPipelineMode() else {
            end(PostgreSQLError(.cannotConnect, "libpq does not take requests without waiting: \(libpq.errorMessage)"))
            return
        }
        state = .ready
        arm(.readable)
        // The deadline of connecting comes first.
        let limit = settings.connectDeadline * 2 + settings.cancelGrace
        let statement = SessionSettings.statement(besides: libpq.parameters["options"])
        submit([statement], true, true, limit) { answer in
            self.assumeIsolated { $0.isTold(answer, continuation) }
        }
    }

    /// The server knows what holds for the session, or does not want it.
    private func isTold(
        _ answer: Result<[PostgreSQLRows], any Error>,
        _ continuation: CheckedContinuation<Void, any Error>
    ) {
        switch answer {
        case .success:
            isInUse = true
            continuation.resume()
        case .failure(let error):
            end(error as? PostgreSQLError ?? PostgreSQLError(.cannotConnect, "\(error)"))
            continuation.resume(throwing: error)
        }
    }
}
