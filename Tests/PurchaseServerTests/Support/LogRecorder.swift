import Locking
import Logging

/// Keeps what is logged, as the text that a test makes of each line.
struct LogRecorder: LogHandler {
    let lines: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    private let text: @Sendable (LogEvent, Logger.Metadata) -> String

    /// - Parameters:
    ///   - lines: Where they are kept.
    ///   - text: Makes the text of an event, given all that is said with it.
    init(_ lines: Locked<[String]>, _ text: @escaping @Sendable (LogEvent, Logger.Metadata) -> String) {
        (self.lines, self.text) = (lines, text)
    }

    func log(event: LogEvent) {
        let line = text(event, metadata.merging(event.metadata ?? [:]) { _, new in new })
        lines.withLock { $0.append(line) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}
