import AppStoreModels
import Foundation
import Locking

@testable import PurchaseServer

/// An App Store that keeps whoever asks waiting, and has no answer for them in the end.
final class SlowAppStore: HTTPTransport {
    private struct State: Sendable {
        var isSlow = false
        var waiting = 0
        var asked = 0
    }

    private let state = Locked(State())
    private let gate = WakeUp()
    private let store: FakeAppStore

    init(store: FakeAppStore) { self.store = store }

    /// Whether questions that come from now on wait.
    func become(slow isSlow: Bool) { state.withLock { $0.isSlow = isSlow } }

    /// How many questions were kept waiting.
    var waiting: Int { state.withLock(\.waiting) }

    /// How many questions have come since the last look; one that goes on in the sandbox is one.
    func takeCount() -> Int {
        state.withLock { state in
            defer { state.asked = 0 }
            return state.asked
        }
    }

    /// Answers those who wait that there is no answer.
    func giveUp() { gate.ring() }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let isSlow = state.withLock { state in
            if request.url.host == "buy.itunes.apple.com" { state.asked += 1 }
            if state.isSlow { state.waiting += 1 }
            return state.isSlow
        }
        guard isSlow else { return try await store.send(request) }
        await gate.wait(after: 0)
        try Task.checkCancellation()
        return HTTPTransportResponse(status: 503, body: Data("<html>".utf8))
    }
}
