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
}

/// A purchase whose history is asked for.
struct SilentPurchase: Sendable, Hashable {
    let chain: ChainKey
    let bundleID: String?
    /// The revision of the last history, from which the next goes on.
    let revision: String?
}
