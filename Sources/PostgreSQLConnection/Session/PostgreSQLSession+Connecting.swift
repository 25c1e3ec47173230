import CLibPQ
import Locking
import NIOCore
import NIOPosix

extension PostgreSQLSession {
    /// Connects, by the settings' deadline.
    func connect() async throws {
        let limit = settings.connectDeadline
        let timer = schedule(.now() + TimeAmount(limit)) { $0.connectingTakesTooLong(limit) }
        defer { timer.cancel() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            // Who is cancelled meanwhile has closed it.
            if case .closed(let error) = state { return continuation.resume(throwing: error) }
            state = .connecting(continuation)
            BlockingCalls.lookups.submit { [settings] isRunning in
                guard isRunning == .active else { return }
                let started: HandedOver<Result<LibPQConnection, PostgreSQLError>>
                do throws(PostgreSQLError) {
                    started = HandedOver(.success(try LibPQConnection.start(settings.parameters)))
                } catch {
                    started = HandedOver(.failure(error))
                }
                self.perform { $0.began(started.value) }
            }
        }
    }

    private func connectingTakesTooLong(_ limit: Duration) {
        guard case .connecting = state else { return }
        let place = settings.description
        end(PostgreSQLError(.cannotConnect, "no connection to \(place) came about within \(limit)"))
    }

    private func began(_ result: Result<LibPQConnection, PostgreSQLError>) {
        // Too late: the connection goes with the result.
        guard case .connecting = state else { return }
        do throws(PostgreSQLError) {
            let connection =
                switch result {
                case .success(let connection): connection
                case .failure(let error): throw error
                }
            let watch = try DescriptorWatch.shared()
            libpq = connection
            notices.listen(to: connection)
            self.watch = watch
            watchNumber = watch.register(on: eventLoop) { [weak self] in
                guard let self else { return }
                assumeIsolated { $0.isReady() }
            }
            // As libpq's manual has it: the first thing to wait for is that it can be written.
            arm(.writable)
        } catch {
            end(error)
        }
    }

    /// Asks to be told when the socket is ready.
    func arm(_ readiness: DescriptorWatch.Readiness) {
        guard let libpq, let watch else { return }
        if !watch.arm(libpq.socket, for: readiness, of: watchNumber) {
            end(PostgreSQLError(.connectionLost, "the system does not watch the socket of the connection any more"))
        }
    }

    /// The socket is ready for what it was watched for.
    private func isReady() {
        switch state {
        case .connecting: goOnConnecting()
        case .ready: readAndWrite()
        case .new, .closed: break
        }
    }

    private func goOnConnecting() {
        guard let libpq else { return }
        switch PQconnectPoll(libpq.pointer) {
        case PGRES_POLLING_READING: arm(.readable)
        case PGRES_POLLING_WRITING: arm(.writable)
        case PGRES_POLLING_OK: isConnected(libpq)
        default: end(libpq.failureToConnect(settings.parameters))
        }
    }

    private func isConnected(_ libpq: LibPQConnection) {
        guard case .connecting(let continuation) = state else { return }
        guard libpq.enterPipelineMode() else {
            end(PostgreSQLError(.cannotConnect, "libpq does not take requests without waiting: \(libpq.errorMessage)"))
            return
        }
        state = .ready
        arm(.readable)
        continuation.resume()
    }
}
