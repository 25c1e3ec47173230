import AppStoreModels
import Foundation
import Locking
import TestSupport

/// The developer's own server, which takes webhooks, mostly.
final class StoryReceiver: Sendable {
    private struct State {
        var random: SeededGenerator
        var isWell = false
        /// What it has answered with 200, by the events' identifiers.
        var taken: [String: [UInt8]] = [:]
        var refusals = 0
        var trouble: String?
    }

    private let state: Locked<State>

    init(seed: UInt64) { state = Locked(State(random: SeededGenerator(seed: seed &+ 1))) }

    /// Answers one webhook: one of five gets 429, 500 or 503 as long as the receiver is not well.
    func answer(_ request: PeerRequest) -> [UInt8] {
        let json = (try? JSONValue(parsing: request.body))?.object
        guard let id = json?[string: "id"] else { return HTTPText.answer("400 Bad Request") }
        return state.withLock { state in
            if !state.isWell, Int.random(in: 0..<5, using: &state.random) == 0 {
                state.refusals += 1
                let statuses = ["429 Too Many Requests", "500 Broken", "503 Away"]
                return HTTPText.answer(statuses.randomElement(using: &state.random) ?? "500 Broken")
            }
            if let before = state.taken[id], before != request.body { state.trouble = "the event \(id) changed" }
            state.taken[id] = request.body
            return HTTPText.answer("200 OK")
        }
    }

    /// From now on it takes everything.
    func getWell() { state.withLock { $0.isWell = true } }

    /// The identifiers of the events that it has taken.
    var taken: Set<String> { state.withLock { Set($0.taken.keys) } }

    /// How often it did not take one.
    var refusals: Int { state.withLock { $0.refusals } }

    /// How it behaves for a while: well enough, or like a machine that is away.
    func drawManner(using random: inout SeededGenerator) -> Peer.Manner {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .closes
        case 1: .isSilent
        case 2: .cuts(Array("HTTP/1.1 20".utf8))
        default: .answers(answer)
        }
    }

    /// Demands that no event changed, and that nothing that happens once was told under two identifiers.
    func check() throws {
        let (taken, trouble) = state.withLock { ($0.taken, $0.trouble) }
        if let trouble { throw Fall(trouble) }
        var told: [String: String] = [:]
        for (id, body) in taken {
            guard let json = (try? JSONValue(parsing: body))?.object, let type = json[string: "type"],
                Self.once.contains(type), let transaction = json[string: "transactionId"]
            else { continue }
            let what = "\(type) of \(transaction)"
            if let other = told.updateValue(id, forKey: what) {
                throw Fall("\(what) was told as \(other) and as \(id)")
            }
        }
    }

    /// What happens at most once to a transaction.
    private static let once: Set<String> = [
        "subscriptionStarted", "trialStarted", "trialConverted", "subscriptionRenewed", "oneTimePurchased",
    ]
}
