import Foundation
import NIOCore
import TestSupport
import Testing

@testable import HTTPServing

@Suite("A running server and clients that do wrong", .tags(.slow), .timeLimit(.minutes(15)))
struct HostileClientTests {
    private static let halfBody = "POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"
    private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    private func expectHello(_ port: Int) async throws {
        let connection = try await RawConnection.open(port)
        try await connection.send(Self.hello)
        #expect(await connection.answer(endingWith: "hello").hasPrefix("HTTP/1.1 200 OK\r\n"))
        try await connection.close()
    }

    @Test("Half a body is answered 408, then the connection is closed")
    func halfBody() async throws {
        let server = SampleServer { $0.bodySeconds = 0.2 }
        try await server.running { port in
            let connection = try await RawConnection.open(port)
            try await connection.send(Self.halfBody)
            #expect(await connection.rest().hasPrefix("HTTP/1.1 408 "))
            try await expectHello(port)
        }
        #expect(server.connections.counters.lateBodies == 1)
        #expect(server.connections.counters.bodyBytes == 0)
        #expect(server.messages.all == [])
    }

    @Test("Half a head is answered 408, then the connection is closed")
    func halfHead() async throws {
        let server = SampleServer { $0.headSeconds = 0.2 }
        try await server.running { port in
            let connection = try await RawConnection.open(port)
            try await connection.send("GET /hello HTTP/1.1\r\nHo")
            #expect(await connection.rest().hasPrefix("HTTP/1.1 408 "))
        }
        #expect(server.connections.counters.badHeads == 1)
    }

    @Test("Headers without end are refused")
    func headerFlood() async throws {
        let server = SampleServer()
        try await server.running { port in
            for line in [
                "x: \(String(repeating: "y", count: 40_000))\r\n", String(repeating: "x: y\r\n", count: 5_000),
            ] {
                let connection = try await RawConnection.open(port)
                try? await connection.send("GET /hello HTTP/1.1\r\nHost: a\r\n" + line)
                let answer = await connection.rest()
                #expect(answer.hasPrefix("HTTP/1.1 400 ") || answer.hasPrefix("HTTP/1.1 431 "), "\(answer.prefix(80))")
            }
            try await expectHello(port)
        }
    }

    @Test("Somebody who goes away in a body is no error", arguments: [true, false])
    func goesAway(byReset: Bool) async throws {
        let server = SampleServer()
        try await server.running { port in
            let connection = try await RawConnection.open(port)
            try await connection.send(Self.halfBody)
            if byReset { try await connection.reset() } else { try await connection.close() }
            try await expectHello(port)
        }
        #expect(server.messages.all == [])
        #expect(server.connections.counters.open == 0)
        #expect(server.connections.counters.bodyBytes == 0)
    }

    @Test("Somebody who ends a body early but listens on is told so")
    func halfClosed() async throws {
        let server = SampleServer()
        try await server.running { port in
            let connection = try await RawConnection.open(port)
            try await connection.channel.setOption(.allowRemoteHalfClosure, value: true).get()
            try await connection.send(Self.halfBody)
            try await connection.channel.close(mode: .output)
            #expect(await connection.rest().hasPrefix("HTTP/1.1 400 "))
        }
        #expect(server.messages.all == [])
    }

    @Test("Somebody who reads nothing is cut off", arguments: ["/big", "/stream"])
    func deaf(path: String) async throws {
        let server = SampleServer { $0.answerSeconds = 0.2 }
        try await server.running { port in
            let connection = try await RawConnection.open(port, isDeaf: true)
            try await connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            while server.connections.counters.open > 0 || server.connections.counters.stalledAnswers == 0 {
                try await expectHello(port)
            }
            try await connection.close()
        }
        #expect(server.connections.counters.stalledAnswers == 1)
    }

    @Test("300 connections where 20 may be: 280 are refused at once, and the 20 are served")
    func tooMany() async throws {
        let server = SampleServer { $0.connections = 20 }
        try await server.running { port in
            var first: [RawConnection] = []
            for _ in 0..<20 {
                let connection = try await RawConnection.open(port)
                try await connection.send(Self.hello)
                #expect(await connection.answer(endingWith: "hello").hasPrefix("HTTP/1.1 200 "))
                first.append(connection)
            }
            for _ in 0..<280 {
                #expect(await (try RawConnection.open(port)).rest().hasPrefix("HTTP/1.1 503 "))
            }
            for connection in first {
                try await connection.send(Self.hello)
                #expect(await connection.answer(endingWith: "hello").hasPrefix("HTTP/1.1 200 "))
            }
            try await first[0].close()
        }
        #expect(server.connections.counters.refused == 280)
    }

    @Test("Bodies together take no more room than there is; whoever comes later is told to come back")
    func bodyBudget() async throws {
        let server = SampleServer { $0.bodyBytes = 500_000 }
        try await server.running { port in
            let head = "POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"
            var held: [RawConnection] = []
            for _ in 0..<4 {
                let connection = try await RawConnection.open(port)
                try await connection.send(head + String(repeating: "x", count: 100_000))
                held.append(connection)
            }
            while server.connections.counters.bodyBytes < 400_000 { try await expectHello(port) }
            let late = try await RawConnection.open(port)
            try? await late.send(head + String(repeating: "x", count: 200_000))
            #expect(await late.rest().hasPrefix("HTTP/1.1 503 "))
            #expect(server.connections.counters.bodyBytes <= 500_000)
            for connection in held { try await connection.close() }
        }
        #expect(server.connections.counters.refusedBodies == 1)
        #expect(server.connections.counters.bodyBytes == 0)
    }

    @Test("Long answers that nobody reads take no more room than there is, and leave it to others")
    func answerBudget() async throws {
        let server = SampleServer { $0.answerBytes = 40 << 20 }
        let ask = "GET /long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        try await server.running { port in
            var deaf: [RawConnection] = []
            for _ in 0..<2 {
                let connection = try await RawConnection.open(port, isDeaf: true)
                try await connection.send(ask)
                deaf.append(connection)
            }
            while server.connections.counters.answerBytes < 32 << 20 { try await expectHello(port) }
            let late = try await RawConnection.open(port)
            try await late.send(ask)
            #expect(await late.rest().hasPrefix("HTTP/1.1 503 "))
            #expect(server.connections.counters.answerBytes == 32 << 20)
            for connection in deaf { try await connection.close() }
            while server.connections.counters.answerBytes > 0 { try await expectHello(port) }
            let last = try await RawConnection.open(port)
            try await last.send(ask)
            let answer = await last.rest()
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.utf8.suffix(16 << 20).allSatisfy { $0 == UInt8(ascii: "c") })
            #expect(answer.utf8.count > 16 << 20)
        }
        #expect(server.connections.counters.refusedAnswers == 1)
        #expect(server.connections.counters.answerBytes == 0)
    }
}
