import AppStoreModels
import Foundation

extension PurchaseDatabase {
    /// A key with the digest of its text.
    struct StoredKey: Sendable {
        let key: ServerKey
        let digest: Data
    }

    func keys() async throws(PurchaseServerError) -> [ServerKey] {
        try await read { database in
            try StorageRow.fetchAll(database, sql: "SELECT * FROM api_key ORDER BY made_ms, id").map {
                try Self.key($0).key
            }
        }
    }

    /// A key as it is stored, or nil if there is none of this name.
    func storedKey(id: String) async throws(PurchaseServerError) -> StoredKey? {
        try await read { try Self.storedKey(id: id, in: $0) }
    }

    func key(id: String) async throws(PurchaseServerError) -> ServerKey {
        try await read { try Self.demandKey(id: id, in: $0).key }
    }

    func addKey(_ order: KeyOrder, text: KeyText, at date: Date) async throws(PurchaseServerError) -> IssuedKey {
        try await write { database in
            try Self.checkKeyCount(at: date, in: database)
            return try Self.insert(order, text, at: date, in: database)
        }
    }

    /// Makes keys if there never were any, in the thread that asks.
    ///
    /// - Returns: nil if there were some.
    func makeFirstKeys(at date: Date) throws(PurchaseServerError) -> FirstKeys? {
        try writeNow { database in
            guard try Int.fetchOne(database, sql: "SELECT 1 FROM api_key LIMIT 1") == nil else { return nil }
            var generator = SystemRandomNumberGenerator()
            let all = try KeyOrder(kind: .secret, name: "first", scopes: Set(KeyScope.allCases), at: date)
            let app = try KeyOrder(kind: .public, name: "first app", scopes: [], at: date)
            return FirstKeys(
                secret: try Self.insert(all, KeyText(.secret, using: &generator), at: date, in: database),
                public: try Self.insert(app, KeyText(.public, using: &generator), at: date, in: database)
            )
        }
    }

    func replaceKey(
        id: String,
        with text: KeyText,
        grace: TimeInterval,
        at date: Date
    ) async throws(PurchaseServerError) -> IssuedKey {
        try await write { database in
            let old = try Self.demandKey(id: id, in: database).key
            guard old.isValid(at: date) else {
                throw PurchaseServerError.keyRefused("the key \(id) is no longer good; make a new one")
            }
            guard old.successorID == nil else {
                throw PurchaseServerError.keyRefused("the key \(id) was rotated already; rotate its successor")
            }
            try Self.checkKeyCount(at: date, in: database)
            let order = try KeyOrder(kind: old.kind, name: old.name, scopes: old.scopes, at: date)
            let issued = try Self.insert(order, text, at: date, in: database)
            let end = min(old.expirationDate ?? .distantFuture, date.addingTimeInterval(grace))
            try database.execute(
                sql: "UPDATE api_key SET expires_ms = ?, successor = ? WHERE id = ?",
                arguments: [end.millisecondsSince1970, issued.key.id, id]
            )
            return issued
        }
    }

    func revokeKey(id: String, at date: Date) async throws(PurchaseServerError) -> ServerKey {
        try await write { database in
            try database.execute(
                sql: "UPDATE api_key SET revoked_ms = coalesce(revoked_ms, ?) WHERE id = ?",
                arguments: [date.millisecondsSince1970, id]
            )
            return try Self.demandKey(id: id, in: database).key
        }
    }

    /// Keeps when a key was shown last; what a clock that ran ahead has noted makes room.
    func noteUse(ofKey id: String, at date: Date) async throws(PurchaseServerError) {
        try await write(.independent) { database in
            try database.execute(
                sql: """
                    UPDATE api_key SET used_ms = CASE WHEN used_ms BETWEEN ?1 AND ?2 THEN used_ms ELSE ?1 END
                    WHERE id = ?3
                    """,
                arguments: [date.millisecondsSince1970, Self.latestMoment(at: date), id]
            )
        }
    }
}

extension PurchaseDatabase {
    private static func insert(_ order: KeyOrder, _ text: KeyText, at date: Date, in database: StorageDatabase) throws
        -> IssuedKey
    {
        try database.execute(
            sql: """
                INSERT INTO api_key (id, kind, name, scopes, digest, made_ms, expires_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                text.identifier, order.kind.rawValue, order.name,
                order.scopes.sorted().map(\.rawValue).joined(separator: " "), text.digest,
                date.millisecondsSince1970, order.expirationDate?.millisecondsSince1970,
            ]
        )
        return IssuedKey(key: try demandKey(id: text.identifier, in: database).key, text: text.text)
    }

    private static func checkKeyCount(at date: Date, in database: StorageDatabase) throws {
        let good = try Int.fetchOne(
            database,
            sql: "SELECT count(*) FROM api_key WHERE revoked_ms IS NULL AND coalesce(expires_ms > ?, TRUE)",
            arguments: [date.millisecondsSince1970]
        )
        guard (good ?? 0) < KeyBook.maximumCount else {
            throw PurchaseServerError(
                .tooManyKeys,
                "there are \(KeyBook.maximumCount) keys already; revoke those that nobody uses"
            )
        }
    }

    private static func demandKey(id: String, in database: StorageDatabase) throws -> StoredKey {
        guard let stored = try storedKey(id: id, in: database) else {
            throw PurchaseServerError(.unknownKey, "there is no key of this name; list the keys")
        }
        return stored
    }

    private static func storedKey(id: String, in database: StorageDatabase) throws -> StoredKey? {
        try StorageRow.fetchOne(database, sql: "SELECT * FROM api_key WHERE id = ?", arguments: [id]).map(key)
    }

    private static func key(_ row: StorageRow) throws -> StoredKey {
        let scopes: String = try row.decode(forColumn: "scopes")
        let words = scopes.split(separator: " ")
        let known = words.compactMap { KeyScope(rawValue: String($0)) }
        guard let kind = KeyKind(rawValue: try row.decode(forColumn: "kind")), known.count == words.count else {
            throw PurchaseServerError(.databaseDamaged, "a row has a key of an unknown kind or scope")
        }
        return StoredKey(
            key: ServerKey(
                id: try row.decode(forColumn: "id"),
                kind: kind,
                name: try row.decode(forColumn: "name"),
                scopes: Set(known),
                createdDate: Date(millisecondsSince1970: try row.decode(forColumn: "made_ms")),
                lastUseDate: try date(row, "used_ms"),
                expirationDate: try date(row, "expires_ms"),
                revocationDate: try date(row, "revoked_ms"),
                successorID: try row.decode(forColumn: "successor")
            ),
            digest: try row.decode(forColumn: "digest")
        )
    }

    private static func date(_ row: StorageRow, _ column: String) throws -> Date? {
        let milliseconds: Int64? = try row.decode(forColumn: column)
        return milliseconds.map { Date(millisecondsSince1970: $0) }
    }
}
