public import Foundation
import HTTPServing
public import LocalAppStore
import Logging

extension LocalStoreServer {
    /// Runs a server of a store in a test or a script: listens on a free port of this machine, calls `body`, and shuts down
    /// when that has ended.
    ///
    /// The server has threads of its own, so that `body` may ask it and wait without suspension; on systems before macOS 15 it
    /// shares those of all tasks.
    ///
    /// ```swift
    /// try await LocalStoreServer.withRunning(store) { server, url in
    ///     print("verifyReceipt answers at \(url)/verifyReceipt")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store behind the server.
    ///   - configuration: Where it listens and how much it takes in.
    ///   - body: Gets the server and where it listens.
    /// - Returns: What `body` returns.
    /// - Throws: ``StoreServerError`` if the server cannot run; what `body` throws.
    nonisolated(nonsending) public static func withRunning<Result>(
        _ store: LocalAppStore,
        configuration: StoreServerConfiguration = StoreServerConfiguration(port: 0),
        _ body: nonisolated(nonsending) (LocalStoreServer, URL) async throws -> Result
    ) async throws -> Result {
        var logger = Logger(label: "local-app-store")
        logger.logLevel = .warning
        let server = LocalStoreServer(store: store, configuration: configuration, logger: logger)
        return try await RunningService.with(server, logger: logger, place: { try await server.baseURL }) { url in
            try await body(server, url)
        }
    }
}
