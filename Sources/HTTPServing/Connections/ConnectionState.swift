import NIOCore

/// Where one connection stands, and until when it may stand there.
///
/// It counts what the handlers tell it and has no clock, no socket and no timer of its own.
struct ConnectionState {
    /// What the connection waits for.
    enum Phase: Equatable {
        /// The first byte of a request.
        case idle
        /// The rest of a head.
        case head
        /// The rest of a body.
        case body
        /// The server's answer.
        case answer
        /// The end of what the other side sends, which nobody reads any more.
        case lingering
    }

    /// What is to be done because something took too long.
    enum Overrun: Equatable {
        /// Nothing is being said: close.
        case close
        /// Answer 408 without asking the routes.
        case lateHead
        /// Whoever reads the body is told that it does not come.
        case lateBody
    }

    /// What becomes of a piece of a body.
    enum BodyPart: Equatable {
        /// Whoever reads the body gets it.
        case deliver
        /// The request was answered; nobody reads it.
        case drop
    }

    private let limits: ServerLimits
    private var heads = 0
    private var ends = 0
    private var answers = 0
    /// Bytes that have not become part of a request yet.
    private var unparsed = 0
    private var bodyBytes = 0
    /// When the phase began.
    private var since: NIODeadline
    private var lingerEnd: NIODeadline?
    private var shutdownEnd: NIODeadline?

    init(limits: ServerLimits, now: NIODeadline) {
        self.limits = limits
        since = now
    }

    var phase: Phase {
        if lingerEnd != nil { return .lingering }
        if answers < ends { return .answer }
        if heads > ends { return .body }
        return unparsed > 0 ? .head : .idle
    }

    /// Whether an answer would reach somebody who waits for one.
    var owesAnswer: Bool { answers < heads }

    /// Whether the bytes that are no part of a request yet are more than a head may have.
    var hasLongHead: Bool { phase != .lingering && unparsed > limits.headBytes }

    /// Whether so many requests were sent ahead of their answers that waiting for them takes the server's memory.
    var isFarAhead: Bool { heads - answers > Self.maximumAhead }

    mutating func bytesArrived(_ count: Int, at now: NIODeadline) {
        if phase == .idle { since = now }
        unparsed += count
    }

    mutating func headArrived(at now: NIODeadline) {
        if phase != .answer {
            since = now
            bodyBytes = 0
        }
        heads += 1
        unparsed = 0
    }

    mutating func bodyArrived(_ count: Int) -> BodyPart {
        unparsed = 0
        bodyBytes += count
        return phase == .lingering || answers >= heads ? .drop : .deliver
    }

    mutating func endArrived(at now: NIODeadline) {
        ends += 1
        unparsed = 0
        since = now
    }

    mutating func answered(at now: NIODeadline) {
        answers += 1
        guard answers >= ends else { return }
        // A body that nobody reads any more gets as long as a closed connection does; see `end`.
        since = now
        bodyBytes = 0
    }

    /// Nothing will be read any more; what is written still leaves.
    mutating func linger(from now: NIODeadline) {
        guard lingerEnd == nil else { return }
        lingerEnd = now + TimeAmount(seconds: limits.lingerSeconds)
    }

    mutating func shutDown(at now: NIODeadline) {
        guard shutdownEnd == nil else { return }
        shutdownEnd = now + TimeAmount(seconds: limits.shutdownSeconds)
    }

    /// When the present phase is over; nil if it may last.
    var end: NIODeadline? { .earlier(phaseEnd, shutdownEnd) }

    /// What took too long by now.
    func overrun(at now: NIODeadline) -> Overrun? {
        if let shutdownEnd, now >= shutdownEnd { return .close }
        guard let phaseEnd, now >= phaseEnd else { return nil }
        switch phase {
        case .idle, .answer, .lingering: return .close
        case .head: return .lateHead
        case .body: return owesAnswer ? .lateBody : .close
        }
    }

    private var phaseEnd: NIODeadline? {
        switch phase {
        case .idle: since + TimeAmount(seconds: limits.idleSeconds)
        case .head: since + TimeAmount(seconds: limits.headSeconds)
        case .body where !owesAnswer: since + TimeAmount(seconds: limits.lingerSeconds)
        case .body: since + TimeAmount(seconds: limits.bodySeconds + Double(bodyBytes) / Self.bytesPerSecond)
        case .answer: nil
        case .lingering: lingerEnd
        }
    }

    /// More than any client sends; a head of twenty bytes becomes hundreds in memory.
    private static let maximumAhead = 64

    /// The pace at which a body earns more time.
    private static let bytesPerSecond: Double = 256 * 1024
}

extension NIODeadline {
    /// The first of two moments that may never come. Each request asks for it several times, which is why there is no list.
    static func earlier(_ first: NIODeadline?, _ second: NIODeadline?) -> NIODeadline? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }
}

extension TimeAmount {
    init(seconds: Double) { self = .nanoseconds(Int64(seconds * 1e9)) }
}
