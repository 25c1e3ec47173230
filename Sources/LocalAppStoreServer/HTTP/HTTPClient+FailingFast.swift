import AsyncHTTPClient
import NIOPosix

extension HTTPClient {
    /// A client that says at once that nobody listens, instead of trying again for a while.
    ///
    /// It lives as long as the process, on threads that the process shares anyway.
    static let failingFast: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
