import Hummingbird
import Locking
import Logging
import ServiceLifecycle

@testable import HTTPServing

/// A server with a route for each thing that a server does.
struct SampleServer: Service {
    let connections: ServerConnections
    let messages = LogMessages()
    private var identity: TLSIdentity?
    private var quick: QuickAnswer?
    private let listening = ListeningState<Int, CancellationError>()

    /// Limits that no test reaches but the one that shortens them, however busy the machine is; only the end is quick.
    static var limits: ServerLimits {
        var limits = ServerLimits()
        limits.idleSeconds = 600
        limits.handshakeSeconds = 600
        limits.headSeconds = 600
        limits.bodySeconds = 600
        limits.answerSeconds = 600
        limits.lingerSeconds = 600
        limits.shutdownSeconds = 0.2
        return limits
    }

    init(_ change: (inout ServerLimits) -> Void = { _ in }) {
        var limits = Self.limits
        change(&limits)
        connections = ServerConnections(limits: limits)
    }

    /// The same server, which speaks TLS.
    func speakingTLS(_ identity: TLSIdentity) -> SampleServer {
        var server = self
        server.identity = identity
        return server
    }

    /// The same server, which answers some requests before its application does.
    func answeringAtOnce(_ quick: @escaping QuickAnswer) -> SampleServer {
        var server = self
        server.quick = quick
        return server
    }

    var port: Int { get async throws { try await listening.wait() } }

    func run() async throws {
        var logger = Logger(label: "test") { [messages] _ in LogMessages.Handler(messages: messages) }
        logger.logLevel = .error
        let router = Router()
        router.add(
            middleware: ErrorMiddleware(logger: logger) { error, _ in
                (error as? RequestRefusal).map { Response(status: $0.status) }
            } unexpected: { _ in
                Response(status: .internalServerError)
            }
        )
        router.add(middleware: AnswerMiddleware(connections: connections))
        router.get("hello") { _, _ in "hello" }
        router.post("count") { request, _ in "\(try await request.wholeBody(upTo: 1_000_000).readableBytes)" }
        router.get("big") { _, _ in ByteBuffer(repeating: 0x61, count: 64 << 20) }
        router.get("long") { _, _ in ByteBuffer(repeating: 0x63, count: 16 << 20) }
        router.get("forever") { _, _ in
            try await Task.sleep(for: .seconds(86_400))
            return "never"
        }
        router.get("stream") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    let block = ByteBuffer(repeating: 0x62, count: 100_000)
                    while true { try await writer.write(block) }
                }
            )
        }
        let application = Application(
            router: router,
            server: try identity.map(connections.server) ?? quick.map { connections.server(quick: $0) }
                ?? connections.server,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { [connections, listening] channel in
                await connections.watch(channel)
                listening.tell(.success(channel.localAddress?.port ?? 0))
            },
            logger: logger
        )
        try await connections.run(application)
    }

    /// Runs the server until `body` is done, then ends it gracefully and waits for that.
    func running(_ body: (Int) async throws -> Void) async throws {
        try await RunningService.with(self, logger: Logger(label: "test"), place: { try await port }, body)
    }
}

/// What a server logged as an error.
final class LogMessages: Sendable {
    private let texts = Locked<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    struct Handler: LogHandler {
        let messages: LogMessages
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        init(messages: LogMessages) { self.messages = messages }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            messages.texts.withLock { $0.append("\(event.message)") }
        }
    }
}
