import Foundation

/// Runs a part of this program in a process of its own, so that nothing else is counted.
enum OwnProcess {
    /// - Returns: What it printed, without blanks around it.
    static func output(_ arguments: [String]) throws -> String {
        guard let program = Bundle.main.executablePath else { throw BenchmarkError("where is this program?") }
        return try ShellCommand([program] + arguments).output()
    }

    /// A line of Linux's account of a process, in bytes; nil where there is none.
    static func status(_ key: String, of process: Int32 = getpid()) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key + ":") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes * 1024
    }

    /// How long the processor has worked for this process, all its threads together, in seconds.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// How long processors have worked for another process, all its threads together, in seconds; 0 if nobody can say.
    static func processorSeconds(of process: Int32) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// How long `body` takes, in seconds.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let begin = ContinuousClock.now
        try body()
        let elapsed = (ContinuousClock.now - begin).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    }
}
