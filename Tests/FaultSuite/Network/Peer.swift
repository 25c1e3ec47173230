import Foundation
import Locking
import NIOCore
import NIOPosix

/// A server that a server under test talks to, and that behaves badly.
final class Peer: Sendable {
    /// What it does with a whole request.
    enum Manner: Sendable {
        /// Sends these bytes and keeps the connection.
        case sends([UInt8])
        /// Sends the head of an answer at once, and its body a byte at a time.
        case drips([UInt8], every: TimeAmount)
        /// Sends these bytes and closes.
        case cuts([UInt8])
        /// Sends the head of an answer and then so many bytes.
        case floods(Int)
        /// Never answers.
        case isSilent
        /// Closes every connection at once.
        case closes
        /// Makes bytes of the request.
        case answers(@Sendable (PeerRequest) -> [UInt8])
    }

    fileprivate struct State {
        var manner: Manner
        var connectionCount = 0
        var requests: [PeerRequest] = []
    }

    private let state: Locked<State>
    private let arrivals: AsyncStream<PeerRequest>
    private let continuation: AsyncStream<PeerRequest>.Continuation

    private init(_ manner: Manner) {
        state = Locked(State(manner: manner))
        (arrivals, continuation) = AsyncStream<PeerRequest>.makeStream()
    }

    /// What it does from now on.
    var manner: Manner {
        get { state.withLock { $0.manner } }
        set { state.withLock { $0.manner = newValue } }
    }

    /// How often somebody connected.
    var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// The whole requests that came.
    var requests: [PeerRequest] { state.withLock { $0.requests } }

    /// Waits for the next request that nobody has waited for.
    func nextRequest() async -> PeerRequest? { await arrivals.first { _ in true } }

    /// Runs a peer while `body` does something.
    static func run<Value: Sendable>(
        _ manner: Manner,
        _ body: (_ peer: Peer, _ url: String) async throws -> Value
    ) async throws -> Value {
        let peer = Peer(manner)
        let children = Locked<[any Channel]>([])
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 256)
            .childChannelInitializer { channel in
                children.withLock { $0.append(channel) }
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PeerHandler(peer))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(peer, "http://127.0.0.1:\(server.localAddress?.port ?? 0)"))
        } catch {
            result = .failure(error)
        }
        peer.continuation.finish()
        try? await server.close()
        children.withLock { $0 }.forEach { $0.close(promise: nil) }
        return try result.get()
    }

    fileprivate func connected() -> Manner {
        state.withLock { state in
            state.connectionCount += 1
            return state.manner
        }
    }

    fileprivate func received(_ request: PeerRequest) -> Manner {
        let manner = state.withLock { state in
            state.requests.append(request)
            return state.manner
        }
        // Who waited for it finds it among the requests.
        continuation.yield(request)
        return manner
    }
}

/// A request as a peer got it.
struct PeerRequest: Sendable {
    let path: String
    let body: [UInt8]

    /// Takes a whole request with a length from the front of bytes.
    init?(takenFrom bytes: inout [UInt8]) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let length =
            head.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        let rest = bytes[end.upperBound...]
        guard rest.count >= length else { return nil }
        path = head.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        body = Array(rest.prefix(length))
        bytes = Array(rest.dropFirst(length))
    }
}

private final class PeerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let peer: Peer
    private var bytes: [UInt8] = []

    init(_ peer: Peer) { self.peer = peer }

    func channelActive(context: ChannelHandlerContext) {
        if case .closes = peer.connected() { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += Array(buffer: unwrapInboundIn(data))
        while let request = PeerRequest(takenFrom: &bytes) { behave(peer.received(request), to: request, context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func behave(_ manner: Peer.Manner, to request: PeerRequest, _ context: ChannelHandlerContext) {
        switch manner {
        case .sends(let answer): write(answer, context)
        case .answers(let answer): write(answer(request), context)
        case .cuts(let answer):
            write(answer, context)
            context.close(promise: nil)
        case .drips(let body, let interval):
            write(HTTPText.answer("200 OK", body: body).dropLast(body.count), context)
            drip(body[...], every: interval, context)
        case .floods(let count):
            write(Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n".utf8), context)
            let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
            for _ in 0..<(count >> 20) { write(piece, context) }
        case .isSilent: break
        case .closes: context.close(promise: nil)
        }
    }

    private func drip(_ bytes: ArraySlice<UInt8>, every interval: TimeAmount, _ context: ChannelHandlerContext) {
        guard let first = bytes.first, context.channel.isActive else { return }
        write([first], context)
        context.eventLoop.assumeIsolated().scheduleTask(in: interval) {
            self.drip(bytes.dropFirst(), every: interval, context)
        }
    }

    private func write(_ bytes: some Sequence<UInt8>, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}
