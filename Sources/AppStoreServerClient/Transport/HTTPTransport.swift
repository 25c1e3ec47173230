public import Foundation

/// How requests leave the process; the only door to the network.
///
/// ``AsyncHTTPClientTransport`` is the real one. Tests give their own.
public protocol HTTPTransport: Sendable {
    /// Sends one request and reads the whole answer. A redirect is an answer as any other, and is not followed.
    ///
    /// - Throws: ``HTTPTransportError`` if no answer came, or one that is too long; `CancellationError` if the task was
    ///   cancelled.
    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse
}

/// A request that posts bytes.
public struct HTTPTransportRequest: Sendable {
    /// Where to.
    public var url: URL
    /// The value of the header `Content-Type`.
    public var contentType: String
    /// What is sent.
    public var body: Data
    /// How long, in seconds, the whole exchange may take, until the last byte of the answer.
    public var timeout: TimeInterval
    /// The longest answer that is read, in bytes.
    public var maximumResponseLength: Int

    /// A request.
    public init(
        url: URL,
        contentType: String = "application/json",
        body: Data,
        timeout: TimeInterval = 30,
        maximumResponseLength: Int = 32 * 1024 * 1024
    ) {
        self.url = url
        self.contentType = contentType
        self.body = body
        self.timeout = timeout
        self.maximumResponseLength = maximumResponseLength
    }
}

/// A whole answer.
public struct HTTPTransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// What was received.
    public var body: Data
    /// The header `Retry-After` in seconds, if the server sent one.
    public var retryAfter: TimeInterval?

    /// An answer.
    public init(status: Int, body: Data, retryAfter: TimeInterval? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}
