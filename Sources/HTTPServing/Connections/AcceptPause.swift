import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Stops accepting for a moment when the system has no descriptor or no memory for a connection.
///
/// The socket stays readable then, and a server that looks again at once does nothing else.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    static let length = TimeAmount.milliseconds(200)
    private static let reasons: Set<CInt> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private let connections: ServerConnections

    init(connections: ServerConnections) { self.connections = connections }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, Self.reasons.contains(error.errnoCode) {
            connections.count(\.pauses)
            let channel = context.channel
            channel.setOption(.autoRead, value: false).whenSuccess {
                channel.eventLoop.scheduleTask(in: Self.length) { channel.setOption(.autoRead, value: true) }
            }
        }
        context.fireErrorCaught(error)
    }
}
