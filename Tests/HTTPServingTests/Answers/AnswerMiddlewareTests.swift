import HTTPTypes
import Hummingbird
import Locking
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing

@Suite("Who is given a long answer")
struct AnswerMiddlewareTests {
    private static let length = 50_000

    private let connections: ServerConnections
    private let middleware: AnswerMiddleware<BasicRequestContext>
    /// How often an answer was made.
    private let made = Locked(0)

    /// A server with room for one long answer.
    init() {
        var limits = ServerLimits()
        limits.answerBytes = 60_000
        connections = ServerConnections(limits: limits)
        middleware = AnswerMiddleware(connections: connections)
    }

    private func ask(_ path: String = "/long", length: Int = Self.length) async throws -> Response {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger)
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: path)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return try await middleware.handle(request, context: BasicRequestContext(source: source)) { [made] _, _ in
            made.withLock { $0 += 1 }
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 % 251) }
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }

    @Test("Whoever comes when there is no room is refused, the second time before the answer is made")
    func refusal() async throws {
        let first = try await ask("/other")
        #expect(connections.counters.answerBytes == Self.length)
        await #expect(throws: RequestRefusal.unreadAnswers) { _ = try await ask() }
        #expect(made.withLock { $0 } == 2)
        await #expect(throws: RequestRefusal.unreadAnswers) { _ = try await ask() }
        #expect(made.withLock { $0 } == 2)
        #expect(connections.counters.refusedAnswers == 2)
        #expect(connections.counters.answerBytes == Self.length)
        #expect(try await ask("/short", length: SendingRoom.short).body.contentLength == SendingRoom.short)
        #expect(first.body.contentLength == Self.length)
    }

    @Test(
        "The room is free when the answer was written, when that failed, and when it never began",
        arguments: [0, 1, 2]
    )
    func released(way: Int) async throws {
        try await use(way)
        #expect(connections.counters.answerBytes == 0)
        let next = try await ask()
        #expect(connections.counters.answerBytes == Self.length)
        #expect(next.headers[.contentLength] == "\(Self.length)")
    }

    private func use(_ way: Int) async throws {
        let response = try await ask()
        switch way {
        case 0: try await response.body.write(Recorder(parts: Locked([]), fails: false))
        case 1:
            await #expect(throws: ChannelError.ioOnClosedChannel) {
                try await response.body.write(Recorder(parts: Locked([]), fails: true))
            }
        default: break
        }
        withExtendedLifetime(response) {
            #expect(connections.counters.answerBytes == Self.length)
        }
    }

    @Test("What is refused with an error takes no room")
    func failure() async throws {
        _ = try await ask()
        #expect(connections.counters.answerBytes == 0)
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/long"),
            body: RequestBody(buffer: ByteBuffer())
        )
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: logger)
        let context = BasicRequestContext(source: source)
        await #expect(throws: RequestRefusal.bodyCutOff) {
            _ = try await middleware.handle(request, context: context) { [connections] _, _ in
                // As long as the last one, until more is known.
                #expect(connections.counters.answerBytes == Self.length)
                throw RequestRefusal.bodyCutOff
            }
        }
        #expect(connections.counters.answerBytes == 0)
    }

    @Test("A long answer is written in pieces that hold nothing of the others, and is the same")
    func pieces() async throws {
        let response = try await ask()
        let parts = Locked<[ByteBuffer]>([])
        try await response.body.write(Recorder(parts: parts, fails: false))
        let written = parts.withLock { $0 }
        #expect(written.map(\.readableBytes) == [SendingRoom.short, Self.length - SendingRoom.short])
        #expect(written.allSatisfy { $0.storageCapacity < Self.length })
        #expect(written.flatMap { Array($0.readableBytesView) } == (0..<Self.length).map { UInt8($0 % 251) })
    }
}

/// Takes the parts of an answer down, or fails as a closed connection does.
private struct Recorder: ResponseBodyWriter {
    let parts: Locked<[ByteBuffer]>
    let fails: Bool

    func write(_ buffer: ByteBuffer) async throws {
        guard !fails else { throw ChannelError.ioOnClosedChannel }
        parts.withLock { $0.append(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
