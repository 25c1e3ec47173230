import AppStoreModels
import Crypto
import Foundation

extension PurchaseDatabase {
    /// The keys that sign or signed statements, the oldest first.
    func statementSigners() async throws(PurchaseServerError) -> [StatementSigner] {
        try await read { try Self.statementSigners(in: $0) }
    }

    /// Makes the first key if there is none, in the thread that asks.
    func makeFirstStatementKey(at date: Date) throws(PurchaseServerError) {
        try writeNow { database in
            guard try Int.fetchOne(database, sql: "SELECT 1 FROM statement_key LIMIT 1") == nil else { return }
            try Self.insert(P256.Signing.PrivateKey(), at: date, in: database)
        }
    }

    /// Adds a key; those before it end after the grace, or earlier if that was said before.
    func rotateStatementKey(
        _ new: P256.Signing.PrivateKey,
        grace: TimeInterval,
        at date: Date
    ) async throws(PurchaseServerError) -> StatementKey {
        try await write { database in
            try database.execute(
                sql: "UPDATE statement_key SET retired_ms = CASE WHEN retired_ms < ?1 THEN retired_ms ELSE ?1 END",
                arguments: [date.addingTimeInterval(grace).millisecondsSince1970]
            )
            // One that ended a while ago is of no more use to anybody, not even to look at.
            try database.execute(
                sql: "DELETE FROM statement_key WHERE retired_ms <= ?",
                arguments: [date.millisecondsSince1970]
            )
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM statement_key") ?? 0
            guard count < KeyBook.maximumStatementKeyCount else {
                throw PurchaseServerError(
                    .tooManyKeys,
                    "\(KeyBook.maximumStatementKeyCount) keys sign statements already; give the older ones less time"
                )
            }
            return try Self.insert(new, at: date, in: database)
        }
    }

    @discardableResult
    private static func insert(_ key: P256.Signing.PrivateKey, at date: Date, in database: StorageDatabase) throws
        -> StatementKey
    {
        let made = StatementSigner(key, createdDate: date).key
        try database.execute(
            sql: "INSERT INTO statement_key (id, private_key, made_ms) VALUES (?, ?, ?)",
            arguments: [made.id, key.rawRepresentation, date.millisecondsSince1970]
        )
        return made
    }

    private static func statementSigners(in database: StorageDatabase) throws -> [StatementSigner] {
        try StorageRow.fetchAll(
            database,
            // The one that is not to be retired is the newest, also where a clock was set back.
            sql: """
                SELECT private_key, made_ms, retired_ms FROM statement_key
                ORDER BY coalesce(retired_ms, 9223372036854775807), made_ms, id
                """
        ).map { row in
            let bytes: Data = try row.decode(atIndex: 0)
            let retired: Int64? = try row.decode(atIndex: 2)
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else {
                throw PurchaseServerError(.databaseDamaged, "a key that signs statements cannot be read")
            }
            return StatementSigner(
                key,
                createdDate: Date(millisecondsSince1970: try row.decode(atIndex: 1)),
                retirementDate: retired.map { Date(millisecondsSince1970: $0) }
            )
        }
    }
}
