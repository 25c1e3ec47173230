import AppStoreModels
import Foundation

/// Moves purchases because the developer says so.
struct Transfer {
    let database: StorageDatabase
    let order: TransferOrder
    let note: AuditNote
    /// Tells of what moves; nil for nobody.
    let events: EventWriter?

    private var names: CustomerNames { CustomerNames(database: database) }

    func run() throws -> TransferOutcome {
        let source = try names.find(order.from)
        let owned = try source.map { try chains(of: $0.customer) } ?? []
        let wanted = owned.filter { order.originalTransactionIDs?.contains($0.originalTransactionID) ?? true }
        let missing = try missing(besides: wanted)
        guard missing.isEmpty else { return TransferOutcome(moved: [], missing: missing) }
        // Purchases that are named may have been moved before from somebody who was forgotten since.
        let isSlip = source == nil && order.originalTransactionIDs == nil
        guard !isSlip else { return TransferOutcome(moved: [], missing: [], knowsGiver: false) }
        guard let source, !wanted.isEmpty else { return TransferOutcome(moved: [], missing: []) }
        let target = try names.remember(order.to, at: note.date)
        guard target.person != source.person else { return TransferOutcome(moved: [], missing: []) }
        for chain in wanted { try move(chain, from: source, to: target) }
        let moves = wanted.map { PurchaseMove(chain: $0, givers: [source.customer], receiver: target.customer) }
        try events?.note(moves, at: note.date, in: database)
        return TransferOutcome(moved: wanted.map(OwnedPurchase.init), missing: [])
    }

    private func chains(of customer: CustomerID) throws -> [ChainKey] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT environment, original_transaction_id FROM customer_chain WHERE customer = ?
                ORDER BY environment, original_transaction_id
                """,
            arguments: [customer.value]
        ).map { row in
            ChainKey(
                environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
                originalTransactionID: try row.decode(atIndex: 1)
            )
        }
    }

    /// What was asked for by name and is neither's: what the receiver has was moved before.
    private func missing(besides found: [ChainKey]) throws -> [String] {
        guard let asked = order.originalTransactionIDs else { return [] }
        let there = try names.find(order.to).map { try chains(of: $0.customer) } ?? []
        return asked.subtracting((found + there).map(\.originalTransactionID)).sorted()
    }

    private func move(_ chain: ChainKey, from source: CustomerNames.Found, to target: CustomerNames.Found) throws {
        let owners = ChainOwners(database: database, chain: chain)
        let before = try owners.all()
        if let first = before.first, try before.count > 1 || owners.hasEntries(first.person) {
            try owners.credit(to: first.person)
        }
        try owners.remove(source.customer)
        try owners.add(target.customer, at: note.date, linkedAt: note.date, isByHand: true)
        try AuditWriter(database: database).write(
            .transferred,
            from: source.person,
            to: target.person,
            chain: chain,
            note
        )
    }
}
