import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Performance tests of the realtime address")
struct PerformanceTestTests {
    private typealias Shop = RetentionTester
    private let tester: RetentionTester

    init() throws { tester = try RetentionTester() }

    private func begin(_ id: String) async throws -> String {
        let answer = try await tester.call(.post, "performanceTest", #"{"originalTransactionId":"\#(id)"}"#).json
        return try #require(answer[string: "requestId"])
    }

    private func finish() async throws {
        #expect(try await tester.ask(.post, "/control/realtime/performance-tests").status == 200)
    }

    @Test("All requests are sent, and times and failures are counted")
    func result() async throws {
        let id = try await tester.subscriber()
        let config = #"{"maxConcurrentRequests":1,"totalRequests":20,"successRateThreshold":80}"#
        #expect(try await tester.ask(.patch, "/control/realtime", config).status == 200)
        let (time, count) = (tester.time, Locked(0))
        let isOpen = Locked(false)
        tester.developer.answer { _ in
            // Nothing is answered until the test has been looked at; what is asked then was given up before.
            var turns = Turns()
            while !isOpen.withLock({ $0 }) {
                try Task.checkCancellation()
                await turns.pass()
            }
            let number = count.withLock { count in
                count += 1
                return count
            }
            // 10 ms, 20 ms, …; the last two are late, and two are nonsense.
            time.pass(number > 18 ? 2 : Double(number) / 100)
            let id = number <= 2 ? Shop.image : Shop.message
            return HTTPTransportResponse(status: 200, body: Data(#"{"message":{"messageIdentifier":"\#(id)"}}"#.utf8))
        }
        let test = try await begin(id)
        let path = "performanceTest/result/\(test)"
        let before = try await tester.call(.get, path).json
        #expect(before["result"] == "PENDING" && before["numPending"] == 20)
        #expect(try await tester.code(.post, "performanceTest", #"{"originalTransactionId":"\#(id)"}"#) == 4_000_213)
        isOpen.withLock { $0 = true }
        try await finish()
        let result = try await tester.call(.get, path).json
        #expect(count.withLock { $0 } == 20)
        #expect(result["result"] == "PASS")
        #expect(result["successRate"] == 80)
        #expect(result["numPending"] == 0)
        #expect(result["target"] == "http://127.0.0.1:9/retain")
        #expect(result["failures"] == ["INVALID_RESPONSE": 2, "TIMED_OUT": 2])
        #expect(result["responseTimes"] == ["average": 105, "p50": 100, "p90": 170, "p95": 180, "p99": 180])
        #expect(result[object: "config"]?["totalRequests"] == 20)
    }

    @Test("A server that fails too often does not pass, and production stays closed until one does")
    func production() async throws {
        let id = try await tester.subscriber()
        tester.developer.answer { _ in HTTPTransportResponse(status: 500, body: Data()) }
        let failed = try await begin(id)
        try await finish()
        let result = try await tester.call(.get, "performanceTest/result/\(failed)").json
        #expect(result["result"] == "FAIL")
        #expect(result["failures"] == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE": 100])
        #expect(result["responseTimes"] == nil)
        let url = #"{"realtimeURL":"https://example.com/retain"}"#
        try await tester.ask(.patch, "/control/settings", #"{"environment":"Production"}"#)
        #expect(try await tester.code(.put, "realtime/url", url) == 4_030_026)
        #expect(try await tester.code(.post, "performanceTest", #"{"originalTransactionId":"\#(id)"}"#) == 4_000_211)
        try await tester.ask(.patch, "/control/settings", #"{"environment":"Sandbox"}"#)
        tester.developer.answer { _ in
            HTTPTransportResponse(
                status: 200,
                body: Data(#"{"message":{"messageIdentifier":"\#(Shop.message)"}}"#.utf8)
            )
        }
        _ = try await begin(id)
        try await finish()
        try await tester.ask(.patch, "/control/settings", #"{"environment":"Production"}"#)
        #expect(try await tester.call(.put, "realtime/url", url).status == 200)
        #expect(tester.store.realtimeURL == "https://example.com/retain")
    }

    @Test("A test ends in time, whatever the server does")
    func deadline() async throws {
        let id = try await tester.subscriber()
        let config = #"{"maxConcurrentRequests":1,"totalRequests":10,"totalDuration":1000}"#
        try await tester.ask(.patch, "/control/realtime", config)
        let (time, count, isOpen) = (tester.time, Locked(0), Locked(false))
        tester.developer.answer { _ in
            // What is asked while the test is begun is given up with that, and begun anew.
            var turns = Turns()
            while !isOpen.withLock({ $0 }) {
                try Task.checkCancellation()
                await turns.pass()
            }
            count.withLock { $0 += 1 }
            time.pass(0.5)
            throw HTTPTransportError(.timedOut, reason: "scripted")
        }
        let test = try await begin(id)
        isOpen.withLock { $0 = true }
        try await finish()
        #expect(count.withLock { $0 } == 2)
        let result = try await tester.call(.get, "performanceTest/result/\(test)").json
        #expect(result["failures"] == ["TIMED_OUT": 10])
    }

    @Test("What cannot be tested has Apple's code")
    func codes() async throws {
        let id = try await tester.subscriber()
        #expect(try await tester.code(.post, "performanceTest", "{}") == 4_000_211)
        #expect(try await tester.code(.post, "performanceTest", #"{"originalTransactionId":"1"}"#) == 4_000_211)
        #expect(try await tester.code(.get, "performanceTest/result/x") == 4_000_212)
        #expect(try await tester.code(.get, "performanceTest/result/\(Shop.message)") == 4_040_018)
        try await tester.call(.delete, "realtime/url")
        #expect(try await tester.code(.post, "performanceTest", #"{"originalTransactionId":"\#(id)"}"#) == 4_040_021)
        for config in [#"{"totalRequests":0}"#, #"{"successRateThreshold":101}"#, #"{"maxConcurrentRequests":65}"#] {
            #expect(try await tester.ask(.patch, "/control/realtime", config).errorCode == "invalid-value")
        }
        #expect(try await tester.ask(.patch, "/control/realtime", #"{"speed":1}"#).errorCode == "invalid-body")
    }
}
