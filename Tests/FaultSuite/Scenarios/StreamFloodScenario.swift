import AppStoreModels
import Foundation

/// Half requests side by side on few connections, as HTTP/2 lets anybody send them.
extension Scenario {
    private static let streamsOfConnection = 100

    static func halfStreams(_ stage: Stage) async throws -> String {
        let limit = stage.times(1_024, short: 100)
        let count = limit * 2
        var launch = Launch.store(try stage.storeFolder())
        launch.arguments += ["--tls", "--tls-port", "0", "--max-connections", "\(limit)"]
        return try await Server.run(launch, on: stage) { server in
            let port = try server.tlsPort
            try hold(try await server.answersStream(port), "a request of HTTP/2 before the flood was not answered 200")
            let connections = try await halfRequests(count, to: port)
            stage.tried("half requests on \(connections.count) connections", count)
            try await server.refuses(count - limit)
            for _ in 0..<5 { try await server.isWell("during half requests", within: .seconds(20)) }
            // Who comes now with another stream is told quickly that there is no place.
            try hold(try await !server.answersStream(port), "all places are taken, and one more was given")
            let memory = try server.process.peakMemory()
            try hold(memory < Promise.memory, "it held \(memory >> 20) MB")
            connections.forEach { $0.abort() }
            // The server hears of their end in its own time.
            let patience = ContinuousClock.now + .seconds(20)
            while try await !server.answersStream(port) {
                try hold(ContinuousClock.now < patience, "places are not given back though their senders are gone")
                try await Task.sleep(for: .milliseconds(50))
            }
            let last = try await halfRequests(streamsOfConnection / 2, to: port)
            try await server.isWell("before the end")
            try await server.stop()
            last.forEach { $0.close() }
            return "\(limit) at once, the others refused, \(memory >> 20) MB"
        }
    }

    /// Begins requests that never end, as many on each connection as a server allows.
    private static func halfRequests(_ count: Int, to port: Int) async throws -> [Connection] {
        var connections: [Connection] = []
        for first in stride(from: 0, to: count, by: streamsOfConnection) {
            let connection = try await Connection.open(port, inside: "h2")
            let streams = (0..<min(streamsOfConnection, count - first)).map { $0 * 2 + 1 }
            let bytes = streams.flatMap { HTTP2Frames.halfPost("/production/verifyReceipt", stream: $0, count: 256) }
            try await connection.send(HTTP2Frames.preface + bytes)
            connections.append(connection)
        }
        return connections
    }
}

extension Server {
    /// Where it speaks TLS.
    fileprivate var tlsPort: Int {
        get throws {
            let url = announcement[string: "tlsUrl"].flatMap(URLComponents.init)
            guard let port = url?.port else { throw Fall("the server does not say where it speaks TLS") }
            return port
        }
    }

    /// Asks whether it is well by HTTP/2, on a connection of its own.
    fileprivate func answersStream(_ port: Int) async throws -> Bool {
        try await within(Promise.answer, "GET /health by HTTP/2") {
            let connection = try await Connection.open(port, inside: "h2")
            defer { connection.close() }
            try await connection.send(HTTP2Frames.preface + HTTP2Frames.get("/health", stream: 1))
            var answers = HTTP2Answers()
            while let piece = await connection.piece() {
                answers.take(piece)
                if let isWell = answers.isWell[1] { return isWell }
            }
            throw Fall("GET /health by HTTP/2: the connection was closed without an answer")
        }
    }

    /// Waits until it has refused so many requests, and holds it to that.
    fileprivate func refuses(_ count: Int) async throws {
        let patience = ContinuousClock.now + .seconds(30)
        while true {
            let refused = try await ask("GET", "/health").json[object: "connections"]?[integer: "refused"] ?? 0
            if refused >= count { return }
            try hold(ContinuousClock.now < patience, "\(refused) of \(count) half requests were refused")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
