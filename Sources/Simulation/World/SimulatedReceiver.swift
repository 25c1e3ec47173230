import AppStoreModels
import Foundation
import Locking

/// The developer's game server: it gets the events of the purchase server and keeps accounts of its own, each event once.
final class SimulatedReceiver: HTTPTransport {
    private struct State {
        var events: Set<String> = []
        var credits: [String: Int64] = [:]
        var unsigned = 0
    }

    private let state = Locked(State())
    private let seams: SimulationSeams

    init(_ seams: SimulationSeams) { self.seams = seams }

    /// The events that it has, by their identifiers.
    var events: Set<String> { state.withLock { $0.events } }

    /// What it has given a customer.
    func credit(of customer: String) -> Int64 { state.withLock { $0.credits[customer, default: 0] } }

    /// How many requests came without a signature.
    var unsignedCount: Int { state.withLock { $0.unsigned } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        guard let event = try? JSONValue(parsing: request.body).object, let id = event[string: "id"] else {
            return HTTPTransportResponse(status: 400, body: Data())
        }
        let isSigned = request.headers.contains { $0.key.lowercased().contains("signature") }
        state.withLock { state in
            if !isSigned { state.unsigned += 1 }
            guard seams.keeps(event) else { return }
            let isNew = state.events.insert(id).inserted
            guard isNew || !seams.knowsRepetitions, event[string: "type"] == "balanceChanged" else { return }
            state.credits[event[string: "customer"] ?? "", default: 0] += event[integer: "amount"] ?? 0
        }
        return HTTPTransportResponse(status: 200, body: Data())
    }
}
