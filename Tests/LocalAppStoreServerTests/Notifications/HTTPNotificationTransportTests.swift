import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import Locking
import NIOCore
import Testing

@testable import LocalAppStoreServer

@Suite("Notifications over HTTP", .timeLimit(.minutes(15)))
struct HTTPNotificationTransportTests {
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
        try await Application(router: router).test(.live) { client in
            let transport = HTTPNotificationTransport()
            let body = Data(#"{"signedPayload":"a.b.c"}"#.utf8)
            for (path, result) in [
                ("/hook/200", NotificationSendResult.success), ("/hook/206", .success),
                ("/hook/503", .unsuccessfulStatus), ("/nowhere", .unsuccessfulStatus),
            ] {
                let answer = await transport.post(body, to: try url(client.port, path))
                #expect(answer == result, "\(path)")
            }
        }
        #expect(
            received.withLock { $0 }
                == [String](repeating: #"application/json {"signedPayload":"a.b.c"}"#, count: 3)
        )
    }

    @Test("A receiver that is too slow, redirects in a circle, or is not there is told apart")
    func failures() async throws {
        let router = Router()
        let (patience, end) = AsyncStream<Void>.makeStream()
        router.post("slow") { _, _ -> HTTPResponse.Status in
            for await _ in patience {}
            return .ok
        }
        router.post("circle") { _, _ in Response.redirect(to: "/circle", type: .temporary) }
        try await Application(router: router).test(.live) { client in
            let slow = try url(client.port, "/slow")
            let circle = try url(client.port, "/circle")
            #expect(await HTTPNotificationTransport(timeout: .milliseconds(50)).post(Data(), to: slow) == .timedOut)
            end.finish()
            #expect(await HTTPNotificationTransport().post(Data(), to: circle) == .circularRedirect)
        }
        // Port 1 is reserved and nobody listens there.
        let nobody = try url(1, "/")
        #expect(await HTTPNotificationTransport().post(Data(), to: nobody) == .noResponse)
        #expect(await HTTPNotificationTransport().post(Data(), to: URL(fileURLWithPath: "/x")) == .other)
    }
}
