import Foundation
import Logging
import ServiceLifecycle

@testable import LocalAppStoreServer

/// Runs a server until `body` is done, then shuts it down gracefully.
func withRunning<Result: Sendable>(
    _ server: LocalStoreServer,
    _ body: @Sendable @escaping (URL) async throws -> Result
) async throws -> Result {
    let group = ServiceGroup(services: [server], logger: Logger(label: "test"))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let url = try await server.baseURL
        let result = await Swift.Result.catching { try await body(url) }
        // A server that is cancelled while a client connects ends the process.
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        return try result.get()
    }
}
