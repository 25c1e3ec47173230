import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Performance tests of the realtime address")
struct PerformanceTestTests {
    private var engine: StoreEngine
    private let id: String

    init() throws {
        engine = try Shop.engine()
        id = try engine.buy(Shop.posy).originalTransactionID
    }

    private mutating func begin(_ test: UUID = UUID()) throws -> PerformanceTest {
        try engine.beginPerformanceTest(test, originalTransactionID: id, in: .sandbox)
    }

    private func outcome(_ count: Int, of requests: Int = 100) -> PerformanceTest.Outcome {
        var plan = PerformanceTestPlan()
        plan.requests = requests
        return .init(milliseconds: Array(repeating: 5, count: count), failures: [:], plan: plan)
    }

    @Test("Times are those of the nearest rank")
    func times() {
        let outcome = PerformanceTest.Outcome(
            milliseconds: (1...100).reversed().map { $0 * 10 },
            failures: ["TIMED_OUT": 3],
            plan: PerformanceTestPlan()
        )
        let times = outcome.times
        #expect(times?.average == 505)
        #expect([times?.p50, times?.p90, times?.p95, times?.p99] == [500, 900, 950, 990])
        #expect(PerformanceTest.Times([7])?.p50 == 7)
        #expect(PerformanceTest.Times([]) == nil)
    }

    @Test(
        "It passes with 95 percent, rounded down",
        arguments: [(100, 100, true), (95, 95, true), (94, 94, false), (0, 0, false)]
    )
    func passing(good: Int, percent: Int, hasPassed: Bool) {
        #expect(outcome(good).successPercent == percent)
        #expect(outcome(good).hasPassed == hasPassed)
        #expect(outcome(949, of: 1_000).hasPassed == false)
    }

    /// A change of the usual plan, and what is said of it.
    static let impossible: [(@Sendable (inout PerformanceTestPlan) -> Void, String)] = [
        ({ $0.concurrentRequests = 0 }, "maxConcurrentRequests is 0"),
        ({ $0.concurrentRequests = 65 }, "between 1 and 64"), ({ $0.requests = 10_001 }, "totalRequests"),
        ({ $0.totalMilliseconds = 99 }, "totalDuration"),
        ({ $0.responseMilliseconds = 60_001 }, "responseTimeThreshold"),
        ({ $0.successPercent = 101 }, "successRateThreshold"),
    ]

    @Test("A plan that cannot be done is refused by the name of its number", arguments: impossible)
    mutating func plans(change: @Sendable (inout PerformanceTestPlan) -> Void, words: String) throws {
        var plan = PerformanceTestPlan()
        change(&plan)
        let error = #expect(throws: StoreError.self) { try engine.setPerformanceTestPlan(plan) }
        #expect(error?.code == .invalidValue)
        #expect(error?.reason.contains(words) == true)
        #expect(engine.performanceTestPlan == PerformanceTestPlan())
    }

    @Test("There is one at a time, of a subscription, with an address, in the sandbox")
    mutating func rules() throws {
        func code(_ original: String, _ environment: AppStoreEnvironment = .sandbox) -> Int? {
            var engine = self.engine
            return #expect(throws: StoreError.self) {
                try engine.beginPerformanceTest(UUID(), originalTransactionID: original, in: environment)
            }?.appStoreCode
        }
        #expect(code(id) == 4_040_021)
        try engine.setRealtimeURL("https://shop.example/ask", in: .sandbox)
        #expect(code("1") == 4_000_211)
        #expect(code(id, .production) == 4_000_211)
        let test = try begin()
        #expect(test.target == "https://shop.example/ask")
        #expect(code(id) == 4_000_213)
        try engine.endPerformanceTest(test.id, outcome(10))
        #expect(try begin().plan == PerformanceTestPlan())
    }

    @Test("What came of it is said once; a later word changes nothing")
    mutating func endedOnce() throws {
        try engine.setRealtimeURL("https://shop.example/ask", in: .sandbox)
        let test = try begin()
        try engine.endPerformanceTest(test.id, outcome(10))
        try engine.endPerformanceTest(test.id, outcome(100))
        #expect(try engine.performanceTest(test.id).outcome == outcome(10))
        let error = #expect(throws: StoreError.self) { try engine.endPerformanceTest(UUID(), outcome(1)) }
        #expect(error?.appStoreCode == 4_040_018)
    }

    @Test("Production takes an address after a test was passed, also when a hundred others have pushed it out")
    mutating func production() throws {
        try engine.setRealtimeURL("https://shop.example/ask", in: .sandbox)
        let before = engine
        let error = #expect(throws: StoreError.self) {
            try engine.setRealtimeURL("https://shop.example/ask", in: .production)
        }
        #expect(error?.appStoreCode == 4_030_026)
        #expect(engine == before)
        for count in [100] + Array(repeating: 0, count: 100) {
            try engine.endPerformanceTest(begin().id, outcome(count))
        }
        #expect(engine.performanceTests.count == 100)
        #expect(engine.performanceTests.allSatisfy { $0.outcome?.hasPassed == false })
        try engine.setRealtimeURL("https://shop.example/ask", in: .production)
        #expect(engine.realtimeURL(in: .production) == "https://shop.example/ask")
        #expect(engine.realtimeURL(in: .sandbox) == "https://shop.example/ask")
    }

    @Test(
        "An address that nothing can be sent to is refused",
        arguments: [
            "", "shop.example", "ftp://shop.example", "https://u:p@shop.example",
            "https://shop.example/" + String(repeating: "a", count: 256),
        ]
    )
    mutating func wrongAddress(text: String) {
        let error = #expect(throws: StoreError.self) { try engine.setRealtimeURL(text, in: .sandbox) }
        #expect(error?.appStoreCode == 4_000_215)
    }

    @Test("An address that goes is asked no more")
    mutating func deletedAddress() throws {
        try engine.setRealtimeURL("https://shop.example/ask", in: .sandbox)
        try engine.deleteRealtimeURL(in: .sandbox)
        #expect(engine.realtimeURL(in: .sandbox) == nil)
        let error = #expect(throws: StoreError.self) { try engine.deleteRealtimeURL(in: .sandbox) }
        #expect(error?.appStoreCode == 4_040_021)
    }
}
