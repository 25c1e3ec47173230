public import AppStoreModels

/// What came of comparing one purchase with the App Store.
public struct ReconciliationStep: Sendable, Hashable {
    /// Which App Store.
    public let environment: AppStoreEnvironment
    /// The purchase that was asked about.
    public let originalTransactionID: String
    /// What differs, also in other purchases of the same person that the answer is about; empty if all is as known.
    public let differences: [ReconciliationDifference]
    /// Why the App Store did not say; nil if it did. It is for people to read.
    public let failure: String?
    /// How many purchases have been looked at in this run, this one included.
    public let checked: Int
    /// How many there were when the run began.
    public let total: Int
    /// From where a later run goes on without asking about what this one has finished.
    public let position: String
}

/// What came of a whole run.
public struct ReconciliationReport: Sendable, Hashable {
    /// How many purchases were looked at.
    public internal(set) var checked = 0
    /// How many differences there were.
    public internal(set) var differences = 0
    /// How many of them were mended.
    public internal(set) var mended = 0
    /// About how many purchases the App Store gave no answer.
    public internal(set) var failures = 0
    /// Where an earlier run had stopped from which this one went on; nil if it began anew, or where the order said.
    public internal(set) var resumedFrom: String?
    /// Where to go on; nil if all was looked at, or if a run was interrupted that had no answer from its beginning.
    public internal(set) var position: String?
    /// Why the run ended early, beside ``ReconciliationOrder/maximumPurchases``; nil if it did not.
    public internal(set) var interruption: String?
}
