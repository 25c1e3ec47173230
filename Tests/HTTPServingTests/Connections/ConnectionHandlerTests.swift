import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPServing

/// The handlers on a channel whose time is turned by hand.
@Suite("The watch over a connection")
struct ConnectionHandlerTests {
    /// What the server behind the handlers hears.
    private final class Server: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        var heads = 0
        var bytes = 0
        var ends = 0
        var refusals: [RequestRefusal] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: heads += 1
            case .body(let part): bytes += part.readableBytes
            case .end: ends += 1
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if let refusal = error as? RequestRefusal { refusals.append(refusal) }
        }
    }

    private final class Connection {
        let channel = EmbeddedChannel()
        let connections: ServerConnections
        let server = Server()
        var waiting = 0

        init(_ change: (inout ServerLimits) -> Void = { _ in }) throws {
            var limits = ServerLimits()
            change(&limits)
            connections = ServerConnections(limits: limits) { $0 == "PUT" && $1 == "/big" }
            let pipeline = channel.pipeline.syncOperations
            let handler = ConnectionHandler(connections: connections, now: channel.eventLoop.now) { [unowned self] _ in
                waiting
            }
            try pipeline.addHandlers([
                handler, HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()), RequestHandler(handler),
                server,
            ])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func send(_ text: String) throws { try channel.writeInbound(channel.allocator.buffer(string: text)) }

        func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        func answer(_ status: HTTPResponseStatus = .ok) throws {
            let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["Content-Length": "0"])
            try channel.writeOutbound(HTTPServerResponsePart.head(head))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        }

        /// What left since the last time.
        func received() throws -> String {
            var text = ""
            while let part = try channel.readOutbound(as: IOData.self) {
                if case .byteBuffer(let bytes) = part { text += String(buffer: bytes) }
            }
            return text
        }
    }

    private static let post = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"

    @Test("Half a head is answered 408 after ten seconds, counted, and closed")
    func lateHead() throws {
        let connection = try Connection()
        try connection.send("GET / HT")
        connection.pass(9)
        #expect(connection.channel.isActive)
        connection.pass(1)
        #expect(try connection.received().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        connection.pass(2)
        #expect(!connection.channel.isActive)
        #expect(connection.connections.counters.badHeads == 1)
    }

    @Test("A head without end is answered 431")
    func longHead() throws {
        let connection = try Connection()
        try connection.send("GET / HTTP/1.1\r\n")
        for _ in 0..<3 { try? connection.send("a: \(String(repeating: "x", count: 6_000))") }
        #expect(try connection.received().hasPrefix("HTTP/1.1 431 "))
        connection.pass(2)
        #expect(!connection.channel.isActive)
    }

    @Test("Whoever reads half a body is told after thirty seconds, and can answer")
    func lateBody() throws {
        let connection = try Connection()
        try connection.send(Self.post + "half")
        connection.pass(29)
        #expect(connection.server.refusals == [])
        // What came of the body has earned it a moment.
        connection.pass(2)
        #expect(connection.server.refusals == [.bodyTooLate])
        try connection.answer(.requestTimeout)
        #expect(try connection.received().hasPrefix("HTTP/1.1 408 "))
        connection.pass(2)
        #expect(!connection.channel.isActive)
        #expect(connection.connections.counters.lateBodies == 1)
        #expect(connection.connections.counters.bodyBytes == 0)
    }

    @Test("Bytes of a body are held until its request is answered")
    func held() throws {
        let connection = try Connection()
        try connection.send(Self.post + "0123456789")
        #expect(connection.server.ends == 1)
        #expect(connection.connections.counters.bodyBytes == 10)
        try connection.answer()
        #expect(connection.connections.counters.bodyBytes == 0)
    }

    @Test("Bytes of a body are free when its sender goes away, and its reader hears of it")
    func goneInBody() throws {
        let connection = try Connection()
        try connection.send(Self.post + "half")
        #expect(connection.connections.counters.bodyBytes == 4)
        try connection.channel.close().wait()
        #expect(connection.server.refusals.first == .bodyCutOff)
        #expect(connection.connections.counters.bodyBytes == 0)
    }

    @Test("Requests may be sent ahead of their answers, but not without end")
    func ahead() throws {
        let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let connection = try Connection()
        try connection.send(String(repeating: get, count: 64))
        #expect(connection.server.ends == 64)
        try connection.answer()
        try connection.send(get)
        #expect(connection.channel.isActive)
        try connection.send(String(repeating: get, count: 1_000))
        #expect(!connection.channel.isActive)
        #expect(connection.server.heads == 65)
        #expect(connection.connections.counters.badHeads == 1)
    }

    @Test("A body that has no room is refused, and what follows is not held")
    func overloaded() throws {
        let connection = try Connection { $0.bodyBytes = 6 }
        try connection.send(Self.post + "0123")
        try connection.send("456")
        try connection.send("789")
        #expect(connection.server.refusals == [.overloaded])
        #expect(connection.server.bytes == 4)
        #expect(connection.connections.counters.refusedBodies == 1)
        try connection.answer(.serviceUnavailable)
        #expect(connection.connections.counters.bodyBytes == 0)
    }

    @Test("A body with a limit of its own takes no room")
    func unlimited() throws {
        let connection = try Connection { $0.bodyBytes = 6 }
        try connection.send("PUT /big?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789")
        #expect(connection.server.bytes == 10)
        #expect(connection.connections.counters.bodyBytes == 0)
        #expect(connection.server.refusals == [])
    }

    @Test("Of bodies with a limit of their own one is outside of the room at a time; others take theirs")
    func oneUnlimited() throws {
        let connection = try Connection { $0.bodyBytes = 6 }
        let put = "PUT /big HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789"
        try connection.send(put + put)
        #expect(connection.server.bytes == 10)
        #expect(connection.server.refusals == [.overloaded])
        #expect(connection.connections.counters.refusedBodies == 1)
    }

    @Test("The place of a body with a limit of its own is free again when it is answered or its sender goes away")
    func nextUnlimited() throws {
        let connection = try Connection { $0.bodyBytes = 6 }
        let put = "PUT /big HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789"
        try connection.send(put)
        #expect(!connection.connections.beginLargeBody("PUT", "/big"))
        try connection.answer()
        #expect(connection.connections.beginLargeBody("PUT", "/big"))
        connection.connections.endLargeBody()
        try connection.send(String(put.dropLast(5)))
        #expect(!connection.connections.beginLargeBody("PUT", "/big"))
        try connection.channel.close().wait()
        #expect(connection.connections.beginLargeBody("PUT", "/big"))
        #expect(!connection.connections.beginLargeBody("GET", "/small"))
    }

    @Test("After an early answer the body is read for two seconds and held by nobody")
    func earlyAnswer() throws {
        let connection = try Connection()
        try connection.send(Self.post + "01")
        try connection.answer(.unauthorized)
        try connection.send("2345")
        #expect(connection.server.bytes == 2)
        #expect(connection.connections.counters.bodyBytes == 0)
        connection.pass(2)
        #expect(!connection.channel.isActive)
        #expect(connection.connections.counters.lateBodies == 0)
    }

    @Test("Whoever does not read an answer is cut off")
    func deaf() throws {
        let connection = try Connection()
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.waiting = 40
        try connection.answer()
        connection.pass(29)
        #expect(connection.channel.isActive)
        connection.pass(1)
        #expect(!connection.channel.isActive)
        #expect(connection.connections.counters.stalledAnswers == 1)
    }

    @Test("An idle connection is closed after a minute, and at once when the server ends")
    func idle() throws {
        let first = try Connection()
        first.pass(59)
        #expect(first.channel.isActive)
        first.pass(1)
        #expect(!first.channel.isActive)
        let second = try Connection()
        second.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!second.channel.isActive)
    }

    @Test("A request that is under way has ten seconds when the server ends")
    func shutdown() throws {
        let connection = try Connection()
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.pass(100)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        connection.pass(9)
        #expect(connection.channel.isActive)
        connection.pass(1)
        #expect(!connection.channel.isActive)
    }

    @Test("Too many connections: 503 and when to come back")
    func refusal() throws {
        let channel = EmbeddedChannel(handler: RefusalHandler(linger: .seconds(2)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let part = try channel.readOutbound(as: ByteBuffer.self)
        let bytes = try #require(part)
        #expect(String(buffer: bytes).hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        #expect(String(buffer: bytes).contains("\r\nRetry-After: 1\r\n"))
    }
}
