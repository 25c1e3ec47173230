import Logging

/// Adds the name of the request to every line that is written while it is answered.
struct RequestLogHandler: LogHandler {
    private var logger: Logger

    /// A logger that writes where `logger` does.
    static func wrap(_ logger: Logger) -> Logger {
        Logger(label: logger.label) { _ in RequestLogHandler(logger: logger) }
    }

    func log(event: LogEvent) {
        var metadata = event.metadata ?? [:]
        if let request = RequestID.current { metadata["request"] = "\(request)" }
        logger.log(
            level: event.level,
            event.message,
            metadata: metadata.isEmpty ? nil : metadata,
            source: event.source,
            file: event.file,
            function: event.function,
            line: event.line
        )
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { logger[metadataKey: key] }
        set { logger[metadataKey: key] = newValue }
    }

    var metadata: Logger.Metadata {
        get { logger.handler.metadata }
        set { for (key, value) in newValue { logger[metadataKey: key] = value } }
    }

    var logLevel: Logger.Level {
        get { logger.logLevel }
        set { logger.logLevel = newValue }
    }
}
