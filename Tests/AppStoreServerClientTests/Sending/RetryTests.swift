import AppStoreModels
import AppStoreServerClient
import Foundation
import TestSupport
import Testing

@Suite("Sending a call again")
struct RetryTests {
    private static let history = NotificationHistoryRequest(json: ["startDate": 1_000, "endDate": 2_000])
    private static let emptyHistory = ServerAPIScript.Step.json(#"{"notificationHistory":[],"hasMore":false}"#)

    @Test(
        "Codes that ask for it are asked again, with growing waits",
        arguments: [4_040_002, 4_040_004, 4_040_006, 5_000_001]
    )
    func retryable(code: Int) async throws {
        let network = ServerAPIScript(.code(code), .code(code), .http(200, ""))
        try await network.client(routing: .production).finish(transactionID: "1")
        #expect(network.requests.count == 3)
        #expect(network.waits == [1, 2])
    }

    @Test("Codes that ask for it are asked again even where a repetition would do more")
    func retryableChange() async throws {
        let network = ServerAPIScript(.code(4_290_000), .code(5_000_001), .json(#"{"testNotificationToken":"t"}"#))
        #expect(try await network.client().requestTestNotification() == "t")
    }

    @Test("5000000 is asked once more, if the call can be repeated")
    func generalInternal() async throws {
        let network = ServerAPIScript(.code(5_000_000), .code(5_000_000), Self.emptyHistory)
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client().notificationHistory(Self.history)
        }
        #expect(error?.errorCode == .generalInternal)
        #expect(network.requests.count == 2)
        let other = ServerAPIScript(.code(5_000_000))
        await #expect(throws: ServerAPIError.self) { try await other.client().requestTestNotification() }
        #expect(other.requests.count == 1)
    }

    @Test(
        "What may have been done is repeated only where that does no more",
        arguments: [
            ServerAPIScript.Step.http(503, "<html>busy</html>"), .http(502, ""), .failure(.closed), .failure(.timedOut),
        ]
    )
    func uncertain(step: ServerAPIScript.Step) async throws {
        let reading = ServerAPIScript(step, Self.emptyHistory)
        _ = try await reading.client().notificationHistory(Self.history)
        #expect(reading.requests.count == 2)
        let changing = ServerAPIScript(step, .json("{}"))
        let error = await #expect(throws: ServerAPIError.self) {
            try await changing.client(routing: .production).extendRenewalDate(
                of: "1",
                byDays: 1,
                reason: .other,
                requestIdentifier: "r"
            )
        }
        #expect(error?.code == .unavailable)
        #expect(error?.isRetryable == true)
        #expect(changing.requests.count == 1)
    }

    @Test("Where nobody listens nothing was done")
    func noReceiver() async throws {
        let network = ServerAPIScript(.failure(.noReceiver), .json(#"{"testNotificationToken":"t"}"#))
        #expect(try await network.client().requestTestNotification() == "t")
    }

    @Test("The attempts end", arguments: [ServerAPIScript.Step.code(5_000_001), .failure(.noReceiver), .http(500, "")])
    func bounded(step: ServerAPIScript.Step) async throws {
        let network = ServerAPIScript([ServerAPIScript.Step](repeating: step, count: 50))
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client(routing: .production).transaction("1")
        }
        #expect(error?.code == .unavailable)
        #expect(error?.attempts == 3)
        #expect(network.requests.count == 3)
    }

    @Test("Retry-After is a moment in milliseconds since 1970")
    func retryAfter() async throws {
        let moment = Int64(TestAuthority.signingDate.timeIntervalSince1970 * 1_000) + 7_500
        let network = ServerAPIScript(.code(4_290_000, retryAfter: String(moment)), .http(200, ""))
        try await network.client(routing: .production).finish(transactionID: "1")
        #expect(network.waits == [7.5])
    }

    @Test(
        "A Retry-After that is none does not count, one that is past neither",
        arguments: ["Sat, 22 Nov 2026 05:30:00 GMT", "soon", "-1", "nan", "inf", "", "1000000000000"]
    )
    func strangeRetryAfter(header: String) async throws {
        let network = ServerAPIScript(.code(4_290_000, retryAfter: header), .http(200, ""))
        try await network.client(routing: .production).finish(transactionID: "1")
        #expect(network.waits == [1])
    }

    @Test("Who asks for more patience than there is gets none, and the caller learns the moment")
    func longRetryAfter() async throws {
        let moment = TestAuthority.signingDate.addingTimeInterval(600)
        let network = ServerAPIScript(
            .code(4_290_000, retryAfter: String(moment.millisecondsSince1970)),
            .http(200, "")
        )
        let client = try network.client(routing: .production)
        let error = await #expect(throws: ServerAPIError.self) { try await client.finish(transactionID: "1") }
        #expect(error?.code == .rateLimited)
        #expect(error?.retryAt == moment)
        #expect(error?.isRetryable == true)
        #expect(network.waits == [])
        // All calls of that limit are kept back until then, without asking; others are not.
        let second = await #expect(throws: ServerAPIError.self) { try await client.finish(transactionID: "1") }
        #expect(second?.code == .rateLimited)
        #expect(abs(second?.retryAt?.timeIntervalSince(moment) ?? .infinity) < 0.001)
        #expect(network.requests.count == 1)
        network.pass(600)
        try await client.finish(transactionID: "1")
    }

    @Test("A call ends with its deadline, whatever the servers do")
    func deadline() async throws {
        let steps = [ServerAPIScript.Step](repeating: .failure(.timedOut), count: 50)
        let network = ServerAPIScript(steps, delay: 25)
        let policy = RetryPolicy(maximumAttempts: 50)
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client(retryPolicy: policy).transaction("1")
        }
        #expect(error?.isRetryable == true)
        #expect(network.elapsed <= 60)
        #expect(network.requests.count == 3)
        #expect(network.requests.map(\.timeout) == [30, 30, 7])
    }

    @Test("A cancelled call ends at once")
    func cancelled() async throws {
        let network = ServerAPIScript(.cancelled, .http(200, ""))
        let error = await #expect(throws: ServerAPIError.self) { try await network.client().finish(transactionID: "1") }
        #expect(error?.code == .cancelled)
        #expect(network.requests.count == 1)
    }

    @Test("What is final is not asked again", arguments: [4_000_006, 4_030_005, 4_090_000, 4_120_000])
    func final(code: Int) async throws {
        let network = ServerAPIScript(.code(code), .http(200, ""))
        let error = await #expect(throws: ServerAPIError.self) {
            try await network.client().finish(transactionID: "1")
        }
        #expect(error?.errorCode == ServerAPIErrorCode(rawValue: code))
        #expect(error?.code == .refused)
        #expect(error?.message == "words")
        #expect(error?.endpoint == .finishTransaction)
        #expect(error?.environment == .production)
        #expect(network.requests.count == 1)
    }

    @Test("An answer that is too long, or a redirect, is not asked for again")
    func odd() async throws {
        let long = ServerAPIScript(.failure(.responseTooLong))
        let error = await #expect(throws: ServerAPIError.self) { try await long.client().finish(transactionID: "1") }
        #expect(error?.code == .responseTooLong)
        let moved = ServerAPIScript(.http(302, "<html>"))
        let other = await #expect(throws: ServerAPIError.self) { try await moved.client().finish(transactionID: "1") }
        #expect(other?.code == .unexpectedStatus)
        #expect(other?.message == "<html>")
        #expect(long.requests.count + moved.requests.count == 2)
    }
}
