import Foundation
import TestSupport
import Testing

@Suite("Servers of the tool under attack", .tags(.slow), .serialized, .timeLimit(.minutes(15)))
struct ServingLimitTests {
    typealias Kind = ServedProcess.Kind

    @Test("250 half bodies of the greatest length stay below 256 MB, and others are served", arguments: Kind.allCases)
    func halfBodies(kind: Kind) async throws {
        let outcome = try await ServedProcess.run(kind, ["--shutdown-limit", "1"]) { server in
            let half = String(repeating: "x", count: kind.longestBody - 100_000)
            var sockets: [RawSocket] = []
            for _ in 0..<250 {
                let socket = try RawSocket(port: server.port)
                socket.send(
                    "POST \(kind.uploadPath) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(kind.longestBody)\r\n\r\n\(half)"
                )
                sockets.append(socket)
            }
            // Others are served, also before the server has taken up all that was sent.
            try insist {
                let health = try RawSocket.health(server.port)
                #expect(health.hasPrefix("HTTP/1.1 200 "))
                return !health.contains("\"refusedBodies\":0")
            }
            #expect(try server.peakMegabytes() < 256)
        }
        #expect(outcome.ending == .exited(0))
    }

    @Test("With 128 descriptors and 300 connections it refuses quickly, serves and rests", arguments: Kind.allCases)
    func fewDescriptors(kind: Kind) async throws {
        let outcome = try await ServedProcess.run(kind, ["--shutdown-limit", "1"], descriptors: 128) { server in
            var sockets: [RawSocket] = []
            for _ in 0..<300 { sockets.append(try RawSocket(port: server.port)) }
            // The last one is one too many, and is told so.
            #expect(sockets.last?.read().hasPrefix("HTTP/1.1 503 ") == true)
            // The first one was let in.
            sockets.first?.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let health = sockets.first?.read(until: "\"status\":\"ok\"") ?? ""
            #expect(health.hasPrefix("HTTP/1.1 200 "))
            // How many there may be depends on the processors: 64 with two of them.
            #expect(!health.contains("\"limit\":1024"))
            #expect(!health.contains("\"refused\":0"))
            let before = try server.processorTime()
            for _ in 0..<3 {
                sockets.first?.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(sockets.first?.read(until: "\"status\":\"ok\"").hasPrefix("HTTP/1.1 200 ") == true)
            }
            #expect(try server.processorTime() - before < 100)
            sockets = []
        }
        #expect(outcome.ending == .exited(0))
    }

    @Test(
        "Half a head, half a body, an idle, a streaming and a deaf client do not hold up the end",
        arguments: Kind.allCases
    )
    func ends(kind: Kind) async throws {
        var sockets: [RawSocket] = []
        let outcome = try await ServedProcess.run(kind, ["--shutdown-limit", "0.5"]) { server in
            for sent in [
                "", "GET /health HT", "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST \(kind.uploadPath) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
                "GET /control/stream HTTP/1.1\r\nHost: localhost\r\n\r\n",
                String(
                    repeating: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                    count: 60
                ),
            ] {
                let socket = try RawSocket(port: server.port)
                sockets.append(socket)
                socket.send(sent)
            }
            #expect(try RawSocket.health(server.port).hasPrefix("HTTP/1.1 200 "))
        }
        #expect(outcome.ending == .exited(0))
        #expect(sockets.count == 6)
    }

    @Test("A second signal ends it at once", arguments: Kind.allCases, [SIGTERM, SIGINT])
    func secondSignal(kind: Kind, signal: Int32) async throws {
        var socket: RawSocket?
        let outcome = try await ServedProcess.run(kind, ["--shutdown-limit", "3600"], endedBy: signal) { server in
            socket = try RawSocket(port: server.port)
            socket?.send("POST \(kind.uploadPath) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
            // A connection that the server has not taken up yet does not hold up its end.
            try insist { try !RawSocket.health(server.port).contains("\"bodyBytes\":0") }
            kill(server.process, SIGTERM)
            // It has heard the first signal once it does not listen any more.
            try insist { (try? RawSocket(port: server.port)) == nil }
        }
        #expect(outcome.ending == .exited(128 + signal))
        #expect(socket != nil)
    }

    /// Asks again at once and lets no other test have a turn, which may take longer than the server waits for half a body.
    private func insist(on condition: () throws -> Bool) throws {
        for _ in 0..<100_000 where try condition() { return }
        Issue.record("what was insisted on has not come")
    }
}
