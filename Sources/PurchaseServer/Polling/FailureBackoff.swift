import Foundation

/// How long to wait before the App Store is asked again about something it had no answer for: a minute, doubled each
/// time, at most an hour.
struct FailureBackoff {
    static func wait(after failures: Int) -> TimeInterval {
        min(60 * Double(1 << min(max(failures, 0), 10)), 3_600)
    }
}
