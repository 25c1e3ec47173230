import AppStoreModels
import Foundation

/// Writes down what is done to purchases and names.
struct AuditWriter {
    let database: StorageDatabase

    /// - Parameters:
    ///   - from: The person who had it.
    ///   - to: The person who has it now, or wanted it.
    ///   - chain: The purchase; nil if it is about no single one.
    func write(
        _ kind: AuditEntry.Kind,
        from: Int64?,
        to: Int64?,
        chain: ChainKey? = nil,
        _ note: AuditNote
    ) throws {
        // A refusal is written once, however often the app asks.
        try database.cachedStatement(
            sql: """
                INSERT INTO audit (made_ms, kind, actor, from_number, to_number, environment, original_transaction_id,
                    reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [
            note.date.millisecondsSince1970, kind.rawValue, note.actor, from, to, chain?.environment.rawValue,
            chain?.originalTransactionID, note.reason,
        ])
    }
}
