import AsyncHTTPClient

extension HTTPClient {
    /// The client of all exchanges: it follows no redirect, and says at once that nobody listens instead of trying again.
    ///
    /// It lives as long as the process, on threads that the process shares anyway.
    static let withoutRedirects: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        // Connections that a slow server holds must not keep other requests to it in a queue.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
