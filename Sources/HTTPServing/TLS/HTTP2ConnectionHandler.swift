import NIOCore

/// Watches over the time of one HTTP/2 connection, between TLS and the frames.
///
/// ``HTTP2StreamHandler`` watches over each request and tells it that there is one.
final class HTTP2ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    let connections: ServerConnections
    private var streams = 0
    private var idleSince: NIODeadline
    private var shutdownEnd: NIODeadline?
    private var progress: AnswerProgress
    private var timer = DeadlineTimer()
    private var context: ChannelHandlerContext?

    init(connections: ServerConnections, now: NIODeadline) {
        self.connections = connections
        idleSince = now
        progress = AnswerProgress(period: TimeAmount(seconds: connections.limits.answerSeconds))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        setTimer()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer.cancel()
        self.context = nil
    }

    func streamOpened() { streams += 1 }

    func streamClosed() {
        streams -= 1
        guard streams == 0 else { return }
        idleSince = now
        // The frames that end the last stream leave first.
        if shutdownEnd != nil, let context {
            let channel = context.channel
            context.eventLoop.execute { channel.close(promise: nil) }
        }
        setTimer()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The client is told first (GOAWAY).
        context.fireUserInboundEventTriggered(event)
        guard event is ChannelShouldQuiesceEvent, shutdownEnd == nil else { return }
        shutdownEnd = now + TimeAmount(seconds: connections.limits.shutdownSeconds)
        guard streams > 0 else { return context.close(promise: nil) }
        setTimer()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        progress.wrote(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        progress.flushed(waiting: waiting, at: now)
        setTimer()
    }

    // MARK: Deadlines

    private var now: NIODeadline { context?.eventLoop.now ?? .now() }

    private var waiting: Int {
        (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private var idleEnd: NIODeadline? {
        streams == 0 ? idleSince + TimeAmount(seconds: connections.limits.idleSeconds) : nil
    }

    private func setTimer() {
        guard let context else { return }
        let end = [idleEnd, shutdownEnd, progress.end].compactMap { $0 }.min()
        timer.set(end, on: context.eventLoop) { self.checkDeadlines() }
    }

    private func checkDeadlines() {
        timer.expired()
        guard let context else { return }
        if progress.isStalled(waiting: waiting, at: now) {
            connections.count(\.stalledAnswers)
            return context.close(promise: nil)
        }
        let isOver = [idleEnd, shutdownEnd].contains { end in end.map { now >= $0 } ?? false }
        guard !isOver else { return context.close(promise: nil) }
        setTimer()
    }
}
