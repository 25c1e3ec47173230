import AppStoreModels
import Foundation
import Locking

/// The way between two programs, with somebody on it who does what the test says.
final class Line: HTTPTransport {
    enum Mood: Sendable {
        case up
        case down
        /// What is sent arrives; the answer does not.
        case losesAnswers
        case answers(Int, String)
        /// Somebody changes answers, or keeps them to send them again.
        case altered(@Sendable (HTTPTransportRequest, HTTPTransportResponse) -> HTTPTransportResponse)
    }

    private struct State: Sendable {
        var mood = Mood.up
        var requests: [HTTPTransportRequest] = []
        var responses: [HTTPTransportResponse] = []
        var answered: [HTTPTransportRequest] = []
    }

    private let inner: any HTTPTransport
    private let state = Locked(State())

    init(_ inner: any HTTPTransport) { self.inner = inner }

    var requests: [HTTPTransportRequest] { state.withLock { $0.requests } }
    var responses: [HTTPTransportResponse] { state.withLock { $0.responses } }

    func set(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// How many requests went to a place.
    func count(of leaf: String, _ method: String = "POST") -> Int {
        requests.count { $0.url.path.hasSuffix(leaf) && $0.method == method }
    }

    /// How many of them came through.
    func answered(_ leaf: String) -> Int { state.withLock { $0.answered.count { $0.url.path.hasSuffix(leaf) } } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let mood = state.withLock { state in
            state.requests.append(request)
            return state.mood
        }
        switch mood {
        case .down: throw HTTPTransportError(.noReceiver, reason: "the line is down")
        case .answers(let status, let body): return HTTPTransportResponse(status: status, body: Data(body.utf8))
        case .up: return try await pass(request)
        case .losesAnswers:
            _ = try await pass(request)
            throw HTTPTransportError(.closed, reason: "the line broke")
        case .altered(let change): return change(request, try await pass(request))
        }
    }

    private func pass(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let response = try await inner.send(request)
        state.withLock { state in
            state.responses.append(response)
            state.answered.append(request)
        }
        return response
    }
}
