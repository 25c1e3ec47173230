import AppStoreModels
import Foundation
import Locking
import SwiftyStoreKit
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
        let limits = RequestLimits(totalTimeout: deadline)
        return connection(over: script, limits, publicKey: publicKey) { [clock, waits] seconds in
            waits.withLock { $0.append(seconds) }
            clock.withLock { $0 += seconds }
        }
    }

    private func connection(
        over transport: any HTTPTransport,
        _ limits: RequestLimits = RequestLimits(),
        publicKey: String? = nil,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) -> ServerConnection {
        var configuration = PurchaseBackendConfiguration(
            url: Self.url,
            publicKey: publicKey,
            bundleID: "com.example.app",
            pins: [],
            storage: MemoryStorage()
        )
        configuration.transport = transport
        configuration.uptime = { [clock] in clock.withLock { $0 } }
        configuration.sleep = sleep
        return ServerConnection(configuration, limits)
    }

    fileprivate static func answer(_ status: Int, _ code: String? = nil, retryAfter: TimeInterval? = nil)
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

    /// Takes its time, and then the request's.
    private struct Slow: HTTPTransport {
        let clock: Locked<TimeInterval>
        let seconds: TimeInterval
        let timeouts = Locked<[TimeInterval]>([])

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            timeouts.withLock { $0.append(request.timeout) }
            clock.withLock { $0 += min(seconds, request.timeout) }
            guard seconds < request.timeout else { throw HTTPTransportError(.timedOut, reason: "late") }
            return ServerConnectionTests.answer(200)
        }
    }

    @Test("A request gets no more time than the call has left, and all that a call asks shares it")
    func shared() async throws {
        let limits = RequestLimits(timeout: 10, totalTimeout: 25, firstDelay: 1)
        let silent = Slow(clock: clock, seconds: 60)
        let patient = connection(over: silent, limits) { [clock] seconds in clock.withLock { $0 += seconds } }
        await expect(.timedOut) { _ = try await patient.send(ServerConnection.Call(path: [])) }
        #expect(silent.timeouts.withLock { $0 } == [10, 10, 2])
        #expect(clock.withLock { $0 } == 25)

        let slow = Slow(clock: clock, seconds: 9)
        let shared = connection(over: slow, limits) { _ in Issue.record("there was an answer") }
        for _ in 0..<2 { _ = try await shared.send(ServerConnection.Call(path: [])) }
        await expect(.timedOut) { _ = try await shared.send(ServerConnection.Call(path: [])) }
        await expect(.timedOut) { _ = try await shared.send(ServerConnection.Call(path: [])) }
        #expect(slow.timeouts.withLock { $0 } == [10, 10, 7])
    }

    @Test("One try is one request at a time, and all of them take no longer than one may")
    func oneTry() async throws {
        let slow = Slow(clock: clock, seconds: 6)
        let once = connection(over: slow, RequestLimits().oneTry) { _ in Issue.record("it tries again") }
        _ = try await once.send(ServerConnection.Call(path: []))
        await expect(.timedOut) { _ = try await once.send(ServerConnection.Call(path: [])) }
        #expect(slow.timeouts.withLock { $0 } == [10, 4])
    }

    @Test("An answer without what ours always has is somebody else's")
    func demands() async throws {
        let script = Script([Self.answer(200)])
        let connection = connection(script, deadline: 0)
        let call = ServerConnection.Call(path: [], demands: ["customer", "date"])
        await expect(.malformedAnswer) { _ = try await connection.send(call) }
        #expect(try await connection.send(ServerConnection.Call(path: [], demands: ["customer"])).status == 200)
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
        let transport: any HTTPTransport = isWhileWaiting ? Script([nil]) : Cancelled()
        let connection = connection(over: transport) { _ in throw CancellationError() }
        await #expect(throws: PurchaseBackendError(.cancelled, "")) {
            try await connection.send(ServerConnection.Call(path: []))
        }
    }

    private struct Cancelled: HTTPTransport {
        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse { throw CancellationError() }
    }
}
