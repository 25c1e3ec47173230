import AppStoreModels
import Foundation
import HTTPServing
import Hummingbird
import HummingbirdTesting
import Locking
import NIOCore
import OutgoingHTTP
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications over HTTP", .timeLimit(.minutes(15)))
struct NotificationPostingTests {
    private func post(
        _ body: Data = Data(),
        to url: URL,
        within seconds: TimeInterval = 30
    ) async throws -> NotificationSendResult {
        try await NotificationSendResult(posting: body, to: url, over: AsyncHTTPClientTransport(), within: seconds)
    }

    private func url(_ port: Int?, _ path: String) throws -> URL {
        let port = try #require(port)
        return try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
    }

    @Test("The body arrives as JSON, and the answer's status decides")
    func posts() async throws {
        let received = Locked<[String]>([])
        let router = Router()
        router.post("hook/:status") { request, context -> HTTPResponse.Status in
            let body = try await request.body.collect(upTo: 1_000)
            let type = request.headers[.contentType] ?? "none"
            received.withLock { $0.append(type + " " + String(buffer: body)) }
            return .init(code: try context.parameters.require("status", as: Int.self))
        }
        try await Application(router: router, server: ServerConnections(limits: ServerLimits()).server)
            .test(.live) { client in
                let body = Data(#"{"signedPayload":"a.b.c"}"#.utf8)
                for (path, result) in [
                    ("/hook/200", NotificationSendResult.success), ("/hook/206", .success),
                    ("/hook/503", .unsuccessfulStatus), ("/nowhere", .unsuccessfulStatus),
                ] {
                    let answer = try await post(body, to: try url(client.port, path))
                    #expect(answer == result, "\(path)")
                }
            }
        #expect(
            received.withLock { $0 }
                == [String](repeating: #"application/json {"signedPayload":"a.b.c"}"#, count: 3)
        )
    }

    @Test("A receiver that is too slow, redirects, or is not there is told apart")
    func failures() async throws {
        let router = Router()
        let (patience, end) = AsyncStream<Void>.makeStream()
        router.post("slow") { _, _ -> HTTPResponse.Status in
            for await _ in patience {}
            return .ok
        }
        router.post("half") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "{"))
                    for await _ in patience {}
                    try await writer.finish(nil)
                }
            )
        }
        router.post("elsewhere") { _, _ in Response.redirect(to: "http://127.0.0.1:99999/", type: .temporary) }
        try await Application(router: router, server: ServerConnections(limits: ServerLimits()).server)
            .test(.live) { client in
                let slow = try url(client.port, "/slow")
                let half = try url(client.port, "/half")
                let elsewhere = try url(client.port, "/elsewhere")
                #expect(try await post(to: slow, within: 0.05) == .timedOut)
                #expect(try await post(to: half, within: 0.05) == .timedOut)
                end.finish()
                #expect(try await post(to: elsewhere) == .unsuccessfulStatus)
            }
        // Port 1 is reserved and nobody listens there.
        let nobody = try url(1, "/")
        #expect(try await post(to: nobody) == .noResponse)
    }

    @Test(
        "An address that nothing can be sent to is a failure like others",
        arguments: ["file:///x", "http://127.0.0.1:99999/", "http://127.0.0.1:0/", "http://user:word@127.0.0.1:1/"]
    )
    func address(text: String) async throws {
        let url = try #require(URL(string: text))
        #expect(try await post(to: url) == .other)
    }

    @Test("A cancelled attempt has no result")
    func cancelled() async throws {
        let router = Router()
        let (patience, end) = AsyncStream<Void>.makeStream()
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        router.post("slow") { _, _ -> HTTPResponse.Status in
            arrived.yield()
            for await _ in patience {}
            return .ok
        }
        try await Application(router: router, server: ServerConnections(limits: ServerLimits()).server)
            .test(.live) { client in
                let slow = try url(client.port, "/slow")
                let attempt = Task { try await post(to: slow) }
                for await _ in arrivals { break }
                attempt.cancel()
                await #expect(throws: CancellationError.self) { try await attempt.value }
                end.finish()
            }
    }
}
