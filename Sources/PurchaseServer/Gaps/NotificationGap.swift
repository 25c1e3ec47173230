import AppStoreModels
import Foundation

/// How far the App Store's list of notifications about one app in one App Store has been read.
struct NotificationGap: Sendable, Hashable {
    var bundleID: String
    var environment: AppStoreEnvironment
    /// All that was signed before is known.
    var complete: Date
    /// What is being read; nil if nothing is.
    var window: Window?

    /// A part of the list. The App Store wants the same question for all of its pages, so it is kept as it was begun.
    struct Window: Sendable, Hashable {
        var start: Date
        var end: Date
        /// Where the next page begins; nil for the first.
        var token: String?
    }

    /// For how long, in seconds, the App Store keeps notifications.
    static func retention(in environment: AppStoreEnvironment) -> TimeInterval {
        (environment == .production ? 180 : 30) * 86_400
    }

    /// How much, in seconds, is read again: a notification may be in the list later than it was signed.
    private static let overlap: TimeInterval = 3_600

    /// The same with what can be true. Of what a clock that once ran ahead has called complete nobody knows how much is: then
    /// the list is read again as far back as it reaches, and what is older counts as forgotten.
    ///
    /// Clocks may differ by what is read again anyhow.
    func credible(at now: Date) -> Self {
        let latest = now.addingTimeInterval(Self.overlap)
        var gap = self
        if let window, window.end > latest { gap.window = nil }
        if complete > latest {
            gap.complete = now.addingTimeInterval(-Self.retention(in: environment) - Self.overlap)
        }
        return gap
    }

    /// Whether the App Store has forgotten a part of what is missing.
    func isForgotten(at now: Date) -> Bool {
        complete < now.addingTimeInterval(-Self.retention(in: environment))
    }

    /// What is to be read now: what was begun, or all that is missing.
    func nextWindow(at now: Date) -> Window? {
        // An hour short of it: the App Store's clock is not ours.
        let earliest = now.addingTimeInterval(-Self.retention(in: environment) + Self.overlap)
        if let window, window.start >= earliest { return window }
        let start = max(complete.addingTimeInterval(-Self.overlap), earliest)
        return start < now ? Window(start: start, end: now) : nil
    }
}
