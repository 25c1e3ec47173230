import Locking
import Logging

/// What a store wrote while a command ran: the last lines, for when the command fails.
struct StoreRunLog: TextOutputStream, Sendable {
    /// How many lines are kept.
    static let limit = 500

    private struct Lines {
        var kept: [String] = []
        var dropped = 0
    }

    private let lines = Locked(Lines())

    /// Writes here what the store was asked, and what is worth a warning.
    var logger: Logger {
        var logger = Logger(label: "purser.store") { StreamLogHandler(label: $0, stream: self) }
        logger.logLevel = .info
        return logger
    }

    func write(_ line: String) {
        let text = line.hasSuffix("\n") ? String(line.dropLast()) : line
        lines.withLock { lines in
            lines.kept.append(text)
            guard lines.kept.count > Self.limit else { return }
            lines.kept.removeFirst()
            lines.dropped += 1
        }
    }

    /// Why this is printed, and the lines.
    func report(on ending: ChildProgram.Ending) -> [String] {
        lines.withLock { lines in
            let dropped = lines.dropped > 0 ? ["(\(lines.dropped) lines before these are not kept)"] : []
            return ["purser: the command \(ending); the store's log:"] + dropped + lines.kept
        }
    }
}
