public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The transport over AsyncHTTPClient.
public struct AsyncHTTPClientTransport: HTTPTransport {
    private let client: HTTPClient

    /// A transport over this client, whose owner shuts it down; the shared one needs no owner.
    public init(client: HTTPClient = .shared) {
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
