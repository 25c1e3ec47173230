import AppStoreModels
import Foundation
import Locking
import TestSupport

/// SIGKILL at random moments under load: nothing that was acknowledged is missing afterwards.
extension Scenario {
    static let kills: [Scenario] = [
        Scenario("kill.store", "a store killed while customers buy", .kill, isShort: true, deadline: .seconds(120)) {
            try await killStore($0)
        },
        Scenario(
            "kill.server",
            "a purchase server killed during uploads",
            .kill,
            isShort: true,
            deadline: .seconds(120)
        ) {
            try await killServer($0)
        },
    ]

    private static let buyers = 4

    private static func killStore(_ stage: Stage) async throws -> String {
        let folder = try stage.storeFolder()
        let launch = Launch.store(folder)
        var random = SeededGenerator(seed: stage.seed)
        let ledger = Locked<Set<String>>([])
        let rounds = stage.times(12, short: 3)
        for round in 1...rounds {
            let delay = Int.random(in: 1...400, using: &random)
            try await Server.run(launch, on: stage) { server in
                let kept = try await server.transactions()
                let missing = ledger.withLock { $0.subtracting(kept) }
                try hold(missing.isEmpty, "\(missing.count) acknowledged purchases are gone")
                let isUntried = round == rounds && ledger.withLock { $0.isEmpty }
                try await load(server, killedAfter: delay, ofFirstAnswer: isUntried) { _, _ in
                    guard let transaction = try await server.buy().transaction else { return false }
                    ledger.withLock { _ = $0.insert(transaction) }
                    return true
                }
            }
            stage.tried("kills")
        }
        try await Server.run(launch, on: stage) { server in
            let kept = try await server.transactions()
            let missing = ledger.withLock { $0.subtracting(kept) }
            try hold(missing.isEmpty, "\(missing.count) acknowledged purchases are gone")
            try await server.stop()
        }
        let count = ledger.withLock { $0.count }
        try hold(count > 0, "nothing was acknowledged, so nothing was tried")
        return "\(count) acknowledged purchases, none missing"
    }

    private static func killServer(_ stage: Stage) async throws -> String {
        try await Peer.run(.sends(HTTPText.answer("200 OK", body: stage.template.verification))) { _, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            var random = SeededGenerator(seed: stage.seed)
            let ledger = Locked<Set<String>>([])
            let rounds = stage.times(12, short: 3)
            for round in 1...rounds {
                let delay = Int.random(in: 1...400, using: &random)
                try await Server.run(launch, on: stage) { server in
                    let isUntried = round == rounds && ledger.withLock { $0.isEmpty }
                    try await load(server, killedAfter: delay, ofFirstAnswer: isUntried) { buyer, index in
                        let customer = "rose-\(round)-\(buyer)-\(index)"
                        let answer = try await server.upload(stage.template.receipt, of: customer)
                        guard answer.status == 200 else { return false }
                        ledger.withLock { _ = $0.insert(customer) }
                        return true
                    }
                }
                stage.tried("kills")
            }
            let acknowledged = ledger.withLock { $0 }
            try hold(!acknowledged.isEmpty, "nothing was acknowledged, so nothing was tried")
            try await Server.run(launch, on: stage) { server in
                for customer in acknowledged { try await server.keeps(customer, pending: 0, entitlements: 2) }
                try await server.stop()
            }
            return "\(acknowledged.count) acknowledged uploads, none missing"
        }
    }

    /// Several clients at once, until the server is killed so many milliseconds after the first asks.
    ///
    /// - Parameters:
    ///   - isAfterAnswer: Whether the time begins with the first acknowledgement: on a busy machine every kill may come
    ///     before any, and then nothing would have been tried.
    ///   - request: Asks, and says whether what was asked was acknowledged.
    private static func load(
        _ server: Server,
        killedAfter milliseconds: Int,
        ofFirstAnswer isAfterAnswer: Bool,
        _ request: @escaping @Sendable (_ client: Int, _ index: Int) async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            let (answers, answered) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
            for client in 0..<buyers {
                tasks.addTask {
                    // Whoever is cut off by the kill was not acknowledged, and comes to an end here.
                    var index = 0
                    while let isAcknowledged = try? await request(client, index) {
                        if isAcknowledged { answered.yield() }
                        index += 1
                    }
                }
            }
            if isAfterAnswer { for await _ in answers { break } }
            // The moment of the kill is the fault, so it is not an event to wait for.
            try await Task.sleep(for: .milliseconds(milliseconds))
            await server.kill()
            try await tasks.waitForAll()
        }
    }
}
