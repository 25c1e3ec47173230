/// What became of a request for a refund about which the App Store asked.
enum RefundRequestState: String, Sendable, Hashable, CaseIterable {
    /// The App Store waits for an answer.
    case waiting
    /// It has one.
    case answered
    /// It does not take the answer.
    case refused
    /// Twelve hours went by without one.
    case late
}
