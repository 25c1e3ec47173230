import AppStoreModels
import Foundation
import Locking

@testable import PurchaseServer

/// Receivers of webhooks in memory, one for each host below `example.com`; what is sent elsewhere goes to the App Store.
final class WebhookReceivers: HTTPTransport {
    struct Received: Sendable {
        let host: String
        let body: Data
        let headers: [String: String]
        let connectAddress: String?

        var json: JSONObject { (try? JSONValue(parsing: body))?.object ?? JSONObject() }
        var type: String { json[string: "type"] ?? "" }
        var identifier: String { headers["Purser-Event-Id"] ?? "" }
    }

    private struct State: Sendable {
        var received: [Received] = []
        /// What hosts answer; 200 unless it is here, nil for no answer.
        var answers: [String: Int?] = [:]
        /// Hosts that keep whoever sends waiting.
        var slow: Set<String> = []
    }

    private let state = Locked(State())
    /// Opens when those that are slow answer.
    private let gate = WakeUp()
    private let store: FakeAppStore

    init(store: FakeAppStore) { self.store = store }

    var received: [Received] { state.withLock { $0.received } }

    /// What came since the last look.
    func take() -> [Received] {
        state.withLock { state in
            defer { state.received = [] }
            return state.received
        }
    }

    /// - Parameter status: What the host answers from now on; nil for nothing.
    func answer(_ host: String, _ status: Int?) { state.withLock { $0.answers[host] = .some(status) } }

    /// Keeps whoever sends to a host waiting, from now on, until ``letGo()``.
    func hold(_ host: String) { state.withLock { _ = $0.slow.insert(host) } }

    /// Has those answer that keep somebody waiting, now and from now on.
    func letGo() { gate.ring() }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        guard let host = request.url.host, host.hasSuffix("example.com") else { return try await store.send(request) }
        let (answer, isSlow) = state.withLock { state in
            state.received.append(
                Received(
                    host: host,
                    body: request.body,
                    headers: request.headers,
                    connectAddress: request.connectAddress
                )
            )
            let answer: Int? = state.answers[host] ?? 200
            return (answer, state.slow.contains(host))
        }
        if isSlow {
            await gate.wait(after: 0)
            try Task.checkCancellation()
        }
        guard let answer else { throw HTTPTransportError(.timedOut, reason: "no whole answer within 10 seconds") }
        return HTTPTransportResponse(status: answer, body: Data())
    }
}

extension World {
    /// A world in which names below `example.com` are addresses of the internet, and what is sent there.
    static func withReceivers() throws -> (World, WebhookReceivers) {
        var world = try World()
        let receivers = WebhookReceivers(store: world.store)
        world.configuration.transport = receivers
        world.configuration.resolveHost = { $0 == "private.example.com" ? ["10.0.0.1"] : ["17.253.144.10"] }
        world.store.set(world.answer())
        return (world, receivers)
    }
}
