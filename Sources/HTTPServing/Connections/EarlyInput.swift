import NIOCore

/// Keeps what a connection sends before the server has handlers for it.
///
/// A connection that was accepted does not read (see ``LimitedHTTPChannel``), but where the other side has closed its
/// half NIO reads everything to the end, asked or not. Without handlers behind it the request would be lost, and who
/// sent it would wait for the time limit of a head that had come long ago.
///
/// It is the first handler of the pipeline and leaves when it has handed on what it kept; that is no more than the
/// socket's buffer.
final class EarlyInput: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    private var context: ChannelHandlerContext?
    private var reads: [NIOAny] = []
    private var isAtEnd = false

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { reads.append(data) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event {
            isAtEnd = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    /// Hands on what came, in its order, and leaves.
    func release() {
        guard let context else { return }
        let (reads, isAtEnd) = (reads, isAtEnd)
        (self.reads, self.isAtEnd) = ([], false)
        for data in reads { context.fireChannelRead(data) }
        if !reads.isEmpty { context.fireChannelReadComplete() }
        if isAtEnd { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}
