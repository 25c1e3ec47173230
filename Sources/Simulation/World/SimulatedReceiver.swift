import AppStoreModels
import Foundation
import Locking

/// The developer's game server: it gets the events of the purchase server and keeps accounts of its own, each event once.
final class SimulatedReceiver: HTTPTransport {
    private struct State {
        var events: Set<String> = []
        var credits: [String: Int64] = [:]
        var unsigned = 0
        /// By which event it heard first of what happens once.
        var heard: [Happening: String] = [:]
        var repetitions: [String] = []

        /// - Parameter id: The event's identifier.
        mutating func hear(_ happening: Happening, by id: String) {
            guard let other = heard.updateValue(id, forKey: happening), other != id else { return }
            repetitions.append("\(happening.type) of \(happening.transaction) was told as \(other) and as \(id)")
        }
    }

    /// What happens to a transaction, and to whom.
    private struct Happening: Hashable {
        /// What happens at most once.
        static let types: Set<String> = [
            "subscriptionStarted", "trialStarted", "trialConverted", "subscriptionRenewed", "oneTimePurchased",
        ]

        let type: String
        let transaction: String
        let customer: String?

        init?(_ event: JSONObject) {
            guard let type = event[string: "type"], Self.types.contains(type),
                let transaction = event[string: "transactionId"]
            else { return nil }
            (self.type, self.transaction, customer) = (type, transaction, event[string: "customer"])
        }
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

    /// What it was told more than once of what happens once.
    var repetitions: [String] { state.withLock { $0.repetitions } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        guard let event = try? JSONValue(parsing: request.body).object, let id = event[string: "id"] else {
            return HTTPTransportResponse(status: 400, body: Data())
        }
        let isSigned = request.headers.contains { $0.key.lowercased().contains("signature") }
        state.withLock { state in
            if !isSigned { state.unsigned += 1 }
            guard seams.keeps(event) else { return }
            let isNew = state.events.insert(id).inserted
            if let happening = Happening(event) { state.hear(happening, by: seams.identify(event) ?? id) }
            guard isNew || !seams.knowsRepetitions, event[string: "type"] == "balanceChanged" else { return }
            state.credits[event[string: "customer"] ?? "", default: 0] += event[integer: "amount"] ?? 0
        }
        return HTTPTransportResponse(status: 200, body: Data())
    }
}
