public import Foundation
import HTTPServing

extension PurchaseServerApplication {
    /// Runs a server in a test or a script: listens, calls `body`, and shuts down when that has ended.
    ///
    /// ```swift
    /// try await PurchaseServerApplication.withRunning(configuration) { server, url in
    ///     let (data, _) = try await URLSession.shared.data(from: url.appendingPathComponent("v1/customers/flora"))
    ///     print(String(decoding: data, as: UTF8.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: What the server needs to know; port 0 takes a free one.
    ///   - body: Gets the server and where it listens.
    /// - Returns: What `body` returns.
    /// - Throws: ``PurchaseServerError`` if the server cannot run; what `body` throws.
    nonisolated(nonsending) public static func withRunning<Result>(
        _ configuration: PurchaseServerConfiguration,
        _ body: nonisolated(nonsending) (PurchaseServerApplication, URL) async throws -> Result
    ) async throws -> Result {
        let server = try PurchaseServerApplication(configuration: configuration)
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return try await RunningService.with(
            server,
            logger: configuration.logger,
            place: {
                let text = "http://\(host):\(try await server.listeningPort())"
                guard let url = URL(string: text) else {
                    throw PurchaseServerError(.addressUnusable, "\(text) is no address; give another host")
                }
                return url
            }
        ) { url in try await body(server, url) }
    }
}
