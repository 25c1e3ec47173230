package import Hummingbird
package import HummingbirdCore
package import NIOCore
import ServiceLifecycle

extension ServerConnections {
    /// HTTP/1.1 within the limits.
    package var server: HTTPServerBuilder {
        HTTPServerBuilder { LimitedHTTPChannel(connections: self, responder: $0) }
    }

    /// The same, with answers that are given before the application is asked.
    ///
    /// - Parameter quick: Gives them. It runs on a thread that requests share: it must not wait.
    package func server(quick: @escaping QuickAnswer) -> HTTPServerBuilder {
        HTTPServerBuilder { LimitedHTTPChannel(connections: self, responder: QuickAnswers.before($0, quick)) }
    }

    /// HTTP/2 and HTTP/1.1 over TLS within the limits.
    ///
    /// - Throws: What is wrong with the certificate or its key.
    package func server(_ identity: TLSIdentity) throws -> HTTPServerBuilder {
        let context = try identity.context()
        return HTTPServerBuilder { LimitedTLSChannel(connections: self, context: context, responder: $0) }
    }

    /// Looks after the socket that connections are accepted from; to be called as soon as it listens.
    package func watch(_ channel: any Channel) async {
        // Without it the server works, but spins where there are no descriptors.
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPause(connections: self), position: .first)
        }.get()
    }

    /// Runs an application until graceful shutdown or cancellation, and ends in time then. On systems from macOS 15 on it works
    /// on ``ServerThreads``.
    ///
    /// Each connection closes by itself when ``ServerLimits/shutdownSeconds`` are over. Whatever still works on a request
    /// then is cancelled.
    package func run(_ application: some ApplicationProtocol) async throws {
        open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                group.addTask(executorPreference: ServerThreads.shared) { try await application.run() }
            } else {
                group.addTask { try await application.run() }
            }
            group.addTask { [limits] in
                try? await gracefulShutdown()
                try? await Task.sleep(for: .seconds(limits.shutdownSeconds + limits.lingerSeconds))
            }
            let ended = await group.nextResult()
            group.cancelAll()
            // The application waits for all connections, also for those that it never began to serve.
            await closeAll()
            try ended?.get()
        }
    }
}
