import AppStoreModels
import Foundation
import Locking
import Testing

@testable import PurchaseServerClient

@Suite("How the server is asked")
struct ServerConnectionTests {
    /// Answers one after the other; the last one again and again.
    private final class Script: HTTPTransport {
        private let answers: [HTTPTransportResponse?]
        let requests = Locked<[HTTPTransportRequest]>([])

        init(_ answers: [HTTPTransportResponse?]) { self.answers = answers }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            let number = requests.withLock { requests in
                requests.append(request)
                return requests.count
            }
            guard let answer = answers[min(number, answers.count) - 1] else {
                throw HTTPTransportError(.timedOut, reason: "late")
            }
            return answer
        }
    }

    private static let url =
        URL(string: "https://purchases.example.com/shop/") ?? URL(fileURLWithPath: "/there/is/none")

    private let waits = Locked<[TimeInterval]>([])
    private let clock = Locked<TimeInterval>(0)

    private func connection(_ script: Script, deadline: TimeInterval = 30, publicKey: String? = "psr_public_x")
        -> ServerConnection
    {
        ServerConnection(
            url: Self.url,
            publicKey: publicKey,
            bundleID: "com.example.app",
            limits: RequestLimits(deadline: deadline),
            transport: script,
            uptime: { [clock] in clock.withLock { $0 } },
            sleep: { [clock, waits] seconds in
                waits.withLock { $0.append(seconds) }
                clock.withLock { $0 += seconds }
            }
        )
    }

    private static func answer(_ status: Int, _ code: String? = nil, retryAfter: TimeInterval? = nil)
        -> HTTPTransportResponse
    {
        let body = code.map { #"{"error":{"code":"\#($0)","message":"words"}}"# } ?? #"{"customer":"alice"}"#
        return HTTPTransportResponse(status: status, body: Data(body.utf8), retryAfter: retryAfter)
    }

    @Test("Names are escaped, and the app, its key and the customer's token are in each request, not in its address")
    func request() async throws {
        let script = Script([Self.answer(200)])
        var call = ServerConnection.Call(path: ["customers", "a/b c%é"], query: [("nonce", "a+b")])
        call.customerToken = "psr_customer_secret"
        _ = try await connection(script).send(call)
        let sent = try #require(script.requests.withLock { $0.first })
        #expect(
            sent.url.absoluteString == "https://purchases.example.com/shop/v1/app/customers/a%2Fb%20c%25%C3%A9"
                + "?nonce=a%2Bb&bundleId=com.example.app"
        )
        #expect(sent.headers["Authorization"] == "Bearer psr_public_x")
        #expect(sent.headers["Purser-Customer-Token"] == "psr_customer_secret")
        #expect(sent.timeout == 10)
    }

    @Test("What may pass is tried again, later and later, or when the server says")
    func again() async throws {
        let script = Script([
            nil, Self.answer(503, "database-busy"), Self.answer(429, "too-many-requests", retryAfter: 7),
            Self.answer(200),
        ])
        #expect(try await connection(script).send(ServerConnection.Call(path: [])).status == 200)
        #expect(waits.withLock { $0 } == [0.5, 1, 7])
    }

    @Test(
        "What will not is told at once, with the server's code",
        arguments: [(400, "invalid-body"), (401, "unauthorized"), (403, "x"), (404, "unknown-app"), (422, "y")]
    )
    func final(status: Int, code: String) async throws {
        let script = Script([Self.answer(status, code)])
        await #expect { try await connection(script).send(ServerConnection.Call(path: [])) } throws: { error in
            let error = error as? PurchaseBackendError
            return error?.code == .refused && error?.serverCode == code && error?.httpStatus == status
                && error?.isRetryable == false && error?.reason == "words"
        }
        #expect(script.requests.withLock { $0.count } == 1)
    }

    @Test("It ends at the deadline with the last reason", arguments: [(0.0, 1), (1.0, 2), (30.0, 6)])
    func deadline(seconds: TimeInterval, tries: Int) async throws {
        let script = Script([nil])
        await #expect(throws: PurchaseBackendError(.timedOut, "")) {
            try await connection(script, deadline: seconds).send(ServerConnection.Call(path: []))
        }
        #expect(script.requests.withLock { $0.count } == tries)
    }

    @Test("A wait that is longer than the deadline is not begun")
    func longWait() async throws {
        let script = Script([Self.answer(503, "server-error", retryAfter: 3_600)])
        await #expect { try await connection(script).send(ServerConnection.Call(path: [])) } throws: { error in
            (error as? PurchaseBackendError)?.retryAfter == 3_600
        }
        #expect(waits.withLock { $0 } == [])
    }

    @Test("Who cancels hears of it", arguments: [true, false])
    func cancelled(isWhileWaiting: Bool) async throws {
        let connection = ServerConnection(
            url: Self.url,
            publicKey: nil,
            bundleID: "com.example.app",
            limits: RequestLimits(),
            transport: isWhileWaiting ? Script([nil]) as any HTTPTransport : Cancelled(),
            uptime: { 0 },
            sleep: { _ in throw CancellationError() }
        )
        await #expect(throws: PurchaseBackendError(.cancelled, "")) {
            try await connection.send(ServerConnection.Call(path: []))
        }
    }

    private struct Cancelled: HTTPTransport {
        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse { throw CancellationError() }
    }
}
