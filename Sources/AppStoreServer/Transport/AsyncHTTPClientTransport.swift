public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The transport over AsyncHTTPClient.
public struct AsyncHTTPClientTransport: HTTPTransport {
    private let client: HTTPClient

    /// Follows no redirect: the request holds the shared secret, which is for the address that was configured only. It
    /// lives as long as the process, so nobody has to shut it down.
    private static let withoutRedirects: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    /// A transport over a client that follows no redirect.
    public init() {
        self.init(client: Self.withoutRedirects)
    }

    /// A transport over this client, whose owner shuts it down.
    ///
    /// - Important: It should follow no redirect: requests hold the shared secret.
    public init(client: HTTPClient) {
        self.client = client
    }

    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        var outgoing = HTTPClientRequest(url: request.url.absoluteString)
        outgoing.method = .POST
        outgoing.headers.add(name: "Content-Type", value: request.contentType)
        outgoing.headers.add(name: "User-Agent", value: "Purser")
        outgoing.body = .bytes(ByteBuffer(data: request.body))
        do {
            let response = try await client.execute(outgoing, timeout: .milliseconds(Int64(request.timeout * 1000)))
            let body = try await response.body.collect(upTo: request.maximumResponseLength)
            return HTTPTransportResponse(
                status: Int(response.status.code),
                body: Data(buffer: body),
                retryAfter: response.headers.first(name: "Retry-After").flatMap(TimeInterval.init)
            )
        } catch let error as NIOTooManyBytesError {
            throw HTTPTransportError(
                .responseTooLong,
                reason: "the answer has more than \(error.maxBytes ?? request.maximumResponseLength) bytes"
            )
        } catch let error as HTTPClientError {
            try Task.checkCancellation()
            let isTimeout = [.deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout].contains(error)
            throw HTTPTransportError(isTimeout ? .timeout : .connection, reason: error.shortDescription)
        } catch {
            try Task.checkCancellation()
            throw HTTPTransportError(.connection, reason: "\(type(of: error)): \(error)")
        }
    }
}
