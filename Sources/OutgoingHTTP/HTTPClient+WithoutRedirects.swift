import AsyncHTTPClient
import NIOCore

extension HTTPClient {
    /// The client of all exchanges: it follows no redirect, and says at once that nobody listens instead of trying again.
    ///
    /// It lives as long as the process, on threads that the process shares anyway.
    static let withoutRedirects = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: .withoutRedirects
    )

    /// A client of its own for one exchange, for which the name of a host stands for one address; TLS and the request go by
    /// the name as ever. It waits until there are not too many of its kind.
    static func withoutRedirects<Answer: Sendable>(
        connecting host: String,
        to address: String,
        _ exchange: (HTTPClient) async throws -> Answer
    ) async throws -> Answer {
        let place = try await singleExchanges.take()
        defer { withExtendedLifetime(place) {} }
        var configuration = HTTPClient.Configuration.withoutRedirects
        configuration.dnsOverride = [host: address]
        // The client cannot be left while it makes a connection, whatever the request's deadline.
        configuration.timeout.connect = .seconds(10)
        return try await with(configuration, exchange)
    }

    private static let singleExchanges = Places(ConnectionShare.ofSingleExchanges())

    /// A client of its own with as many connections to each server as are asked for.
    static func withoutRedirects<Answer: Sendable>(
        connections count: Int,
        _ work: (HTTPClient) async throws -> Answer
    ) async throws -> Answer {
        var configuration = HTTPClient.Configuration.withoutRedirects
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, count)
        return try await with(configuration, work)
    }

    private static func with<Answer: Sendable>(
        _ configuration: HTTPClient.Configuration,
        _ exchange: (HTTPClient) async throws -> Answer
    ) async throws -> Answer {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await exchange(client)
            try await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}

extension HTTPClient.Configuration {
    fileprivate static var withoutRedirects: Self {
        var configuration = singletonConfiguration
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        // Whoever answers nothing for a while is given up at the request's deadline, and not before.
        configuration.timeout.read = nil
        // Connections that a slow server holds must not keep other requests to it in a queue, as far as there are any.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = ConnectionShare.toEachServer()
        return configuration
    }
}
