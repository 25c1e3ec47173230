import AppStoreModels
import Foundation

/// Clients that ask for much and never read.
extension Scenario {
    /// More than the system's buffers hold of one connection on Linux, 4 MiB to send and what a deaf client receives.
    private static let beyondBuffers = 6 << 20

    /// How many requests a server takes ahead of their answers; who sends more is cut off for that.
    private static let maximumAhead = 64

    static func deaf(_ stage: Stage) async throws -> String {
        try await Server.run(.store(try stage.storeFolder()), on: stage) { server in
            // So many that there is room for a long answer to each.
            let deaf = try await deafReaders(80, of: "/control/openapi.json", server)
            stage.tried("deaf readers", deaf.count)
            for _ in 0..<5 { try await server.isWell("with deaf readers", within: .seconds(20)) }
            try await server.counts("stalledAnswers", atLeast: deaf.count)
            let heads = try await server.connections("badHeads")
            try hold(heads == 0, "\(heads) clients were cut off for what they asked, not for being deaf")
            let memory = try server.process.peakMemory()
            try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
            try await server.stop()
            return "others were answered, \(deaf.count) were cut off, \(memory >> 20) MB"
        }
    }

    static func unread(_ stage: Stage) async throws -> String {
        var launch = Launch.store(try stage.storeFolder(), ["--rate", "manual"])
        launch.prelude = "ulimit -d \(Promise.memory >> 10)"
        return try await Server.run(launch, on: stage) { server in
            try server.process.checkMemoryLimit(Promise.memory)
            let length = try await server.growTransactions(to: 3 << 20)
            let deaf = try await deafReaders(110, of: "/control/transactions", server)
            stage.tried("deaf readers of \(length >> 20) MB", deaf.count)
            try await server.counts("refusedAnswers", atLeast: 1)
            for _ in 0..<5 { try await server.isWell("with long answers that nobody reads", within: .seconds(20)) }
            let held = try await server.connections("answerBytes")
            try hold(held <= 32 << 20, "\(held >> 20) MB of answers are held")
            let late = try await server.ask("GET", "/control/transactions")
            try hold([200, 503].contains(late.status), "one more was answered \(late.line)")
            deaf.forEach { $0.abort() }
            try await server.lets("answerBytes", fallTo: 0)
            try await server.ask("GET", "/control/transactions", expecting: 200)
            try await server.stop()
            return "it lived in \(Promise.memory >> 20) MB, \(held >> 20) MB of answers were held"
        }
    }

    /// Clients that ask for an answer so often that the system's buffers cannot hold all, and read none.
    static func deafReaders(_ count: Int, of target: String, _ server: Server) async throws -> [Connection] {
        let answer = try await server.ask("GET", target)
        try hold(answer.status == 200, "GET \(target) was answered \(answer.line)")
        let times = beyondBuffers / max(answer.body.count, 1) + 1
        try hold(times < maximumAhead, "GET \(target) has only \(answer.body.count) bytes")
        let requests = Array((0..<times).map { _ in HTTPText.request("GET", target) }.joined())
        return try await Connection.open(count, to: server.port, reads: false, sending: requests)
    }
}

extension Server {
    /// Has a subscription renew until the list of all transactions is so long.
    ///
    /// - Returns: How long it is.
    fileprivate func growTransactions(to length: Int) async throws -> Int {
        let settings: JSONValue = ["timeRate": "every-2s", "renewalLimit": .null]
        try await ask("PATCH", "/control/settings", settings, expecting: 200)
        try await ask("POST", "/control/accounts", ["id": "fern"], expecting: 201)
        let bought = try await buy(Template.subscription, account: "fern").answer
        try hold(bought.status == 201, "a subscription was answered \(bought.line)")
        for _ in 0..<100 {
            let list = try await ask("GET", "/control/transactions")
            try hold(list.status == 200, "the transactions were answered \(list.line)")
            if list.body.count >= length { return list.body.count }
            try await ask("POST", "/control/clock", ["seconds": 1600], expecting: 200)
        }
        throw Fall("the subscription does not renew")
    }

    /// What it says of its connections.
    fileprivate func connections(_ name: String) async throws -> Int {
        let health = try await ask("GET", "/health")
        guard let value = health.json[object: "connections"]?[integer: name] else {
            throw Fall("/health does not say \(name): \(health.line)")
        }
        return Int(value)
    }

    /// Waits until it has counted so many, and holds it to that.
    func counts(_ name: String, atLeast count: Int) async throws {
        try await says(name, within: .seconds(90), "at least \(count)") { $0 >= count }
    }

    /// Waits until it holds no more than so much: it hears of the end of others in its own time.
    fileprivate func lets(_ name: String, fallTo count: Int) async throws {
        try await says(name, within: .seconds(30), "at most \(count)") { $0 <= count }
    }

    private func says(
        _ name: String,
        within time: Duration,
        _ wanted: String,
        _ isWanted: (Int) -> Bool
    ) async throws {
        let patience = ContinuousClock.now + time
        while true {
            let value = try await connections(name)
            if isWanted(value) { return }
            try hold(ContinuousClock.now < patience, "\(name) is \(value), not \(wanted)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
