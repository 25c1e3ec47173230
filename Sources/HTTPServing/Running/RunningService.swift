package import Logging
package import ServiceLifecycle

/// Runs a server for as long as somebody uses it.
package enum RunningService {
    /// Runs a service until `body` has ended, then has it shut down gracefully and waits for that.
    ///
    /// The service has threads of its own, so that `body` may ask it and wait without suspension. On systems before
    /// macOS 15 it shares those of all tasks.
    ///
    /// - Parameters:
    ///   - service: The server.
    ///   - logger: Where its service group writes.
    ///   - place: Waits until the server listens and says where; throws if it cannot.
    ///   - body: Uses the server.
    /// - Throws: What `body` throws, else what the server ended with.
    package static func with<Place, Result>(
        _ service: some Service,
        logger: Logger,
        place: () async throws -> Place,
        _ body: (Place) async throws -> Result
    ) async throws -> Result {
        let group = ServiceGroup(services: [service], logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                tasks.addTask(executorPreference: ServerThreads.shared) { try await group.run() }
            } else {
                tasks.addTask { try await group.run() }
            }
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body(try await place()))
            } catch {
                result = .failure(error)
            }
            await group.triggerGracefulShutdown()
            // What the caller did counts more than how the server ended.
            let ended = await tasks.nextResult()
            let value = try result.get()
            try ended?.get()
            return value
        }
    }
}
