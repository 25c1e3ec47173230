/// What a refund does to the balance that its purchase had filled.
///
/// A refund of a part takes that part, rounded down. A refund that is reversed gives back all that it took.
public enum RefundPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// All of it is taken back. What was spent already becomes a debt: the balance may be below zero, and the next purchase
    /// pays it first.
    case takeBack
    /// As much is taken back as is there, never more; what was spent already is forgiven.
    case takeBackToZero
    /// Nothing is taken back.
    case keep
}
