import AppStoreModels
import Foundation
import Locking

/// A server that takes its time by a script, and answers what a test says.
final class ScriptedServer: HTTPTransport {
    private struct State {
        var requests: [HTTPTransportRequest] = []
    }

    private let clock: ScriptedClock
    private let state = Locked(State())
    /// How long the answer to a request takes, by its number.
    private let time: @Sendable (Int) -> Duration
    private let answer: @Sendable (Int, HTTPTransportRequest) throws -> HTTPTransportResponse

    init(
        _ clock: ScriptedClock,
        taking time: @escaping @Sendable (Int) -> Duration,
        answering answer: @escaping @Sendable (Int, HTTPTransportRequest) throws -> HTTPTransportResponse = { _, _ in
            HTTPTransportResponse(status: 200, body: Data())
        }
    ) {
        self.clock = clock
        self.time = time
        self.answer = answer
    }

    /// A server whose every answer takes a millisecond.
    convenience init(
        _ clock: ScriptedClock,
        answering answer: @escaping @Sendable (Int, HTTPTransportRequest) throws -> HTTPTransportResponse = { _, _ in
            HTTPTransportResponse(status: 200, body: Data())
        }
    ) {
        self.init(clock, taking: { _ in .milliseconds(1) }, answering: answer)
    }

    var requests: [HTTPTransportRequest] { state.withLock(\.requests) }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        clock.advance(by: time(number))
        return try answer(number, request)
    }
}
