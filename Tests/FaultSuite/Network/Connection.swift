import Foundation
import Locking
import NIOCore
import NIOPosix
import NIOSSL

/// A raw TCP connection to a server: bytes are sent as they are, whole, half or never.
final class Connection: Sendable {
    private let channel: any Channel
    private let inbound: AsyncStream<[UInt8]>
    private let received = Locked<(bytes: [UInt8], isClosed: Bool)>(([], false))

    private init(channel: any Channel, inbound: AsyncStream<[UInt8]>) {
        self.channel = channel
        self.inbound = inbound
    }

    deinit { channel.close(promise: nil) }

    /// Connects.
    ///
    /// - Parameters:
    ///   - reads: False for a deaf client, which never takes in what the server sends.
    ///   - inside: What is to be spoken inside of TLS, whoever the other side is; nil for no TLS.
    static func open(_ port: Int, reads: Bool = true, inside: String? = nil) async throws -> Connection {
        let secure = try inside.map(Self.context)
        let (inbound, continuation) = AsyncStream<[UInt8]>.makeStream()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            // A machine that builds beside it is slow, and no finding.
            .connectTimeout(.seconds(60))
            .channelOption(.autoRead, value: reads)
            .channelOption(.socketOption(.so_rcvbuf), value: reads ? 1 << 18 : 4_096)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let secure {
                        try pipeline.addHandler(NIOSSLClientHandler(context: secure, serverHostname: "localhost"))
                    }
                    try pipeline.addHandler(Inbox(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .get()
        return Connection(channel: channel, inbound: inbound)
    }

    private static func context(inside: String) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = [inside]
        return try NIOSSLContext(configuration: configuration)
    }

    /// Opens many connections that all do the same.
    static func open(
        _ count: Int,
        to port: Int,
        reads: Bool = true,
        sending bytes: [UInt8] = []
    ) async throws -> [Connection] {
        var connections: [Connection] = []
        for _ in 0..<count {
            // With a full backlog the system makes a client wait; that is an answer, too.
            guard let connection = try? await open(port, reads: reads) else { break }
            if !bytes.isEmpty { connection.push(bytes) }
            connections.append(connection)
        }
        return connections
    }

    /// Sends bytes and waits until the system has taken them.
    func send(_ bytes: [UInt8]) async throws {
        try await withTaskCancellationHandler {
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Sends bytes and does not wait.
    func push(_ bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

    /// Sends bytes one at a time until it is closed or the task cancelled.
    func drip(_ bytes: [UInt8], every interval: Duration) async {
        for byte in bytes {
            guard channel.isActive else { return }
            push([byte])
            do { try await Task.sleep(for: interval) } catch { return }
        }
    }

    /// Whether the server has not closed it yet.
    var isOpen: Bool { channel.isActive }

    /// The next answer; nil if the server closes the connection before it is whole.
    func answer() async -> Answer? {
        while true {
            if let answer = received.withLock({ Answer.take(from: &$0.bytes, isClosed: $0.isClosed) }) { return answer }
            if received.withLock({ $0.isClosed }) { return nil }
            guard let bytes = await inbound.first(where: { _ in true }) else {
                if Task.isCancelled { return nil }
                received.withLock { $0.isClosed = true }
                continue
            }
            received.withLock { $0.bytes += bytes }
        }
    }

    /// What comes next, in whatever pieces; nil if the server closes the connection.
    func piece() async -> [UInt8]? { await inbound.first { _ in true } }

    /// Waits until the server has closed it.
    func closed() async { while await answer() != nil {} }

    /// Closes it as programs do that are ended: the server gets a reset.
    func abort() {
        guard let options = channel as? any SocketOptionProvider else { return close() }
        options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { [channel] _ in channel.close(promise: nil) }
    }

    /// Closes it.
    func close() { channel.close(promise: nil) }
}

/// Hands on what arrives.
private final class Inbox: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncStream<[UInt8]>.Continuation

    init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        continuation.yield(Array(buffer: unwrapInboundIn(data)))
    }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
