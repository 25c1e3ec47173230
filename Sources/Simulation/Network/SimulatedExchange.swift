import AppStoreModels
import Foundation

/// A request that arrived, and what was answered.
struct SimulatedExchange: Sendable {
    let lane: NetworkLane
    /// Who sent it; nil on lanes without apps.
    let customer: Int?
    let request: HTTPTransportRequest
    let response: HTTPTransportResponse
    /// Whether whoever sent it got the answer.
    var isHeard: Bool

    /// As the trace has it: without what differs from run to run.
    var line: String {
        "\(lane.rawValue) \(request.method) \(request.url.path) \(response.status)\(isHeard ? "" : " lost")"
    }
}
