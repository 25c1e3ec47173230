import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import Locking
import Logging
import NIOCore
import ServiceLifecycle

/// A receiver of notifications: looks at each, keeps it, and answers as it was told.
struct NotificationListener: Service {
    /// What is told of a notification: what it says, how it was answered, and the name of its file.
    typealias Report = @Sendable (NotificationInspection, ListenerAnswer, String?) async -> Void

    let host: String
    let port: Int
    /// Names by which it may be asked, besides this machine's own.
    let allowedNames: [String]
    let inspector: NotificationInspector
    /// One after the other; the last one is repeated.
    let answers: [ListenerAnswer]
    let folder: NotificationFolder?
    let report: Report
    let logger: Logger
    /// Waits so many seconds.
    var sleep: @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

    private let listening = ListeningState<Int, ListenerFailure>()
    private let connections = ServerConnections(limits: ServerLimits())
    private let count: Locked<Int>
    private let start: Int

    /// Why nothing listens.
    struct ListenerFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: If the folder cannot be read.
    init(
        host: String,
        port: Int,
        allowedNames: [String],
        inspector: NotificationInspector,
        answers: [ListenerAnswer],
        folder: NotificationFolder?,
        logger: Logger,
        report: @escaping Report
    ) throws(InputError) {
        self.host = host
        self.port = port
        self.allowedNames = allowedNames
        self.inspector = inspector
        self.answers = answers
        self.folder = folder
        self.logger = logger
        self.report = report
        start = try folder?.lastNumber() ?? 0
        count = Locked(0)
    }

    /// The port, once it listens.
    func listeningPort() async throws(ListenerFailure) -> Int { try await listening.wait() }

    func run() async throws {
        let application = Application(
            router: router,
            server: connections.server,
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "Purser"),
            onServerRunning: { [listening, connections] channel in
                await connections.watch(channel)
                listening.tell(.success(channel.localAddress?.port ?? 0))
            },
            logger: logger
        )
        do {
            try await connections.run(application)
            listening.tell(.failure(ListenerFailure(description: "the receiver has ended")))
        } catch {
            let failure = ListenerFailure(description: "cannot listen on \(host):\(port): \(error)")
            listening.tell(.failure(failure))
            throw failure
        }
    }

    /// Any path will do: the sender's address says which. By a foreign name, and from a page of another site, nothing counts as
    /// a notification.
    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.add(
            middleware: ErrorMiddleware(
                logger: logger,
                words: { error, _ in answer(to: error) },
                unexpected: { _ in Response(status: .internalServerError) }
            )
        )
        router.add(middleware: HostMiddleware(names: OwnNames(host: host, allowed: allowedNames)))
        router.add(middleware: OriginMiddleware(allowed: allowedNames))
        router.post("**") { request, _ in try await answer(request) }
        router.post("/") { request, _ in try await answer(request) }
        return router
    }

    /// What an error means to a sender. That somebody was refused is told here, too: nothing else is seen of it.
    private func answer(to error: any Error) -> Response? {
        switch error {
        case let refusal as RequestRefusal:
            logger.warning("a request was refused", metadata: ["reason": "\(refusal.message)"])
            return Response(
                status: refusal.status,
                headers: [.contentType: "text/plain; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: refusal.message + "\n"))
            )
        case let error as any HTTPResponseError: return Response(status: error.status)
        default: return nil
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        let body: Data
        do {
            body = Data(try await request.wholeBody(upTo: NotificationFolder.maximumLength).readableBytesView)
        } catch {
            return Response(status: error.status)
        }
        let number = count.withLock { count in
            count += 1
            return count
        }
        let answer = answers[min(number, answers.count) - 1]
        let inspection = inspector.inspect(body)
        var file: String?
        do {
            file = try folder?.save(body, start + number, name: inspection.name, id: inspection.id)
        } catch {
            logger.error("a notification could not be kept", metadata: ["error": "\(error)"])
            // Who does not have it must not say so.
            return Response(status: .internalServerError)
        }
        await report(inspection, answer, file)
        if answer.delay > 0 { await cancelWhenGracefulShutdown { try? await sleep(answer.delay) } }
        guard answer.isCut else { return Response(status: HTTPResponse.Status(code: answer.status)) }
        return Response(status: .ok, body: ResponseBody(contentLength: 1) { _ in throw Cut() })
    }

    /// Why an answer ends before its end: it was told to.
    private struct Cut: Error {}
}
