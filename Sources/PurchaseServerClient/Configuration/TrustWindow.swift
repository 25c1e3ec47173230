public import Foundation

/// How long the last signed statement counts while the server is away.
///
/// Too short, and who paid is locked out when the server is; too long, and who was refunded keeps access by staying away from
/// it. The server has a limit of its own in each statement, and the shorter one counts.
public struct TrustWindow: Sendable, Hashable {
    /// For how many seconds after the server signed it a statement counts; 3 days unless set.
    public var afterStatement: TimeInterval
    /// For how many seconds after its end a subscription that renews by itself gives access, because nobody could hear of
    /// the renewal; a day unless set, and never beyond ``afterStatement``.
    public var afterRenewal: TimeInterval

    /// A window; values below 0 count as 0.
    public init(afterStatement: TimeInterval = 3 * 86_400, afterRenewal: TimeInterval = 86_400) {
        self.afterStatement = max(afterStatement, 0)
        self.afterRenewal = max(afterRenewal, 0)
    }
}
