import Foundation

/// When a delivery that failed is tried again: after 5 seconds, then ever later, for three days and a half in all.
enum WebhookSchedule {
    private static let waits: [TimeInterval] = [
        5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 43_200, 86_400, 86_400,
    ]

    /// How many times it is tried before it is a dead letter.
    static var maximumAttempts: Int { waits.count + 1 }

    /// The longest time between two attempts, in seconds.
    static let longestWait = waits.max() ?? 0

    /// How long to wait after so many attempts have failed; nil for no more.
    static func wait(afterFailures failures: Int) -> TimeInterval? {
        guard failures > 0 else { return 0 }
        return waits.indices.contains(failures - 1) ? waits[failures - 1] : nil
    }
}
