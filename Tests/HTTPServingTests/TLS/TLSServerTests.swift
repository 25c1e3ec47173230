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
            let connection = try await TLSConnection.open(port, root: root, inside: "h2")
            try await connection.send(
                HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.get, "/hello", stream: 1, hasBody: false)
            )
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
        let counters = try await running { limits in
            limits.headSeconds = 0.2
        } _: { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "http/1.1")
            try await connection.send("GET /hello HTTP/1.1\r\nHo")
            #expect(String(decoding: await connection.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
        }
        #expect(counters.badHeads == 1)
    }

    @Test("Who does not shake hands is not waited for")
    func noHandshake() async throws {
        let counters = try await running { limits in
            limits.handshakeSeconds = 0.2
        } _: { port, _ in
            let connection = try await RawConnection.open(port)
            #expect(await connection.rest() == "")
        }
        #expect(counters.badHeads == 1)
        #expect(counters.open == 0)
    }

    @Test("Half a body of HTTP/2 is answered, and its bytes are let go")
    func halfBody() async throws {
        let counters = try await running { limits in
            limits.bodySeconds = 0.2
        } _: { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "h2")
            try await connection.send(
                HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.post, "/count", stream: 1, hasBody: true)
                    + HTTP2Bytes.data(Array("half".utf8), stream: 1)
            )
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
        let counters = try await running { limits in
            limits.bodyBytes = 1_000
        } _: { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "h2")
            try await connection.send(
                HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.post, "/count", stream: 1, hasBody: true)
                    + HTTP2Bytes.data([UInt8](repeating: 0x61, count: 2_000), stream: 1)
            )
            await connection.read(untilEndOf: [1])
            try await connection.channel.close()
        }
        #expect(counters.refusedBodies == 1)
        #expect(counters.bodyBytes == 0)
    }

    @Test("A connection of HTTP/2 that says nothing is closed", arguments: [[], HTTP2Bytes.preface])
    func idle(said: [UInt8]) async throws {
        let counters = try await running { limits in
            limits.idleSeconds = 0.3
        } _: { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "h2")
            try await connection.send(said)
            _ = await connection.rest()
        }
        #expect(counters.open == 0)
    }

    @Test("Too many connections are closed without a word")
    func tooMany() async throws {
        let counters = try await running { limits in
            limits.connections = 1
        } _: { port, root in
            let first = try await TLSConnection.open(port, root: root, inside: "h2")
            try await first.send(
                HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.get, "/hello", stream: 1, hasBody: false)
            )
            #expect(await first.answer(upTo: "hello").contains("hello"))
            #expect(await (try RawConnection.open(port)).rest() == "")
            try await first.channel.close()
        }
        #expect(counters.refused == 1)
    }

    @Test("A request of HTTP/2 that never ends does not keep the server from ending")
    func shutdown() async throws {
        let counters = try await running { limits in
            limits.lingerSeconds = 0.2
        } _: { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "h2")
            try await connection.send(
                HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.get, "/forever", stream: 1, hasBody: false)
            )
        }
        #expect(counters.open == 0)
    }

    @Test("An answer that the other side leaves no room for is given up")
    func stalled() async throws {
        let counters = try await running { limits in
            limits.answerSeconds = 0.3
        } _: { port, root in
            let connection = try await TLSConnection.open(port, root: root, inside: "h2")
            // Its window of 64 KB is never opened again.
            try await connection.send(
                HTTP2Bytes.preface + HTTP2Bytes.head(HTTP2Bytes.get, "/big", stream: 1, hasBody: false)
            )
            await connection.read(untilEndOf: [1])
            try await connection.channel.close()
        }
        #expect(counters.stalledAnswers == 1)
    }
}

extension TLSConnection {
    /// Reads frames until the server has ended all of these streams, in order (END_STREAM) or not (RST_STREAM).
    ///
    /// - Returns: What their frames said.
    @discardableResult
    func read(untilEndOf streams: Set<UInt8>) async -> String {
        var (bytes, said, open): ([UInt8], [UInt8], Set<UInt8>) = ([], [], streams)
        for await part in frames {
            bytes += part.readableBytesView
            while bytes.count >= 9 {
                let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
                guard bytes.count >= 9 + length else { break }
                let (type, flags, number) = (bytes[3], bytes[4], bytes[8])
                said += bytes[9..<9 + length]
                bytes.removeFirst(9 + length)
                if type == 3 || (type <= 1 && flags & 1 == 1) { open.remove(number) }
                if open.isEmpty { return String(decoding: said, as: UTF8.self) }
            }
        }
        return String(decoding: said, as: UTF8.self)
    }
}
