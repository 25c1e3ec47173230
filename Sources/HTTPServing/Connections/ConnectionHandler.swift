import NIOCore

/// Watches over the time and the bytes of one connection, next to its socket.
///
/// ``RequestHandler`` tells it what the bytes mean.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    let connections: ServerConnections
    private(set) var state: ConnectionState
    private var progress: AnswerProgress
    /// The bytes of the bodies of requests that are not answered yet, oldest first; nil for the one that has the place for
    /// what is not counted.
    private var held: [Int?] = []
    private var timer: (end: NIODeadline, task: Scheduled<Void>)?
    private var context: ChannelHandlerContext?
    /// How many bytes wait to leave; asked of the channel unless a test says otherwise.
    private let waiting: (any Channel) -> Int

    init(
        connections: ServerConnections,
        now: NIODeadline,
        waiting: @escaping (any Channel) -> Int = { channel in
            (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        }
    ) {
        self.connections = connections
        self.waiting = waiting
        state = ConnectionState(limits: connections.limits, now: now)
        progress = AnswerProgress(period: TimeAmount(seconds: connections.limits.answerSeconds))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        setTimer()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.task.cancel()
        timer = nil
        self.context = nil
        releaseAll()
    }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        releaseAll()
    }

    private func releaseAll() {
        for bytes in held { release(bytes) }
        held = []
    }

    private func release(_ bytes: Int?) {
        if let bytes { connections.release(bytes) } else { connections.endLargeBody() }
    }

    // MARK: What arrives

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The other side may go on until it has read the answer; closing earlier could take the answer from it.
        guard state.phase != .lingering else { return context.read() }
        state.bytesArrived(unwrapInboundIn(data).readableBytes, at: now)
        context.fireChannelRead(data)
        if state.hasLongHead {
            connections.count(\.badHeads)
            refuse(.headTooLong)
        }
        setTimer()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            state.shutDown(at: now)
            if state.phase == .idle || state.phase == .head {
                context.close(promise: nil)
            } else {
                setTimer()
            }
        case ChannelEvent.inputClosed where state.phase == .lingering:
            context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// - Returns: Whether the server gets the request.
    func headArrived(method: String, path: String) -> Bool {
        // What was read with the one that was too many still comes.
        guard !state.isFarAhead else { return false }
        state.headArrived(at: now)
        held.append(connections.beginLargeBody(method, path) ? nil : 0)
        guard !state.isFarAhead else {
            connections.count(\.badHeads)
            context?.close(promise: nil)
            return false
        }
        setTimer()
        return true
    }

    /// - Returns: Whether whoever reads the body gets this piece.
    func bodyArrived(_ count: Int) -> Bool {
        guard state.bodyArrived(count) == .deliver, let last = held.indices.last else { return false }
        guard let bytes = held[last] else { return true }
        guard connections.reserve(count) else {
            connections.count(\.refusedBodies)
            abandonBody(.overloaded)
            return false
        }
        held[last] = bytes + count
        return true
    }

    func endArrived() {
        state.endArrived(at: now)
        setTimer()
    }

    // MARK: What leaves

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        progress.wrote(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        progress.flushed(waiting: waiting(context.channel), at: now)
        setTimer()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { linger() }
        context.close(mode: mode, promise: promise)
    }

    func answered() {
        state.answered(at: now)
        if !held.isEmpty { release(held.removeFirst()) }
        setTimer()
    }

    // MARK: Deadlines

    private var now: NIODeadline { context?.eventLoop.now ?? .now() }

    /// One timer for all deadlines. It is set anew only where it would be late; if it is early it is set again.
    private func setTimer() {
        guard let context, let end = NIODeadline.earlier(state.end, progress.end) else { return }
        if let timer {
            guard end < timer.end else { return }
            timer.task.cancel()
        }
        let task = context.eventLoop.assumeIsolatedUnsafeUnchecked().scheduleTask(deadline: end) {
            self.timer = nil
            self.checkDeadlines()
        }
        timer = (end, task)
    }

    private func checkDeadlines() {
        guard let context else { return }
        if progress.isStalled(waiting: waiting(context.channel), at: now) {
            connections.count(\.stalledAnswers)
            return context.close(promise: nil)
        }
        switch state.overrun(at: now) {
        case .close: return context.close(promise: nil)
        case .lateHead:
            connections.count(\.badHeads)
            refuse(.headTooLate)
        case .lateBody:
            connections.count(\.lateBodies)
            abandonBody(.bodyTooLate)
        case nil: break
        }
        setTimer()
    }

    /// Answers without asking the routes; nothing that comes after is read.
    private func refuse(_ answer: BriefAnswer) {
        guard let context else { return }
        guard !state.owesAnswer else { return context.close(promise: nil) }
        linger()
        let bytes = context.channel.allocator.buffer(string: answer.text)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
        context.close(mode: .output, promise: nil)
    }

    /// Tells whoever reads the body why there will be no more of it; they answer.
    private func abandonBody(_ refusal: RequestRefusal) {
        guard let context else { return }
        linger()
        context.fireErrorCaught(refusal)
    }

    private func linger() {
        state.linger(from: now)
        setTimer()
    }
}
