import AppStoreModels
import Foundation
import Locking
import OutgoingHTTP
import TestSupport

/// Holds the first answer back until the test lets it go.
final class Gate: HTTPTransport {
    private struct State: Sendable {
        var hasArrived = false
        var letsNewThrough = false
        var isReleased = false
    }

    private let inner: any HTTPTransport
    private let state = Locked(State())

    init(inner: any HTTPTransport) { self.inner = inner }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let isHeld = state.withLock { state in
            defer { state.hasArrived = true }
            return !state.letsNewThrough
        }
        let response = try await inner.send(request)
        var turns = Turns()
        while isHeld, !state.withLock({ $0.isReleased }) {
            try Task.checkCancellation()
            await turns.pass()
        }
        return response
    }

    /// Waits until the first request is under way.
    func arrived() async {
        var turns = Turns()
        while !state.withLock({ $0.hasArrived }), !Task.isCancelled { await turns.pass() }
    }

    func isOpenForNew() { state.withLock { $0.letsNewThrough = true } }

    func release() { state.withLock { $0.isReleased = true } }
}

/// Somebody in between who asks about bob when the app asks about alice.
struct BobsAnswers: HTTPTransport {
    let inner: any HTTPTransport

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        var request = request
        let text = request.url.absoluteString.replacingOccurrences(of: "/alice", with: "/bob")
        if let other = URL(string: text) { request.url = other }
        return try await inner.send(request)
    }
}

extension BackendWorld {
    /// The developer's own way to the server.
    static let plain = AsyncHTTPClientTransport()
}
