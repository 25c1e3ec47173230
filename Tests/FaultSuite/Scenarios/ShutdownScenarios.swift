import AppStoreModels
import Foundation

/// SIGTERM and SIGINT with connections in every state.
extension Scenario {
    static let shutdowns: [Scenario] = [
        Scenario("shutdown.store", "a store told to end, its clients in every state", .endlessShutdown, isShort: true) {
            try await everyState($0, isStore: true)
        },
        Scenario("shutdown.server", "a purchase server told to end, its clients in every state", .endlessShutdown) {
            try await everyState($0, isStore: false)
        },
        Scenario("shutdown.second-signal", "a second signal ends at once", .endlessShutdown, isShort: true) {
            try await secondSignal($0)
        },
    ]

    private static func everyState(_ stage: Stage, isStore: Bool) async throws -> String {
        var longest = Duration.zero
        for (index, signal) in [SIGTERM, SIGINT].prefix(stage.times(2, short: 1)).enumerated() {
            let target = isStore ? "/production/verifyReceipt" : "/v1/customers/rose/receipts"
            let play: @Sendable (Server) async throws -> Duration = { server in
                let description = isStore ? "/control/openapi.json" : "/v1/openapi.json"
                let connections = try await states(server, target, description)
                stage.tried("connections", connections.count)
                let began = ContinuousClock.now
                try await server.stop(signal)
                return ContinuousClock.now - began
            }
            let took =
                if isStore {
                    try await Server.run(.store(try stage.storeFolder("store-\(index)")), on: stage, play)
                } else {
                    try await withPurchaseServer(stage, folder: "data-\(index)") { _, server in try await play(server) }
                }
            longest = max(longest, took)
            stage.tried("signals")
        }
        return "ended after at most \(longest.text)"
    }

    /// Connections in every state that a client can leave one in.
    ///
    /// - Parameters:
    ///   - target: Where bodies go.
    ///   - description: What is long and costs the server nothing.
    private static func states(
        _ server: Server,
        _ target: String,
        _ description: String
    ) async throws -> [Connection] {
        let texts: [[UInt8]] = [
            [], Array("POST ".utf8), Array("GET /health HTTP/1.1\r\nHost: 1".utf8),
            HTTPText.head("POST", target, headers: ["Content-Length: 1000"]),
            HTTPText.head("POST", target, headers: ["Content-Length: 1000"]) + [0x7B],
            HTTPText.head("POST", target, headers: ["Transfer-Encoding: chunked"]) + Array("5\r\n{".utf8),
            HTTPText.head("POST", target, headers: ["Expect: 100-continue", "Content-Length: 1000"]),
            HTTPText.request("GET", "/health"),
            HTTPText.request("GET", "/control/stream", headers: ["Accept: text/event-stream"]),
            HTTPText.request("GET", "/health") + Array("GET /hea".utf8),
        ]
        var connections: [Connection] = []
        for text in texts {
            connections += try await Connection.open(3, to: server.port, sending: text)
            connections += try await Connection.open(1, to: server.port, reads: false, sending: text)
        }
        // Answers that nobody takes in, more than the system takes in for them.
        connections += try await deafReaders(5, of: description, server)
        // Each holds a long answer, of which the server cannot get rid.
        try await server.counts("answerBytes", atLeast: 5 * 32 << 10)
        // All have arrived when a later one is answered.
        try await server.isWell("with clients in every state")
        return connections
    }

    private static func secondSignal(_ stage: Stage) async throws -> String {
        try await Server.run(.store(try stage.storeFolder()), on: stage) { server in
            let connections = try await states(server, "/production/verifyReceipt", "/control/openapi.json")
            stage.tried("connections", connections.count)
            let began = ContinuousClock.now
            try await server.interrupt(within: Promise.secondSignal)
            return "ended after \((ContinuousClock.now - began).text)"
        }
    }
}
