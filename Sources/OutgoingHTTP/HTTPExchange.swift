package import AppStoreModels
import AsyncHTTPClient
import Foundation
package import NIOCore
package import NIOHTTP1

/// One request and its whole answer, over AsyncHTTPClient: the only way by which servers and tool send requests.
///
/// - A request has an ``HTTPAddress`` and no `URL`: nothing that would end the process reaches the client.
/// - One deadline is around everything: name, connection, TLS, head and the last byte of the body. A peer that sends a
///   byte now and then gains nothing by it.
/// - An answer is as long as the request says, or refused.
/// - A redirect is an answer as any other: what a request carries is for the address that it was written for.
/// - A cancelled task ends the exchange at once.
package struct HTTPExchange: Sendable {
    private let clock: any Clock<Duration>

    /// - Parameter clock: Measures deadlines.
    package init(clock: any Clock<Duration> = .continuous) { self.clock = clock }

    /// Sends a request and reads the whole answer.
    ///
    /// - Throws: Why there is none; never for the sake of the answer's status.
    package func answer(to request: Request) async throws(HTTPExchangeError) -> Answer {
        do {
            return try await withDeadline(request.deadline, clock: clock) { try await Self.exchange(request) }
        } catch {
            throw HTTPExchangeError(error, request, isCancelled: Task.isCancelled)
        }
    }

    private static func exchange(_ request: Request) async throws -> Answer {
        var message = HTTPClientRequest(url: request.address.url.absoluteString)
        message.method = request.method
        message.headers = request.headers
        message.body = request.body.map { .bytes($0) }
        // The deadline around the exchange is the one that counts; the client's own ends with the head.
        let response = try await HTTPClient.withoutRedirects.execute(message, deadline: .distantFuture)
        return Answer(
            status: Int(response.status.code),
            headers: response.headers,
            body: try await response.body.collect(upTo: request.maximumAnswer)
        )
    }
}

extension HTTPExchange {
    /// What is sent, and how much is waited for.
    package struct Request: Sendable {
        /// Where to.
        package var address: HTTPAddress
        /// What to do there.
        package var method: HTTPMethod
        /// The header; host and length are added.
        package var headers: HTTPHeaders
        /// What is sent; nil for nothing.
        package var body: ByteBuffer?
        /// How long all of it may take.
        package var deadline: Duration
        /// The longest body of an answer that is read, in bytes.
        package var maximumAnswer: Int

        /// A request.
        package init(
            _ method: HTTPMethod,
            _ address: HTTPAddress,
            headers: HTTPHeaders = [:],
            body: ByteBuffer? = nil,
            deadline: Duration,
            maximumAnswer: Int
        ) {
            self.address = address
            self.method = method
            self.headers = headers
            self.body = body
            self.deadline = deadline
            self.maximumAnswer = maximumAnswer
        }
    }

    /// A whole answer.
    package struct Answer: Sendable {
        /// The HTTP status.
        package let status: Int
        /// The header.
        package let headers: HTTPHeaders
        /// What was received.
        package let body: ByteBuffer
    }
}
