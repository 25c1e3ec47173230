import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches over the time and the bytes of one request of an HTTP/2 connection.
final class HTTP2StreamHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connection: HTTP2ConnectionHandler
    private var connections: ServerConnections { connection.connections }
    private var limits: ServerLimits { connections.limits }
    private var body: StreamBody
    private var progress: AnswerProgress
    /// Bytes of the answer that the other side's window has no room for yet.
    private var waiting = 0
    /// Whether it has one of the places that all requests of HTTP/2 share; nil before its head.
    private var hasPlace: Bool?
    private var timer = DeadlineTimer()
    private var context: ChannelHandlerContext?

    init(connection: HTTP2ConnectionHandler) {
        self.connection = connection
        body = StreamBody(seconds: connection.connections.limits.bodySeconds)
        progress = AnswerProgress(period: TimeAmount(seconds: connection.connections.limits.answerSeconds))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.streamOpened()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer.cancel()
        self.context = nil
        connections.release(body.takeHeld())
        if !body.isCounted { connections.endLargeBody() }
        if hasPlace == true { connections.endStream() }
        connection.streamClosed()
    }

    // MARK: What arrives

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Of a request that was refused nobody hears, whatever of it was under way.
        guard hasPlace != false else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            let isAdmitted = connections.beginStream()
            hasPlace = isAdmitted
            guard isAdmitted else { return refuse(context) }
            let path = (head.path ?? "").prefix { $0 != "?" }
            body.begin(isCounted: !connections.beginLargeBody(head.method.rawValue, String(path)), at: now)
        case .body(let bytes):
            guard bodyArrived(bytes.readableBytes) else { return }
        case .end:
            body.finish()
        }
        context.fireChannelRead(data)
        setTimer()
    }

    /// Answers that there is no place, and ends the stream, so that it takes no memory while its body is on the way.
    private func refuse(_ context: ChannelHandlerContext) {
        let answer = HTTPResponse(status: .serviceUnavailable, headerFields: [.retryAfter: "1"])
        context.write(wrapOutboundOut(.head(answer)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    /// - Returns: Whether whoever reads the body gets this piece.
    private func bodyArrived(_ count: Int) -> Bool {
        guard body.isOpen else { return false }
        guard !body.isCounted || connections.reserve(count) else {
            connections.count(\.refusedBodies)
            abandonBody(.overloaded)
            return false
        }
        body.arrived(count)
        return true
    }

    // A body whose sender goes away is cut off; without an error it would look whole.

    func channelInactive(context: ChannelHandlerContext) {
        if body.isOpen { abandonBody(.bodyCutOff) }
        context.fireChannelInactive()
    }

    private func abandonBody(_ refusal: RequestRefusal) {
        body.finish()
        context?.fireErrorCaught(refusal)
    }

    // MARK: What leaves

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .body(let bytes):
            let count = bytes.readableBytes
            let sent = promise ?? context.eventLoop.makePromise()
            progress.wrote(count)
            waiting += count
            sent.futureResult.assumeIsolatedUnsafeUnchecked().whenComplete { _ in self.waiting -= count }
            context.write(data, promise: sent)
        case .head:
            context.write(data, promise: promise)
        case .end:
            // What else comes is read by nobody.
            connections.release(body.takeHeld())
            context.write(data, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        progress.flushed(waiting: waiting, at: now)
        setTimer()
    }

    // MARK: Deadlines

    private var now: NIODeadline { context?.eventLoop.now ?? .now() }

    private func setTimer() {
        guard let context else { return }
        let end = [body.end, progress.end].compactMap { $0 }.min()
        timer.set(end, on: context.eventLoop) { self.checkDeadlines() }
    }

    private func checkDeadlines() {
        timer.expired()
        guard let context else { return }
        if progress.isStalled(waiting: waiting, at: now) {
            connections.count(\.stalledAnswers)
            return context.close(promise: nil)
        }
        if let end = body.end, now >= end {
            connections.count(\.lateBodies)
            abandonBody(.bodyTooLate)
        }
        setTimer()
    }
}
