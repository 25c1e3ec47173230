import AppStoreTrust
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import HTTPServing

@Suite("A server that speaks TLS", .tags(.slow), .timeLimit(.minutes(15)))
struct TLSServerTests {
    /// A certificate of today, since both sides of a handshake look at the clock.
    private static let certificate = Result {
        try TestAuthority.trusted.get().tlsCertificate(for: ["localhost", "api.storekit.apple.com"], at: Date())
    }

    private func running(
        _ change: @escaping (inout ServerLimits) -> Void = { _ in },
        _ body: (_ port: Int, _ root: String) async throws -> Void
    ) async throws -> ServerCounters {
        let certificate = try Self.certificate.get()
        let server = SampleServer(change)
        let identity = TLSIdentity(certificates: certificate.certificatePEM, key: certificate.keyPEM)
        try await server.speakingTLS(identity).running { try await body($0, certificate.rootPEM) }
        #expect(server.messages.all == [])
        return server.connections.counters
    }

    @Test(
        "It speaks HTTP/1.1 with those who ask for it, by any of its names",
        arguments: ["localhost", "api.storekit.apple.com"]
    )
    func http1(name: String) async throws {
        _ = try await running { port, root in
            let connection = try await TLSConnection.open(port, root: root, name: name, inside: "http/1.1")
            try await connection.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await connection.answer(upTo: "hello").hasPrefix("HTTP/1.1 200 OK\r\n"))
            try await connection.channel.close()
        }
    }

    @Test("It speaks HTTP/2 with those who ask for it")
    func http2() async throws {
        _ = try await running { port, root in
            let connection = try await TLSConnection.asking(for: "/hello", port, root)
            #expect(await connection.answer(upTo: "hello").contains("hello"))
            try await connection.channel.close()
        }
    }

    @Test("A certificate below another root is not believed")
    func foreignRoot() async throws {
        let foreign = try TestAuthority.foreign.get().tlsCertificate(for: ["localhost"], at: Date()).rootPEM
        _ = try await running { port, _ in
            let connection = try await TLSConnection.open(port, root: foreign, inside: "h2")
            try? await connection.send(HTTP2Bytes.preface)
            #expect(await connection.rest() == [])
        }
    }

    @Test("Half a head inside TLS is answered 408")
    func halfHead() async throws {
        let counters = try await running({ $0.headSeconds = 0.2 }) { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "http/1.1")
            try await connection.send("GET /hello HTTP/1.1\r\nHo")
            #expect(String(decoding: await connection.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
        }
        #expect(counters.badHeads == 1)
    }

    @Test("Who does not shake hands is not waited for")
    func noHandshake() async throws {
        let counters = try await running({ $0.handshakeSeconds = 0.2 }) { port, _ in
            let connection = try await RawConnection.open(port)
            #expect(await connection.rest() == "")
        }
        #expect(counters.badHeads == 1)
        #expect(counters.open == 0)
    }

    @Test("Half a body of HTTP/2 is answered, and its bytes are let go")
    func halfBody() async throws {
        let counters = try await running({ $0.bodySeconds = 0.2 }) { port, root in
            let connection = try await TLSConnection.posting(Array("half".utf8), port, root)
            // The other requests of the connection are answered as before.
            try await connection.send(HTTP2Bytes.head(HTTP2Bytes.get, "/hello", stream: 3, hasBody: false))
            #expect(await connection.read(untilEndOf: [1, 3]).contains("hello"))
            try await connection.channel.close()
        }
        #expect(counters.lateBodies == 1)
        #expect(counters.bodyBytes == 0)
    }

    @Test("All bodies of HTTP/2 together have a limit")
    func bodyBytes() async throws {
        let counters = try await running({ $0.bodyBytes = 1_000 }) { port, root in
            let connection = try await TLSConnection.posting([UInt8](repeating: 0x61, count: 2_000), port, root)
            await connection.read(untilEndOf: [1])
            try await connection.channel.close()
        }
        #expect(counters.refusedBodies == 1)
        #expect(counters.bodyBytes == 0)
    }

    @Test("All requests of HTTP/2 that are under way have a limit, over all connections")
    func streams() async throws {
        let counters = try await running({ $0.connections = 2 }) { port, root in
            let half = Array("half".utf8)
            let first = try await TLSConnection.posting(half, port, root)
            try await first.send(HTTP2Bytes.head(HTTP2Bytes.post, "/count", stream: 3, hasBody: true))
            // The server has both when it answers the ping behind them.
            try await first.send(HTTP2Bytes.ping)
            #expect(await first.answer(upTo: HTTP2Bytes.pingText).contains(HTTP2Bytes.pingText))
            let second = try await TLSConnection.asking(for: "/hello", port, root)
            #expect(!(await second.read(untilEndOf: [1]).contains("hello")))
            // A refused one, of which more comes, leaves its connection as it was.
            try await second.send(
                HTTP2Bytes.head(HTTP2Bytes.post, "/count", stream: 3, hasBody: true)
                    + HTTP2Bytes.data(half, stream: 3)
            )
            await second.read(untilEndOf: [3])
            try await second.send(HTTP2Bytes.ping)
            #expect(await second.answer(upTo: HTTP2Bytes.pingText).contains(HTTP2Bytes.pingText))
            // Those that have a place go on.
            try await first.send(HTTP2Bytes.end(stream: 1) + HTTP2Bytes.end(stream: 3))
            await first.read(untilEndOf: [1, 3])
            try await second.channel.close()
            try await first.channel.close()
        }
        #expect(counters.refused == 2)
        #expect(counters.bodyBytes == 0)
    }

    @Test("A request of HTTP/2 that has ended leaves its place to others")
    func endedStreams() async throws {
        let counters = try await running({ $0.connections = 2 }) { port, root in
            let connection = try await TLSConnection.asking(for: "/hello", port, root)
            #expect(await connection.read(untilEndOf: [1]).contains("hello"))
            for stream in [3, 5, 7, 9] as [UInt8] {
                try await connection.send(HTTP2Bytes.head(HTTP2Bytes.get, "/hello", stream: stream, hasBody: false))
                #expect(await connection.read(untilEndOf: [stream]).contains("hello"), "stream \(stream)")
            }
            try await connection.channel.close()
        }
        #expect(counters.refused == 0)
    }

    @Test("A connection of HTTP/2 that says nothing is closed", arguments: [[], HTTP2Bytes.preface])
    func idle(said: [UInt8]) async throws {
        let counters = try await running({ $0.idleSeconds = 0.3 }) { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "h2")
            try await connection.send(said)
            _ = await connection.rest()
        }
        #expect(counters.open == 0)
    }

    @Test("Too many connections are closed without a word")
    func tooMany() async throws {
        let counters = try await running({ $0.connections = 1 }) { port, root in
            let first = try await TLSConnection.asking(for: "/hello", port, root)
            #expect(await first.answer(upTo: "hello").contains("hello"))
            #expect(await (try RawConnection.open(port)).rest() == "")
            try await first.channel.close()
        }
        #expect(counters.refused == 1)
    }

    @Test("A request of HTTP/2 that never ends does not keep the server from ending")
    func shutdown() async throws {
        let counters = try await running({ $0.lingerSeconds = 0.2 }) { port, root in
            _ = try await TLSConnection.asking(for: "/forever", port, root)
        }
        #expect(counters.open == 0)
    }

    @Test("An answer that the other side leaves no room for is given up")
    func stalled() async throws {
        let counters = try await running({ $0.answerSeconds = 0.3 }) { port, root in
            // Its window of 64 KB is never opened again.
            let connection = try await TLSConnection.asking(for: "/big", port, root)
            await connection.read(untilEndOf: [1])
            try await connection.channel.close()
        }
        #expect(counters.stalledAnswers == 1)
    }
}
