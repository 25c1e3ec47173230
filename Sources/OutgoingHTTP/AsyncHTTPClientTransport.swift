public import AppStoreModels
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The transport over AsyncHTTPClient: the only way by which servers and tool send requests.
///
/// - A request goes to an `HTTPAddress` or nowhere: nothing that would end the process reaches the client.
/// - One deadline is around everything: name, connection, TLS, head and the last byte of the body. A peer that sends a
///   byte now and then gains nothing by it.
/// - An answer is as long as the request says, or refused. Of long ones a server receives few at a time.
/// - There are as many connections as the process's file descriptors allow; other requests wait for one, within their
///   deadlines.
/// - A redirect is an answer as any other: what a request carries is for the address that it was written for.
/// - A cancelled task ends the exchange at once.
public struct AsyncHTTPClientTransport: HTTPTransport {
    private let clock: any Clock<Duration>
    private let client: HTTPClient
    /// nil where only the limit of each request holds.
    private var room: ReceivingRoom?

    /// A transport.
    public init() { self.init(clock: .continuous) }

    /// - Parameter clock: Measures deadlines.
    package init(clock: any Clock<Duration>) { self.init(clock: clock, client: .withoutRedirects) }

    private init(clock: any Clock<Duration>, client: HTTPClient) { (self.clock, self.client) = (clock, client) }

    /// The same for a server, which must hold out whatever is answered: answers have no more room than this together.
    package func within(_ room: ReceivingRoom) -> AsyncHTTPClientTransport {
        var copy = self
        copy.room = room
        return copy
    }

    /// A transport with connections of its own, as many to each server as are asked for, which end with the work.
    package static func withConnections<Result: Sendable>(
        _ count: Int,
        _ work: (AsyncHTTPClientTransport) async throws -> Result
    ) async throws -> Result {
        try await HTTPClient.withoutRedirects(connections: count) { client in
            try await work(AsyncHTTPClientTransport(clock: .continuous, client: client))
        }
    }

    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let address: HTTPAddress
        do {
            address = try HTTPAddress(request.url)
        } catch {
            throw HTTPTransportError(.invalidAddress, reason: "\(error)")
        }
        do {
            return try await withDeadline(.possible(seconds: request.timeout), clock: clock) {
                try await exchange(request, address)
            }
        } catch is DeadlinePassed {
            let reason = "\(address.origin) gave no whole answer within \(request.timeout) seconds"
            throw HTTPTransportError(.timedOut, reason: reason)
        } catch {
            guard !Task.isCancelled else { throw CancellationError() }
            throw HTTPTransportError(error, request, address)
        }
    }

    private func exchange(
        _ request: HTTPTransportRequest,
        _ address: HTTPAddress
    ) async throws -> HTTPTransportResponse {
        var message = HTTPClientRequest(url: address.url.absoluteString)
        message.method = HTTPMethod(rawValue: request.method)
        message.headers = ["User-Agent": "Purser"]
        for (name, value) in request.headers { message.headers.replaceOrAdd(name: name, value: value) }
        if !request.body.isEmpty {
            message.headers.add(name: "Content-Type", value: request.contentType)
            message.body = .bytes(ByteBuffer(data: request.body))
        }
        guard let host = address.url.host, let destination = request.connectAddress else {
            return try await answer(to: message, upTo: request.maximumResponseLength, by: client)
        }
        return try await HTTPClient.withoutRedirects(connecting: host, to: destination) { client in
            try await answer(to: message, upTo: request.maximumResponseLength, by: client)
        }
    }

    private func answer(
        to message: HTTPClientRequest,
        upTo limit: Int,
        by client: HTTPClient
    ) async throws -> HTTPTransportResponse {
        // The deadline around the exchange is the one that counts; the client's own ends with the head.
        let response = try await Self.againOnEndedConnection(message.method) {
            try await client.execute(message, deadline: .distantFuture)
        }
        let received = try await receive(response, upTo: limit, mayHaveBody: message.method != .HEAD)
        var answer = HTTPTransportResponse(
            status: Int(response.status.code),
            body: Data(buffer: received.body),
            retryAfterHeader: response.headers.first(name: "Retry-After"),
            dateHeader: response.headers.first(name: "Date"),
            entityTagHeader: response.headers.first(name: "ETag")
        )
        answer.held = received.places
        return answer
    }

    private func receive(
        _ response: HTTPClientResponse,
        upTo limit: Int,
        mayHaveBody: Bool
    ) async throws -> ReceivingRoom.Received {
        guard let room else { return ReceivingRoom.Received(body: try await response.body.collect(upTo: limit)) }
        let length = mayHaveBody ? response.headers.first(name: "Content-Length").flatMap { Int($0) } : nil
        // What says that it is too long takes no room.
        guard length ?? 0 <= limit else { throw NIOTooManyBytesError(maxBytes: limit) }
        return try await room.receive(response.body, upTo: limit)
    }

    /// A connection that was kept for the next request may end just when that one is written to it. What only asks is then
    /// asked once more, by another connection.
    static func againOnEndedConnection<Answer>(
        _ method: HTTPMethod,
        _ ask: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await ask()
        } catch ChannelError.ioOnClosedChannel where method == .GET || method == .HEAD {
            return try await ask()
        }
    }
}
