/// What was sent up to one end of a transaction: one exchange, or several that only read.
///
/// libpq writes to the socket at each end, and the server answers at each, so readers that come together share one.
struct SentGroup {
    /// More than this in a group gains little, and one that fails sends more of them again.
    static let limit = 32

    var exchanges: [Exchange]

    /// Whether somebody in it is to end before the answers are there.
    var hasEnd: Bool { exchanges.contains { $0.end != nil } }
}
