import Foundation

extension StoreFault: StoredValue {
    func checkRanges() throws(Nonsense) {
        if let remaining, !(1...1_000_000).contains(remaining) {
            throw Nonsense("\(remaining) times means nothing; 1 to 1000000 times does")
        }
        try StoredRange.counts.check(drawCount, "drawCount")
        try parameters.checkRanges(of: kind)
    }
}

extension StoreFault.Parameters {
    /// Refuses numbers that mean nothing in a fault of a kind.
    func checkRanges(of kind: StoreFault.Kind) throws(Nonsense) {
        let range = Self.seconds(of: kind)
        if let seconds, !range.contains(seconds) {
            throw Nonsense("\(kind): \(seconds) seconds are not between \(range.lowerBound) and \(range.upperBound)")
        }
        if let rate, !(rate > 0 && rate <= 1) {
            throw Nonsense("\(kind): a rate is above 0 and at most 1, not \(rate)")
        }
        if let attempts, !(1...1_000_000).contains(attempts) {
            throw Nonsense("\(kind): \(attempts) attempts mean nothing; 1 to 1000000 do")
        }
        if let errorCode, !(4_000_000...5_999_999).contains(errorCode) {
            throw Nonsense("\(kind): \(errorCode) is no error code; one is 4000000 to 5999999")
        }
        if let status { try Self.check(status, of: kind) }
    }

    private static func seconds(of kind: StoreFault.Kind) -> ClosedRange<TimeInterval> {
        switch kind {
        case .clockJump, .notificationMisdated: StoredRange.jumps
        // Nobody waits longer for an answer.
        case .serverSlow: 0...600
        default: StoredRange.delays
        }
    }

    private static func check(_ status: Int, of kind: StoreFault.Kind) throws(Nonsense) {
        if kind == .serverError {
            guard status == 429 || (500...599).contains(status) else {
                throw Nonsense("\(kind): \(status) is no status of a server that fails; one is 429, or 500 to 599")
            }
        } else {
            guard status == 21_000 || (21_002...21_010).contains(status) || (21_100...21_199).contains(status) else {
                throw Nonsense(
                    "\(kind): \(status) is no status of a refusal; there are 21000, 21002 to 21010, 21100 to 21199"
                )
            }
        }
    }
}
