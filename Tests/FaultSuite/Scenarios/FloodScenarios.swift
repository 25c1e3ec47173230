import AppStoreModels
import Foundation

/// Many at once: connections, bytes, few descriptors, little memory.
extension Scenario {
    static let floods: [Scenario] = [
        Scenario("flood.half-bodies", "250 half bodies of 4 MB", .flood, deadline: .seconds(120), play: halfBodies),
        Scenario("flood.store-bodies", "100 half receipts of 8 MB to the store", .flood, deadline: .seconds(120)) {
            try await storeBodies($0)
        },
        Scenario("flood.idle", "300 idle connections", .flood, isShort: true, deadline: .seconds(90), play: idle),
        Scenario("flood.descriptors-server", "few descriptors, purchase server", .flood, isShort: true) { stage in
            try await Peer.run(.sends(HTTPText.answer("200 OK", body: stage.template.verification))) { _, url in
                try await fewDescriptors(.purchases(stage.file("data"), store: url, stage.template), stage)
            }
        },
        Scenario(
            "flood.descriptors-questions",
            "few descriptors, many uploads, an App Store that never answers",
            .flood,
            isShort: true,
            deadline: .seconds(180),
            play: unansweredQuestions
        ),
        Scenario("flood.descriptors-store", "few descriptors, store", .flood, deadline: .seconds(90)) { stage in
            try await fewDescriptors(.store(try stage.storeFolder()), stage)
        },
        Scenario("flood.memory-server", "half bodies under a limit of memory, purchase server", .flood, isShort: true) {
            try await littleMemoryOfServer($0)
        },
        Scenario("flood.memory-store", "half receipts under a limit of memory, store", .flood, deadline: .seconds(90)) {
            try await littleMemoryOfStore($0)
        },
        Scenario(
            "flood.half-streams",
            "half requests of HTTP/2, 100 on each connection",
            .flood,
            isShort: true,
            deadline: .seconds(120),
            play: halfStreams
        ),
        Scenario("flood.deaf", "80 deaf readers of 6 MB each", .flood, deadline: .seconds(180), play: deaf),
        Scenario(
            "flood.unread",
            "110 deaf readers of answers of 3 MB under a limit of memory",
            .flood,
            isShort: true,
            deadline: .seconds(120),
            play: unread
        ),
        Scenario(
            "flood.early-close",
            "2,000 clients that go away in their bodies",
            .flood,
            isShort: true,
            play: goneAway
        ),
    ]

    private static func halfBodies(_ stage: Stage) async throws -> String {
        try await withPurchaseServer(stage) { stage, server in
            try await flood(server, stage, count: 250, megabytes: 4, target: "/v1/customers/rose/receipts")
        }
    }

    private static func storeBodies(_ stage: Stage) async throws -> String {
        try await Server.run(.store(try stage.storeFolder()), on: stage) { server in
            try await flood(server, stage, count: 100, megabytes: 8, target: "/production/verifyReceipt")
        }
    }

    private static func flood(
        _ server: Server,
        _ stage: Stage,
        count: Int,
        megabytes: Int,
        target: String
    ) async throws -> String {
        let length = megabytes << 20
        let head = HTTPText.head("POST", target, headers: ["Content-Length: \(length)"])
        let half = head + [UInt8](repeating: 0x20, count: length - 1)
        let connections = try await Connection.open(count, to: server.port, sending: half)
        stage.tried("half bodies of \(megabytes) MB", connections.count)
        for _ in 0..<5 { try await server.isWell("during \(connections.count) half bodies", within: .seconds(20)) }
        let memory = try server.process.peakMemory()
        connections.forEach { $0.abort() }
        try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
        try await server.isWell("after half bodies")
        try await server.stop()
        return "\(memory >> 20) MB, others were answered"
    }

    private static func idle(_ stage: Stage) async throws -> String {
        try await withPurchaseServer(stage) { stage, server in
            let half = Array("GET /health HTTP/1.1\r\nHost: 127".utf8)
            let idle = try await Connection.open(150, to: server.port)
            let halves = try await Connection.open(150, to: server.port, sending: half)
            stage.tried("idle connections", idle.count + halves.count)
            for _ in 0..<10 { try await server.isWell("with idle connections") }
            let answer = try await server.upload(stage.template.receipt, of: "rose")
            try hold(answer.status == 200, "an upload with idle connections was answered \(answer.line)")
            let memory = try server.process.peakMemory()
            try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
            (idle + halves).forEach { $0.close() }
            return "others were answered, \(memory >> 20) MB"
        }
    }

    /// With 128 descriptors and far more clients: who comes is refused quickly or served, and the processor rests.
    private static func fewDescriptors(_ original: Launch, _ stage: Stage) async throws -> String {
        var launch = original
        launch.prelude = "ulimit -n 128"
        return try await Server.run(launch, on: stage) { server in
            let idle = try await Connection.open(300, to: server.port)
            stage.tried("connections for 128 descriptors", idle.count)
            let before = try server.process.processorTime()
            // Not an event to wait for: how hard it works while nothing happens.
            try await Task.sleep(for: .seconds(2))
            let busy = try (server.process.processorTime() - before) / 2
            try hold(busy < 0.5, "it works at \(Int(busy * 100)) % while nothing happens")
            var answered = 0
            for _ in 0..<10 {
                if let answer = try? await server.ask("GET", "/health", within: .seconds(5)), answer.status < 600 {
                    answered += 1
                }
            }
            idle.forEach { $0.close() }
            // The server hears of their end in its own time; until then it refuses, or closes the connection at once.
            let patience = ContinuousClock.now + .seconds(20)
            while ContinuousClock.now < patience, (try? await server.ask("GET", "/health"))?.status ?? 503 == 503 {
                try Task.checkCancellation()
            }
            try await server.isWell("after the flood", within: .seconds(20))
            try await server.stop()
            try hold(answered > 0, "nobody was answered during the flood, well or with a refusal")
            return "\(answered) of 10 answered meanwhile, processor at \(Int(busy * 100)) %"
        }
    }

    private static func goneAway(_ stage: Stage) async throws -> String {
        try await withPurchaseServer(stage) { stage, server in
            let head = HTTPText.head("POST", "/v1/customers/rose/receipts", headers: ["Content-Length: 10000"])
            for index in 0..<stage.times(2_000, short: 200) {
                let connection = try await Connection.open(server.port)
                connection.push(head + [UInt8](repeating: 0x20, count: index % 100))
                if index.isMultiple(of: 2) { connection.abort() } else { connection.close() }
                stage.tried("clients")
            }
            try await server.isWell("after clients that went away")
            let metrics = try await server.ask("GET", "/metrics").text
            let outcomes = metrics.split(separator: "\n").filter { $0.hasPrefix("purser_uploads_total{") }
            try hold(!outcomes.contains { $0.contains("server-error") }, "uploads ended so: \(outcomes)")
            try hold(outcomes.contains { $0.contains(#""body-cut-off""#) }, "no upload was cut off: \(outcomes)")
            try await server.keeps("rose", pending: 0, entitlements: 0)
            try await server.stop()
            return "well, nothing stored"
        }
    }
}
