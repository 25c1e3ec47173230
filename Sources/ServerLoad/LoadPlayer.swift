import Foundation
import Locking

/// Decides what each request of a run is, and remembers what apps remember: the entity tags of their last answers.
///
/// The request with a number is of the same kind, about the same customer, in every run with the seed; which upload or
/// notification comes next follows from how many came before.
final class LoadPlayer: Sendable {
    private struct State {
        var tags: [Int: String] = [:]
        var next: [LoadKind: Int] = [:]
    }

    private let stock: LoadStock
    private let mix: LoadMix
    private let random: LoadRandom
    private let state = Locked(State())

    init(stock: LoadStock, plan: LoadPlan) {
        self.stock = stock
        mix = plan.mix
        random = LoadRandom(seed: plan.seed)
    }

    /// A request, with the customer whose answer it gets.
    struct Turn: Sendable {
        let request: LoadRequest
        /// Of the stock; nil for what is about nobody.
        let customer: Int?
    }

    func turn(_ number: UInt64) -> Turn {
        let kind = mix.kind(for: random.number(at: number &* 2))
        switch kind {
        case .lookUp: return lookUp(Int(random.number(at: number &* 2 &+ 1) % UInt64(stock.customers.count)))
        case .upload:
            let upload = stock.uploads[next(of: kind)]
            let path = Self.path(of: stock.customers[upload.customer].name) + "/transactions"
            return Turn(request: LoadRequest(kind: kind, path: path, body: upload.body), customer: upload.customer)
        case .notification:
            let body = stock.notifications[next(of: kind)]
            return Turn(request: LoadRequest(kind: kind, path: "apple/notifications", body: body), customer: nil)
        }
    }

    /// What tells the server of each customer before anything is counted.
    var introductions: [LoadRequest] {
        stock.customers.map { customer in
            LoadRequest(kind: .upload, path: Self.path(of: customer.name) + "/transactions", body: customer.first)
        }
    }

    /// Keeps what an app keeps of an answer.
    func note(_ tag: String?, of turn: Turn) {
        guard turn.request.kind == .lookUp, let customer = turn.customer, let tag else { return }
        state.withLock { $0.tags[customer] = tag }
    }

    /// How often what there is of a kind was begun again.
    func repetitions(of kind: LoadKind) -> Int {
        let count = stock.count(of: kind)
        guard kind != .lookUp, count > 0 else { return 0 }
        return max(0, (state.withLock { $0.next[kind] ?? 0 } - 1) / count)
    }

    private func lookUp(_ customer: Int) -> Turn {
        let tag = state.withLock { $0.tags[customer] }
        let path = Self.path(of: stock.customers[customer].name)
        return Turn(request: LoadRequest(kind: .lookUp, path: path, entityTag: tag), customer: customer)
    }

    private func next(of kind: LoadKind) -> Int {
        let number = state.withLock { state in
            defer { state.next[kind, default: 0] += 1 }
            return state.next[kind] ?? 0
        }
        return number % stock.count(of: kind)
    }

    private static func path(of customer: String) -> String { "v1/app/customers/\(customer)" }
}
