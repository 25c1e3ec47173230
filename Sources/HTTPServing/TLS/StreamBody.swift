import NIOCore

/// How far the body of one HTTP/2 request has come, and until when it may take.
///
/// It counts what it is told and has no clock and no timer of its own.
struct StreamBody {
    private let seconds: Double
    private var since: NIODeadline?
    private var arrived = 0
    private var held = 0
    /// Whether its bytes count against the bytes of all bodies.
    private(set) var isCounted = true

    /// The pace at which a body earns more time.
    private static let bytesPerSecond: Double = 256 * 1024

    /// - Parameter seconds: How long a body may take, besides a second for each 256 KB.
    init(seconds: Double) { self.seconds = seconds }

    /// Whether more of it is expected.
    var isOpen: Bool { since != nil }

    /// When it is too late; nil if nothing more is expected.
    var end: NIODeadline? {
        since.map { $0 + TimeAmount(seconds: seconds + Double(arrived) / Self.bytesPerSecond) }
    }

    mutating func begin(isCounted: Bool, at now: NIODeadline) {
        self.isCounted = isCounted
        since = now
    }

    mutating func arrived(_ count: Int) {
        arrived += count
        if isCounted { held += count }
    }

    mutating func finish() { since = nil }

    /// The bytes that were counted until now, which count no more.
    mutating func takeHeld() -> Int {
        defer { held = 0 }
        return held
    }
}
