import Foundation

/// One thing to measure. It must fail loudly: a refused receipt is refused much faster than a good one is accepted.
struct Contender {
    let name: String
    let run: () throws -> Void
}

/// Measures contenders against each other in the same run, turn by turn, so that a slow moment of the machine meets all.
struct Stopwatch {
    /// How often each contender gets its turn. The best turn counts: everything that disturbs only adds time.
    let turns: Int
    /// How long a turn lasts, in seconds of processor time.
    let turnSeconds: Double

    /// Microseconds of one run of each contender.
    func measure(_ contenders: [Contender]) throws -> [Double] {
        let rounds = try contenders.map { try roundsInATurn(of: $0) }
        var best = [Double](repeating: .infinity, count: contenders.count)
        for _ in 0..<turns {
            for (index, contender) in contenders.enumerated() {
                best[index] = min(best[index], try microseconds(of: contender, rounds: rounds[index]))
            }
        }
        return best
    }

    /// How many runs fill a turn.
    private func roundsInATurn(of contender: Contender) throws -> Int {
        for _ in 0..<3 { try contender.run() }
        let single = try microseconds(of: contender, rounds: 3)
        return max(1, Int(turnSeconds * 1_000_000 / single))
    }

    private func microseconds(of contender: Contender, rounds: Int) throws -> Double {
        let start = Self.processorNanoseconds
        for _ in 0..<rounds { try contender.run() }
        return Double(Self.processorNanoseconds - start) / Double(rounds) / 1000
    }

    /// Processor time of this thread: other programs on the machine do not count.
    private static var processorNanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}
