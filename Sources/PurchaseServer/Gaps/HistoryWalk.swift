import AppStoreModels
import Foundation

/// A walk along the purchases of known customers that nothing was heard of for long, in one App Store.
struct HistoryWalk: Sendable, Hashable {
    var environment: AppStoreEnvironment
    /// Only purchases of which nothing was heard since.
    var heardBefore: Date
    /// The last purchase that was asked about; empty at the beginning.
    var after = ""
    /// When it came to its end; nil while it has not.
    var ended: Date?

    /// Whether a clock in order can have written it down. Another one says nothing of when the next walk is due, nor of whom
    /// something was heard.
    func isCredible(at now: Date) -> Bool {
        !heardBefore.isAhead(of: now) && ended.map { !$0.isAhead(of: now) } ?? true
    }
}

/// A purchase whose history is asked for.
struct SilentPurchase: Sendable, Hashable {
    let chain: ChainKey
    let bundleID: String?
    /// The revision of the last history, from which the next goes on.
    let revision: String?
}
