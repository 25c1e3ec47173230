public import AppStoreModels
public import Foundation

/// The review of something that was uploaded.
///
/// The state is a function of the store's time, so that nothing has to happen at the moment of approval.
public struct RetentionReview: Sendable, Hashable, Codable {
    /// When it was uploaded, in store time.
    public let uploadDate: Date
    /// From when on it is approved by itself; nil if only a command decides. See
    /// ``StoreSettings/retentionReviewSeconds``.
    public let approvalDate: Date?
    /// What a command decided; nil while none has.
    public internal(set) var decision: RetentionReviewState?

    /// The state at a moment of the store's time.
    public func state(at date: Date) -> RetentionReviewState {
        if let decision { return decision }
        return approvalDate.map { $0 <= date } == true ? .approved : .pending
    }
}
