import AppStoreModels
import AppStoreServerClient
import Foundation
import HTTPServing
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@Suite("The transport over AsyncHTTPClient")
struct VerifyReceiptTransportTests {
    /// Sends a request to a server whose only route answers so.
    private func send(
        timeout: TimeInterval = 60,
        _ respond: @escaping @Sendable () -> Response
    ) async throws -> HTTPTransportResponse {
        let router = Router()
        router.post("verifyReceipt") { _, _ in respond() }
        return try await Application(router: router, server: ServerConnections(limits: ServerLimits()).server)
            .test(.live) { client in
                let port = try #require(client.port)
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/verifyReceipt"))
                return try await AsyncHTTPClientTransport()
                    .send(HTTPTransportRequest(url: url, body: Data(), timeout: timeout, maximumResponseLength: 100))
            }
    }

    @Test(
        "Retry-After is a number of seconds, or nothing",
        arguments: [
            ("7", 7.0), ("0", 0), ("-5", nil), ("nan", nil), ("inf", nil), ("1e9", nil),
            ("Wed, 21 Oct 2026 07:28:00 GMT", nil), ("99999999999999999999", nil),
        ] as [(String, TimeInterval?)]
    )
    func retryAfter(text: String, seconds: TimeInterval?) async throws {
        let answer = try await send { Response(status: .tooManyRequests, headers: [.retryAfter: text]) }
        #expect(answer.status == 429)
        #expect(answer.retryAfter == seconds)
    }

    @Test("A redirect is handed over as it is")
    func redirect() async throws {
        let answer = try await send { Response.redirect(to: "http://127.0.0.1:99999/", type: .temporary) }
        #expect(answer.status == 307)
    }

    @Test("An answer that does not end in time is an error")
    func half() async throws {
        let (patience, end) = AsyncStream<Void>.makeStream()
        let error = await #expect(throws: HTTPTransportError.self) {
            try await send(timeout: 0.05) {
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        try await writer.write(ByteBuffer(string: "{"))
                        for await _ in patience {}
                    }
                )
            }
        }
        end.finish()
        #expect(error?.code == .timedOut)
    }

    @Test(
        "An address that nothing can be sent to is an error, and asked about no second time",
        arguments: ["http://127.0.0.1:99999/", "http://127.0.0.1:0/", "file:///x"]
    )
    func address(text: String) async throws {
        let url = try #require(URL(string: text))
        let error = await #expect(throws: HTTPTransportError.self) {
            try await AsyncHTTPClientTransport().send(HTTPTransportRequest(url: url, body: Data()))
        }
        #expect(error?.code == .invalidAddress)
        let client = VerifyReceiptClient(
            endpoints: VerifyReceiptEndpoints(production: url, sandbox: url),
            sleep: { _ in Issue.record("nothing to wait for") }
        )
        let refused = await #expect(throws: VerifyReceiptError.self) { try await client.verify(receiptData: "QQ==") }
        #expect(refused?.code == .requestRefused)
        #expect(refused?.attempts == 1)
    }
}
