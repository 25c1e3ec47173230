import Locking
import Logging

/// Everything that the purchase server writes into its log, at every level.
final class SimulatedLog: Sendable {
    private let lines = Locked<[String]>([])

    /// A logger that writes here.
    var logger: Logger { Logger(label: "simulated") { [self] _ in Handler(self) } }

    func write(_ line: String) { lines.withLock { $0.append(line) } }

    /// What was written since the last look.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    private struct Handler: LogHandler {
        let target: SimulatedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(_ target: SimulatedLog) { self.target = target }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let members = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            target.write("\(event.level) \(event.message) \(members)")
        }
    }
}
