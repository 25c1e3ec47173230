import NIOCore

/// Whether somebody who is being answered reads the answer.
struct AnswerProgress {
    /// How many bytes must leave in each period.
    static let minimum = 64 * 1024

    private let period: TimeAmount
    private var written = 0
    /// How many bytes had left at the beginning of the period.
    private var mark = 0
    /// The end of the period; nil if nothing waits to leave.
    private(set) var end: NIODeadline?

    init(period: TimeAmount) { self.period = period }

    mutating func wrote(_ count: Int) { written += count }

    /// Bytes were handed to the system, which left some.
    mutating func flushed(waiting: Int, at now: NIODeadline) {
        guard waiting > 0 else { return end = nil }
        if end == nil { begin(waiting: waiting, at: now) }
    }

    /// Whether too little left in the period that is over.
    mutating func isStalled(waiting: Int, at now: NIODeadline) -> Bool {
        guard let end, now >= end else { return false }
        guard waiting > 0 else {
            self.end = nil
            return false
        }
        guard written - waiting - mark >= Self.minimum else { return true }
        begin(waiting: waiting, at: now)
        return false
    }

    private mutating func begin(waiting: Int, at now: NIODeadline) {
        mark = written - waiting
        end = now + period
    }
}
