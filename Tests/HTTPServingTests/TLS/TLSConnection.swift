import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A client that speaks TLS and sends any bytes inside.
struct TLSConnection: Sendable {
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        let continuation: AsyncStream<ByteBuffer>.Continuation

        init(_ continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(unwrapInboundIn(data)) }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    let channel: any Channel
    private let parts: AsyncStream<ByteBuffer>

    /// What comes, piece by piece.
    var frames: AsyncStream<ByteBuffer> { parts }

    /// - Parameters:
    ///   - root: The root to trust, in PEM.
    ///   - name: By which name the server is asked.
    ///   - inside: What is to be spoken inside, for example `h2`.
    static func open(_ port: Int, root: String, name: String = "localhost", inside: String) async throws -> Self {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(root.utf8)))
        configuration.applicationProtocols = [inside]
        let context = try NIOSSLContext(configuration: configuration)
        let (parts, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
                    try pipeline.addHandler(Reader(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return Self(channel: channel, parts: parts)
    }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Everything until the server closes the connection.
    func rest() async -> [UInt8] {
        var bytes: [UInt8] = []
        for await part in parts { bytes += part.readableBytesView }
        return bytes
    }

    /// What comes until something was in it; a frame that ends the stream may come in one piece with it.
    func answer(upTo end: String) async -> String {
        var text = ""
        for await part in parts {
            text += String(buffer: part)
            if text.contains(end) { break }
        }
        return text
    }
}

/// Frames of HTTP/2, written by hand, so that they can be wrong.
enum HTTP2Bytes {
    /// What a client begins with: the preface and empty SETTINGS.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(type: 4, flags: 0, stream: 0, [])

    /// HEADERS of a request that has a body.
    static func head(_ method: UInt8, _ path: String, stream: UInt8, hasBody: Bool) -> [UInt8] {
        let path = Array(path.utf8)
        let block = [method, 0x87, 0x04, UInt8(path.count)] + path + [0x01, 0x01, UInt8(ascii: "a")]
        return frame(type: 1, flags: hasBody ? 0x04 : 0x05, stream: stream, block)
    }

    /// `:method GET` and `:method POST` in HPACK's table.
    static let (get, post): (UInt8, UInt8) = (0x82, 0x83)

    static func data(_ bytes: [UInt8], stream: UInt8) -> [UInt8] { frame(type: 0, flags: 0, stream: stream, bytes) }

    private static func frame(type: UInt8, flags: UInt8, stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let count = payload.count
        let length = [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        return length + [type, flags, 0, 0, 0, stream] + payload
    }
}
