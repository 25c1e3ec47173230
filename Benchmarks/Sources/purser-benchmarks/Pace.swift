/// How many of something were done, and how long that took.
struct Pace {
    private(set) var count: Int
    private(set) var seconds: Double

    var perSecond: Double { Double(count) / seconds }

    init(count: Int, seconds: Double) { (self.count, self.seconds) = (count, seconds) }

    /// What `body` does so often.
    init(of count: Int, _ body: () throws -> Void) rethrows {
        self.init(count: count, seconds: try OwnProcess.seconds(body))
    }

    static func += (pace: inout Pace, turn: Pace) {
        pace.count += turn.count
        pace.seconds += turn.seconds
    }
}
