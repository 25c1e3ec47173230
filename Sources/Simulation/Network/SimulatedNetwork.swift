import AppStoreModels
import Foundation
import Locking

/// All that lies between apps, servers and the App Store. Requests lose their way, come twice or late, as the story says.
final class SimulatedNetwork: Sendable {
    private struct State {
        var weather: [NetworkLane: (weather: NetworkWeather, until: Date)] = [:]
        var doors: [NetworkLane: any HTTPTransport] = [:]
        var held: [(lane: NetworkLane, customer: Int?, request: HTTPTransportRequest)] = []
        var exchanges: [SimulatedExchange] = []
        var hasServerCrashed = false
    }

    private let state = Locked(State())
    private let now: @Sendable () -> Date
    /// What happens at the instant at which the purchase server's machine loses power.
    private let onCrash: @Sendable () -> Void

    init(now: @escaping @Sendable () -> Date, onCrash: @escaping @Sendable () -> Void) {
        (self.now, self.onCrash) = (now, onCrash)
    }

    /// Who answers at the end of a lane; nil for nobody.
    func lead(_ lane: NetworkLane, to door: (any HTTPTransport)?) { state.withLock { $0.doors[lane] = door } }

    func set(_ weather: NetworkWeather, on lane: NetworkLane, until date: Date) {
        state.withLock { state in
            if weather == .clear { state.weather[lane] = nil } else { state.weather[lane] = (weather, date) }
        }
    }

    /// The sky is blue everywhere.
    func clear() { state.withLock { $0.weather = [:] } }

    /// Whether the purchase server's machine has lost power since the last look.
    func takeCrash() -> Bool {
        state.withLock { state in
            defer { state.hasServerCrashed = false }
            return state.hasServerCrashed
        }
    }

    /// What arrived since the last look.
    func takeExchanges() -> [SimulatedExchange] {
        state.withLock { state in
            defer { state.exchanges = [] }
            return state.exchanges
        }
    }

    /// One end of a lane.
    func end(of lane: NetworkLane, customer: Int? = nil, life: AppLife? = nil) -> any HTTPTransport {
        LaneEnd(network: self, lane: lane, customer: customer, life: life)
    }

    /// What was held up arrives, the last one first; whoever sent it hears nothing.
    func releaseHeld() async {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for late in held.reversed() {
            _ = try? await pass(late.request, on: late.lane, of: late.customer, isHeard: false)
        }
    }

    fileprivate func send(
        _ request: HTTPTransportRequest,
        on lane: NetworkLane,
        of customer: Int?,
        _ life: AppLife?
    ) async throws -> HTTPTransportResponse {
        if life?.isOver == true { throw CancellationError() }
        let date = now()
        let weather = state.withLock { state in
            state.weather[lane].flatMap { $0.until > date ? $0.weather : nil } ?? .clear
        }
        if let status = weather.status {
            return HTTPTransportResponse(status: status, body: Data("<html>".utf8), retryAfterHeader: "60")
        }
        switch weather {
        case .losesRequests: throw HTTPTransportError(.timedOut, reason: "the request was lost")
        case .delays:
            state.withLock { $0.held.append((lane, customer, request)) }
            throw HTTPTransportError(.timedOut, reason: "the request is late")
        case .duplicates: _ = try? await pass(request, on: lane, of: customer, isHeard: false)
        case .losesAnswers, .crashesServer, .crashesApp:
            _ = try? await pass(request, on: lane, of: customer, isHeard: false)
            if weather == .crashesServer { crash() }
            if weather == .crashesApp, let life {
                life.end()
                throw CancellationError()
            }
            throw HTTPTransportError(.closed, reason: "the answer was lost")
        default: break
        }
        return try await pass(request, on: lane, of: customer, isHeard: true)
    }

    private func crash() {
        let isFirst = state.withLock { state in
            defer { state.hasServerCrashed = true }
            for lane in NetworkLane.allCases where lane.leadsToServer { state.doors[lane] = nil }
            return !state.hasServerCrashed
        }
        if isFirst { onCrash() }
    }

    private func pass(
        _ request: HTTPTransportRequest,
        on lane: NetworkLane,
        of customer: Int?,
        isHeard: Bool
    ) async throws -> HTTPTransportResponse {
        guard let door = state.withLock({ $0.doors[lane] }) else {
            throw HTTPTransportError(.noReceiver, reason: "nobody is there")
        }
        let response = try await door.send(request)
        let exchange = SimulatedExchange(
            lane: lane,
            customer: customer,
            request: request,
            response: response,
            isHeard: isHeard
        )
        state.withLock { $0.exchanges.append(exchange) }
        return response
    }

    private struct LaneEnd: HTTPTransport {
        let network: SimulatedNetwork
        let lane: NetworkLane
        let customer: Int?
        let life: AppLife?

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            try await network.send(request, on: lane, of: customer, life)
        }
    }
}
