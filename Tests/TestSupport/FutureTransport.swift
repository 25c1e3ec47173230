public import AppStoreModels
import AsyncHTTPClient
import Dispatch
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix

/// Sends requests on threads of its own, for callers that block those on which tasks run.
///
/// Apps send theirs by `URLSession`, which on Linux ends a process now and then when a server resets its connections; see the
/// article of OutgoingURLSession. What is tested elsewhere, and not that, uses this instead.
public struct FutureTransport: HTTPTransport {
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(600), read: nil)
        )
        // Devices that wait for news hold one connection each; nothing else may wait for them.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1_000
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// One after another, as a session calls its delegate.
    private let queue = DispatchQueue(label: "FutureTransport")

    /// A transport.
    public init() {}

    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        try await withCheckedThrowingContinuation { continuation in
            send(request) { continuation.resume(with: $0) }
        }
    }

    public func send(
        _ request: HTTPTransportRequest,
        completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
    ) {
        do {
            let message = try Self.message(request)
            let answer = Self.client.execute(
                request: message,
                delegate: ResponseAccumulator(request: message, maxBodySize: request.maximumResponseLength),
                deadline: .now() + .milliseconds(Int64(request.timeout * 1_000))
            )
            // Whoever hears of the answer may wait for another one, which must not need the same thread.
            answer.futureResult.whenComplete { [queue] result in
                queue.async { completion(result.map(Self.response).mapError(Self.failure)) }
            }
        } catch {
            completion(.failure(URLError(.badURL)))
        }
    }

    private static func message(_ request: HTTPTransportRequest) throws -> HTTPClient.Request {
        var message = try HTTPClient.Request(url: request.url, method: HTTPMethod(rawValue: request.method))
        for (name, value) in request.headers { message.headers.replaceOrAdd(name: name, value: value) }
        if !request.body.isEmpty {
            message.headers.add(name: "Content-Type", value: request.contentType)
            message.body = .data(request.body)
        }
        return message
    }

    /// As `URLSession` says it.
    private static func failure(_ error: any Error) -> any Error {
        switch error {
        case let error as HTTPClientError where [.deadlineExceeded, .connectTimeout].contains(error):
            URLError(.timedOut)
        case is NIOConnectionError: URLError(.cannotConnectToHost)
        case is ResponseAccumulator.ResponseTooBigError: URLError(.dataLengthExceedsMaximum)
        default: URLError(.networkConnectionLost)
        }
    }

    private static func response(_ answer: HTTPClient.Response) -> HTTPTransportResponse {
        HTTPTransportResponse(
            status: Int(answer.status.code),
            body: answer.body.map { Data(buffer: $0) } ?? Data(),
            retryAfterHeader: answer.headers.first(name: "Retry-After")
        )
    }
}
