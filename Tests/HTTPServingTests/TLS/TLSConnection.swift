import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A client that speaks TLS and sends any bytes inside.
struct TLSConnection: Sendable {
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
        let (reader, parts) = PieceReader.make()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(600))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
                    try pipeline.addHandler(reader())
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
