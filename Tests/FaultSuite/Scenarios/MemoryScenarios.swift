import AppStoreModels
import Foundation
import TestSupport

/// Half bodies to a server to which the system gives no more memory than the documentation says it needs.
extension Scenario {
    static func littleMemoryOfServer(_ stage: Stage) async throws -> String {
        let count = stage.times(250, short: 60)
        let answer = HTTPText.answer("200 OK", body: stage.template.verification)
        return try await Peer.run(.sends(answer)) { _, url in
            let launch = Launch.purchases(stage.file("data"), store: url, stage.template)
            return try await littleMemory(launch, stage, count: count, megabytes: 4, to: "/v1/customers/rose/receipts")
            {
                let upload = try await $0.upload(stage.template.receipt, of: "rose")
                try hold(upload.status == 200, "an upload after the flood was answered \(upload.line)")
            }
        }
    }

    static func littleMemoryOfStore(_ stage: Stage) async throws -> String {
        let launch = Launch.store(try stage.storeFolder())
        let count = stage.times(100, short: 30)
        return try await littleMemory(launch, stage, count: count, megabytes: 8, to: "/production/verifyReceipt") {
            let bought = try await $0.buy().answer
            try hold(bought.status == 201, "a purchase after the flood was answered \(bought.line)")
        }
    }

    private static func littleMemory(
        _ original: Launch,
        _ stage: Stage,
        count: Int,
        megabytes: Int,
        to target: String,
        afterwards: (Server) async throws -> Void
    ) async throws -> String {
        var launch = original
        // What is mapped for reading, such as the program itself, does not count; stacks and the heap do. Beyond it an
        // allocation fails, which ends a Swift program.
        launch.prelude = "ulimit -d \(Promise.memory >> 10)"
        return try await Server.run(launch, on: stage) { server in
            try server.process.checkMemoryLimit(Promise.memory)
            let length = megabytes << 20
            let head = HTTPText.head("POST", target, headers: ["Content-Length: \(length)"])
            let half = head + [UInt8](repeating: 0x20, count: length - 1)
            let connections = try await Connection.open(count, to: server.port, sending: half)
            stage.tried("half bodies of \(megabytes) MB", connections.count)
            for _ in 0..<5 { try await server.isWell("with little memory", within: .seconds(20)) }
            connections.forEach { $0.abort() }
            try await released(by: server)
            try await afterwards(server)
            let memory = try server.process.peakMemory()
            try await server.stop()
            return "it lived in \(Promise.memory >> 20) MB, \(memory >> 20) MB of them used"
        }
    }

    /// Waits until a server holds no more of bodies whose senders are gone: it hears of their end in its own time.
    private static func released(by server: Server) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            let health = try await server.ask("GET", "/health")
            guard let held = health.json[object: "connections"]?[integer: "bodyBytes"] else {
                throw Fall("/health does not say how much of bodies is held: \(health.line)")
            }
            if held == 0 { return }
            try hold(ContinuousClock.now < end, "\(held >> 20) MB of bodies are held though their senders are gone")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
