import AppStoreModels
import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Locking
import NIOCore
import Testing

/// Peers that behave badly, by path. They hold what they hold until ``release()``.
final class Peers: Sendable {
    private let requests = Locked(0)
    private let (held, holder) = AsyncStream<Void>.makeStream()
    private let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    private let (dropped, drop) = AsyncStream<Int>.makeStream()

    var requestCount: Int { requests.withLock { $0 } }

    /// Ends everything that is held.
    func release() { holder.finish() }

    /// Returns when a request has come.
    func arrival() async { for await _ in arrivals { return } }

    /// Returns when so many bytes were sent by `drip`.
    func drops(_ count: Int) -> @Sendable () async -> Void {
        { [dropped] in for await number in dropped where number >= count { return } }
    }

    var router: Router<BasicRequestContext> {
        let router = Router()
        router.post("echo") { [self] request, _ in
            note()
            let body = try await request.body.collect(upTo: 1_000)
            return Response(
                status: .accepted,
                headers: [.retryAfter: "7"],
                body: .init(byteBuffer: ByteBuffer(string: "\(request.method) \(String(buffer: body))"))
            )
        }
        router.post("host") { request, _ in request.head.authority ?? "" }
        router.post("silent") { [self] _, _ in
            note()
            await hold()
            return Response(status: .ok)
        }
        router.post("half") { [self] _, _ in begin(bytes: 1) }
        router.post("drip") { [self] _, _ in begin(bytes: 10) }
        router.post("long") { [self] _, _ in
            note()
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 0x20, count: 101)))
        }
        router.post("endless") { [self] _, _ in begin(bytes: 101) }
        router.post("many/:count") { [self] _, context in
            note()
            let count = try context.parameters.require("count", as: Int.self)
            return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 0x20, count: count)))
        }
        router.post("pieces/:count") { [self] _, context in
            note()
            let count = try context.parameters.require("count", as: Int.self)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<count { try await writer.write(ByteBuffer(repeating: 0x20, count: 1_024)) }
                    try await writer.finish(nil)
                }
            )
        }
        router.post("redirect/:status") { [self] _, context in
            note()
            return Response(
                status: .init(code: try context.parameters.require("status", as: Int.self)),
                headers: [.location: "http://127.0.0.1:99999/"]
            )
        }
        return router
    }

    /// Answers with so many bytes, each sent alone, and goes no further.
    private func begin(bytes: Int) -> Response {
        note()
        return Response(
            status: .ok,
            body: ResponseBody { [self] writer in
                for number in 1...bytes {
                    try await writer.write(ByteBuffer(string: " "))
                    drop.yield(number)
                }
                await hold()
                try await writer.finish(nil)
            }
        )
    }

    private func note() {
        requests.withLock { $0 += 1 }
        arrived.yield()
    }

    private func hold() async { for await _ in held {} }
}

/// Lets peers of all kinds listen on a real socket while `body` runs.
func withPeers(
    _ body: @escaping @Sendable (_ address: @Sendable (String) throws -> HTTPAddress, Peers) async throws -> Void
) async throws {
    let peers = Peers()
    try await Application(router: peers.router, server: ServerConnections(limits: ServerLimits()).server)
        .test(.live) { client in
            let port = try #require(client.port)
            defer { peers.release() }
            try await body({ try HTTPAddress("http://127.0.0.1:\(port)/\($0)") }, peers)
        }
}

/// A clock on which every sleep ends when something has happened.
struct ArrivalClock: Clock {
    private let happens: @Sendable () async -> Void

    init(_ happens: @escaping @Sendable () async -> Void) { self.happens = happens }

    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        await happens()
        try Task.checkCancellation()
    }
}
