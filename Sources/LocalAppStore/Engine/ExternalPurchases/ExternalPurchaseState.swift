import Foundation

/// The tokens of external purchases. Events carry it as a whole.
struct ExternalPurchaseState: Sendable, Hashable, Codable {
    /// In the order in which they were made.
    var tokens: [ExternalPurchaseToken] = []

    /// So many tokens a store keeps; those that have expired are forgotten first.
    static let limit = 1_000

    /// When the developer is reminded next.
    var nextReminderDate: Date? { tokens.lazy.compactMap(\.nextReminderDate).min() }

    /// All moments until a limit at which the developer is reminded of a token.
    func reminderDates(until limit: Date) -> [Date] {
        tokens.flatMap { token in
            var token = token
            var dates: [Date] = []
            while let date = token.nextReminderDate, date <= limit {
                dates.append(date)
                token.planReminder(after: date)
            }
            return dates
        }
    }

    /// Changes the token of an identifier.
    ///
    /// - Returns: The token as it is then; nil if there is none.
    mutating func change(_ id: String, _ body: (inout ExternalPurchaseToken) -> Void) -> ExternalPurchaseToken? {
        guard let index = tokens.firstIndex(where: { $0.id == id }) else { return nil }
        body(&tokens[index])
        return tokens[index]
    }
}

extension ExternalPurchaseState: StoredValue {
    func checkRanges() throws(Nonsense) { try tokens.checkRanges() }
}
