import Foundation
import NIOCore
import NIOPosix

/// A client that sends any bytes, also too few, and may read nothing.
struct RawConnection: Sendable {
    let channel: any Channel
    private let parts: AsyncStream<ByteBuffer>

    /// - Parameter isDeaf: Whether it reads nothing, ever.
    static func open(_ port: Int, isDeaf: Bool = false) async throws -> RawConnection {
        let (reader, parts) = PieceReader.make()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(600))
            .channelOption(.autoRead, value: !isDeaf)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(reader())
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return RawConnection(channel: channel, parts: parts)
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    /// Everything until the server closes the connection.
    func rest() async -> String {
        var text = ""
        for await part in parts { text += String(buffer: part) }
        return text
    }

    /// What comes until the end of an answer that ends with `end`.
    func answer(endingWith end: String) async -> String {
        var text = ""
        for await part in parts {
            text += String(buffer: part)
            if text.hasSuffix(end) { break }
        }
        return text
    }

    func close() async throws { try await channel.close() }

    /// Ends with RST, as a process does that is killed with unread bytes.
    func reset() async throws {
        try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close()
    }
}
