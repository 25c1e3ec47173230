public import Foundation

/// Where the App Store's review of a retention image or message stands.
public struct RetentionReviewState: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// Apple's word.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nobody has looked at it yet.
    public static let pending = Self(rawValue: "PENDING")
    /// It may be shown.
    public static let approved = Self(rawValue: "APPROVED")
    /// It may not be shown.
    public static let rejected = Self(rawValue: "REJECTED")

    public var description: String { rawValue }
}

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
