import NIOCore
import NIOTLS

/// Closes a connection whose other side does not shake hands in time.
final class HandshakeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connections: ServerConnections
    private var alarm: Scheduled<Void>?

    init(connections: ServerConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) {
        let limit = TimeAmount(seconds: connections.limits.handshakeSeconds)
        let connections = connections
        let channel = context.channel
        alarm = context.eventLoop.scheduleTask(in: limit) {
            connections.count(\.badHeads)
            channel.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { stop() }
        // Nobody else listens to it yet.
        if event is ChannelShouldQuiesceEvent, alarm != nil { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func stop() {
        alarm?.cancel()
        alarm = nil
    }
}
