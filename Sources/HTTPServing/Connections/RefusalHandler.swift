import NIOCore

/// Tells a connection that there are too many, and lets it go. One that speaks TLS is not told: nobody shook hands.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Nil closes at once: the answer is lost if the other side has sent something already.
    private let linger: TimeAmount?

    private let answer: BriefAnswer?

    init(linger: TimeAmount?, answer: BriefAnswer? = .tooManyConnections) {
        self.linger = linger
        self.answer = answer
    }

    func channelActive(context: ChannelHandlerContext) {
        guard let answer else { return context.close(promise: nil) }
        let bytes = context.channel.allocator.buffer(string: answer.text)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        guard let linger else { return context.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: linger) { channel.close(promise: nil) }
    }

    /// Nobody reads what is sent here.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent, ChannelEvent.inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
