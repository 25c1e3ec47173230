import AppStoreServerClient
import Foundation
import Locking

/// Waits for work as long as somebody who asks can be kept waiting; the work goes on.
final class Patience: Sendable {
    private let limit: TimeInterval
    private let timer: VerifyReceiptClient.Sleeper
    private let maximumCount: Int
    private let counts = Locked<[AskedAppStore: Int]>([:])

    /// - Parameters:
    ///   - limit: How many seconds are waited for.
    ///   - timer: Waits.
    ///   - maximumCount: How much work may be under way at once; more is not begun, as if it took too long. A quarter is out
    ///     of reach for the work of one App Store: where that is silent there is room for that of the other.
    init(limit: TimeInterval, timer: @escaping VerifyReceiptClient.Sleeper, maximumCount: Int = 256) {
        self.limit = limit
        self.timer = timer
        self.maximumCount = maximumCount
    }

    /// The result of work, or nil if it takes longer.
    ///
    /// - Parameter store: Whom it asks.
    func result<Value: Sendable>(
        asking store: AskedAppStore = .production,
        of work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        guard begin(store) else { return nil }
        let answer = FirstAnswer<Value>()
        // On its own, so that nobody who hangs up takes the answer from those who still wait for what comes of it.
        Task {
            let result = await Self.outcome(of: work)
            end(store)
            answer.tell(result.map(Optional.some))
        }
        let watch = Task { [timer, limit] in
            if (try? await timer(limit)) != nil { answer.tell(.success(nil)) }
        }
        defer { watch.cancel() }
        return try await answer.wait().get()
    }

    private static func outcome<Value>(of work: @Sendable () async throws -> Value) async -> Result<Value, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    private func begin(_ store: AskedAppStore) -> Bool {
        let ofOne = maximumCount - maximumCount / 4
        return counts.withLock { counts in
            guard counts[store, default: 0] < ofOne, counts.values.reduce(0, +) < maximumCount else { return false }
            counts[store, default: 0] += 1
            return true
        }
    }

    private func end(_ store: AskedAppStore) { counts.withLock { $0[store, default: 0] -= 1 } }
}
