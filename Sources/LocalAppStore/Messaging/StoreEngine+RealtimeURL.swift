package import AppStoreModels
package import Foundation
import OrderedCollections

extension StoreEngine {
    /// Where the developer's server is asked in an environment; nil for nowhere.
    package func realtimeURL(in environment: AppStoreEnvironment) -> String? {
        messagingState.realtimeURLs[environment.rawValue]
    }

    /// Sets where the developer's server is asked.
    ///
    /// - Throws: 4000215; 4030026 in production before a performance test was passed.
    package mutating func setRealtimeURL(
        _ text: String,
        in environment: AppStoreEnvironment
    ) throws(StoreError) {
        guard text.utf8.count <= 256 else { throw .messaging(4_000_215, "a URL has at most 256 characters") }
        do {
            _ = try HTTPAddress(text)
        } catch {
            throw .messaging(4_000_215, "\(error)")
        }
        guard environment != .production || messagingState.hasPassedTest else {
            throw .messaging(
                4_030_026,
                "no performance test was passed; run one in the sandbox, then set the URL in production"
            )
        }
        let address = MessagingChange.Address(environment: environment.rawValue, url: text)
        emit(.realtimeURLChanged, about: .messaging(MessagingChange(realtime: address)))
    }

    /// Asks nobody any more.
    ///
    /// - Throws: 4040021
    package mutating func deleteRealtimeURL(in environment: AppStoreEnvironment) throws(StoreError) {
        guard realtimeURL(in: environment) != nil else { throw Self.noRealtimeURL }
        let address = MessagingChange.Address(environment: environment.rawValue, url: nil)
        emit(.realtimeURLChanged, about: .messaging(MessagingChange(realtime: address)))
    }

    package static var noRealtimeURL: StoreError { .messaging(4_040_021, "no realtime URL is configured") }

    // MARK: Performance tests

    /// How performance tests are done from now on.
    package var performanceTestPlan: PerformanceTestPlan { messagingState.plan }

    /// All performance tests that are remembered, oldest first.
    package var performanceTests: [PerformanceTest] { Array(messagingState.tests.values) }

    /// Changes how performance tests are done.
    ///
    /// - Throws: `invalidValue`
    package mutating func setPerformanceTestPlan(_ plan: PerformanceTestPlan) throws(StoreError) {
        if let mistake = plan.mistake { throw StoreError(.invalidValue, mistake) }
        emit(.performanceTestChanged, about: .messaging(MessagingChange(plan: plan)))
    }

    /// Begins a performance test; somebody else sends the requests.
    ///
    /// - Throws: 4000211, 4000213, 4040021
    package mutating func beginPerformanceTest(
        _ id: UUID,
        originalTransactionID: String,
        in environment: AppStoreEnvironment
    ) throws(StoreError) -> PerformanceTest {
        guard environment != .production else {
            throw .messaging(4_000_211, "performance tests run in the sandbox only")
        }
        guard let chain = chains[originalTransactionID] else {
            throw .messaging(4_000_211, "\(originalTransactionID.prefix(64)) is no subscription's first transaction")
        }
        guard let target = realtimeURL(in: environment) else { throw Self.noRealtimeURL }
        if let running = performanceTests.last(where: { $0.outcome == nil }) {
            throw .messaging(4_000_213, "test \(running.id.uuidString.lowercased()) has not ended")
        }
        let test = PerformanceTest(
            id: id,
            originalTransactionID: chain.originalTransactionID,
            plan: messagingState.plan,
            target: target,
            date: now
        )
        emit(.performanceTestChanged, about: .messaging(MessagingChange(test: test)))
        return test
    }

    /// A performance test.
    ///
    /// - Throws: 4040018
    package func performanceTest(_ id: UUID) throws(StoreError) -> PerformanceTest {
        guard let test = messagingState.tests[id] else {
            throw .messaging(4_040_018, "there is no performance test \(id.uuidString.lowercased())")
        }
        return test
    }

    /// Notes what came of a performance test; one that has ended stays as it was.
    ///
    /// - Throws: 4040018
    package mutating func endPerformanceTest(_ id: UUID, _ outcome: PerformanceTest.Outcome) throws(StoreError) {
        var test = try performanceTest(id)
        guard test.outcome == nil else { return }
        test.outcome = outcome
        emit(.performanceTestChanged, about: .messaging(MessagingChange(test: test)))
    }
}
