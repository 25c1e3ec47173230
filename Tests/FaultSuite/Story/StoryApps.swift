import AppStoreModels
import Locking
import TestSupport

/// The apps of all customers: each keeps what it has to tell the server until that has acknowledged it.
final class StoryApps: Sendable {
    /// Something that an app has to tell.
    struct Upload: Sendable {
        let customer: String
        /// What stands behind the customer's address.
        let route: String
        let body: JSONValue
        /// What the server knows of when it has acknowledged it.
        let transactions: Set<String>
    }

    private struct State {
        var waiting: [Upload] = []
        /// The transactions in what was acknowledged, by customer.
        var acknowledged: [String: Set<String>] = [:]
        var acknowledgedCount = 0
        /// What was acknowledged as waiting for the App Store.
        var pending: [Upload] = []
        var timeOuts = 0
        var trouble: String?
    }

    private let state = Locked(State())

    /// Keeps a receipt for the server.
    func tell(receipt: String, of customer: String, with transactions: Set<String>) {
        let body: JSONValue = ["receiptData": .string(receipt)]
        add(Upload(customer: customer, route: "receipts", body: body, transactions: transactions))
    }

    /// Keeps a signed transaction for the server.
    func tell(signed: String, of customer: String, transaction: String) {
        let body: JSONValue = ["signedTransactions": [.string(signed)]]
        add(Upload(customer: customer, route: "transactions", body: body, transactions: [transaction]))
    }

    private func add(_ upload: Upload) { state.withLock { $0.waiting.append(upload) } }

    /// Puts what was only acknowledged as pending in the line once more.
    func tellPendingAgain() {
        state.withLock { state in
            state.waiting += state.pending
            state.pending = []
        }
    }

    /// Sends what waits, one after the other, as long as the server is there.
    ///
    /// - Parameters:
    ///   - server: The purchase server.
    ///   - isUp: Whether it is there.
    ///   - random: Decides how long an app waits for an answer; who loses patience sends it again.
    func send(
        to server: Server,
        while isUp: Locked<Bool>,
        random: SeededGenerator
    ) async {
        var random = random
        while isUp.withLock({ $0 }), !Task.isCancelled {
            guard let upload = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else {
                try? await Task.sleep(for: .milliseconds(5))
                continue
            }
            let isHasty = Int.random(in: 0..<8, using: &random) == 0
            let patience = isHasty ? Int.random(in: 5...200, using: &random) : 20_000
            await send(upload, to: server, within: .milliseconds(patience))
        }
    }

    /// Sends everything that waits.
    func sendAll(to server: Server) async throws {
        for _ in 0..<1_000 {
            guard let upload = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else { return }
            await send(upload, to: server, within: Promise.answer)
        }
        throw Fall("the server does not take what the apps send")
    }

    private func send(_ upload: Upload, to server: Server, within limit: Duration) async {
        let target = "/v1/customers/\(upload.customer)/\(upload.route)"
        let answer = try? await server.ask("POST", target, upload.body, within: limit)
        state.withLock { state in
            switch answer?.status {
            case 200, 202:
                state.acknowledged[upload.customer, default: []].formUnion(upload.transactions)
                state.acknowledgedCount += 1
                if answer?.status == 202 { state.pending.append(upload) }
            case let status?:
                if status >= 500, status != 503 { state.trouble = "POST \(target): \(answer?.line ?? "")" }
                state.waiting.append(upload)
            case nil:
                state.timeOuts += 1
                state.waiting.append(upload)
            }
        }
    }

    /// The transactions in what was acknowledged, by customer.
    var acknowledged: [String: Set<String>] { state.withLock { $0.acknowledged } }

    /// How many uploads were acknowledged, and how often an app got no answer.
    var counts: (acknowledged: Int, unanswered: Int) { state.withLock { ($0.acknowledgedCount, $0.timeOuts) } }

    /// Demands that the server never failed in a way that is its own.
    func check() throws {
        if let trouble = state.withLock({ $0.trouble }) { throw Fall(trouble) }
    }
}
