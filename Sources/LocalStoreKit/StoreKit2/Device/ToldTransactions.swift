import Foundation

/// What was told of transactions in this launch, last; of a limited number of them.
struct ToldTransactions: Sendable {
    /// How many are kept at least.
    static let limit = 4_096

    /// What may change about a transaction.
    private struct Revision: Sendable, Hashable {
        let revocationDate: Date?
        let expirationDate: Date?
        let isUpgraded: Bool
    }

    private var revisions: [UInt64: Revision] = [:]
    private var order: [UInt64] = []

    /// Whether anything was told of it.
    func contains(_ identifier: String) -> Bool { UInt64(identifier).map { revisions[$0] != nil } ?? false }

    /// Notes that a transaction is told as it is; false if that was the last thing that was told of it.
    mutating func note(_ transaction: Transaction) -> Bool {
        let revision = Revision(
            revocationDate: transaction.revocationDate,
            expirationDate: transaction.expirationDate,
            isUpgraded: transaction.isUpgraded
        )
        guard revisions[transaction.id] != revision else { return false }
        if revisions.updateValue(revision, forKey: transaction.id) == nil { order.append(transaction.id) }
        if order.count > 2 * Self.limit {
            for old in order.prefix(Self.limit) { revisions[old] = nil }
            order.removeFirst(Self.limit)
        }
        return true
    }
}
