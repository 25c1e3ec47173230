import Foundation
import LocalAppStore
import Locking
import Logging
import ServiceLifecycle

/// Sends the requests of performance tests, and notes what came of them.
///
/// A test that a shutdown interrupts is begun anew after the next start: until then it is pending.
final class PerformanceTestRunner: Service {
    /// How far a test has come.
    private struct Progress: Sendable {
        let id: UUID
        /// How many requests have begun.
        var begun = 0
        var milliseconds: [Int] = []
        var failures: [String: Int] = [:]

        var ended: Int { failures.values.reduce(milliseconds.count, +) }
    }

    private struct State: Sendable {
        /// Of the test that runs.
        var progress: Progress?
        /// Wakes the run that is under way.
        var signal: AsyncStream<Void>.Continuation?
    }

    private let exchange: RealtimeExchange
    private let realTime: RealTime
    private let logger: Logger
    private let state = Locked(State())
    private let turnstile = Turnstile()

    private var store: LocalAppStore { exchange.store }

    init(exchange: RealtimeExchange, realTime: RealTime, logger: Logger) {
        self.exchange = exchange
        self.realTime = realTime
        self.logger = logger
    }

    /// Has a test that was begun run, if this runs.
    func wake() { state.withLock { $0.signal }?.yield() }

    /// Runs what is pending, and then what is begun, until graceful shutdown.
    func run() async throws {
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.signal = continuation }
        continuation.yield()
        for await _ in signals.cancelOnGracefulShutdown() {
            await cancelWhenGracefulShutdown { await self.runPending() }
        }
        state.withLock { $0.signal = nil }
    }

    /// How many requests of a test are still to be answered.
    func pendingCount(of test: PerformanceTest) -> Int {
        let ended = state.withLock { $0.progress?.id == test.id ? $0.progress?.ended : nil } ?? 0
        return max(0, test.plan.requests - ended)
    }

    /// Runs every test that is pending, and returns when all have ended.
    func runPending() async {
        await turnstile.enter()
        while !Task.isCancelled, let test = store.performanceTests.first(where: { $0.outcome == nil }) {
            let outcome = await outcome(of: test)
            guard !Task.isCancelled else { break }
            do {
                try store.endPerformanceTest(test.id, outcome)
            } catch {
                logger.error("a performance test's result is lost", metadata: ["error": "\(error)"])
                break
            }
        }
        await turnstile.leave()
    }

    private func outcome(of test: PerformanceTest) async -> PerformanceTest.Outcome {
        state.withLock { $0.progress = Progress(id: test.id) }
        let end = realTime.steadyNow().addingTimeInterval(Double(test.plan.totalMilliseconds) / 1_000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<min(max(1, test.plan.concurrentRequests), 64) {
                group.addTask { while await self.sendNext(of: test, until: end) {} }
            }
        }
        let done = state.withLock { state in
            defer { state.progress = nil }
            return state.progress ?? Progress(id: test.id)
        }
        return PerformanceTest.Outcome(milliseconds: done.milliseconds, failures: done.failures, plan: test.plan)
    }

    /// Sends one request; false when there is none to send any more.
    private func sendNext(of test: PerformanceTest, until end: Date) async -> Bool {
        guard !Task.isCancelled, let number = beginNext(of: test) else { return false }
        guard realTime.steadyNow() < end else {
            note(.timedOut)
            return true
        }
        let start = realTime.steadyNow()
        let failure = await failure(of: number, of: test)
        guard !Task.isCancelled else { return false }
        let milliseconds = Int((realTime.steadyNow().timeIntervalSince(start) * 1_000).rounded())
        if let failure {
            note(NotificationSendResult(rawValue: failure.sendAttemptResult))
        } else if milliseconds > test.plan.responseMilliseconds {
            note(.timedOut)
        } else {
            state.withLock { $0.progress?.milliseconds.append(milliseconds) }
        }
        return true
    }

    private func beginNext(of test: PerformanceTest) -> Int? {
        state.withLock { state in
            guard let begun = state.progress?.begun, begun < min(test.plan.requests, 10_000) else { return nil }
            state.progress?.begun = begun + 1
            return begun
        }
    }

    private func note(_ result: NotificationSendResult) {
        state.withLock { $0.progress?.failures[result.rawValue, default: 0] += 1 }
    }

    /// Why a request failed; nil if its answer may be shown.
    private func failure(of number: Int, of test: PerformanceTest) async -> RetentionFailure? {
        do {
            let question = try store.retentionQuestion(
                about: test.originalTransactionID,
                locale: store.settings.locale,
                mark: "\(test.id) \(number)",
                to: test.target
            )
            switch try await exchange.ask(question) {
            case .notAsked: return nil
            case .failure(let failure, _): return failure
            case .answer(let answer, _):
                try store.checkRetentionAnswer(answer, about: test.originalTransactionID)
                return nil
            }
        } catch let failure as RetentionFailure {
            return failure
        } catch {
            return RetentionFailure(.noAnswer, "\(error)", sendAttemptResult: NotificationSendResult.other.rawValue)
        }
    }
}
