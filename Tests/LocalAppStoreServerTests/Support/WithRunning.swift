import Foundation
import HTTPServing
import Logging

@testable import LocalAppStoreServer

/// Runs a server that a test has set up until `body` is done, then shuts it down gracefully.
func withRunning<Result>(_ server: LocalStoreServer, _ body: (URL) async throws -> Result) async throws -> Result {
    try await RunningService.with(
        server,
        logger: Logger(label: "test"),
        place: { try await server.baseURL },
        body
    )
}
