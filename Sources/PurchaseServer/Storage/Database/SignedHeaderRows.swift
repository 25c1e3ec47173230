import Foundation

/// Headers of what was signed, each once, and the bodies of notifications from which they were left out.
struct SignedHeaderRows {
    let database: StorageDatabase

    /// Keeps those that are not there.
    func save(_ headers: [SignedHeader]) throws {
        guard !headers.isEmpty else { return }
        let saving = try database.cachedStatement(
            sql: "INSERT INTO signed_header (digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING"
        )
        // In a fixed order, so that no two servers wait for each other.
        for header in headers.sorted(by: { $0.digest.lexicographicallyPrecedes($1.digest) }) {
            try saving.execute(arguments: [header.digest, header.text])
        }
    }

    /// The body of a notification as it came; see ``PackedBody``.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`.
    func body(of stored: Data) throws -> Data {
        try PackedBody.body(of: stored) { digest in
            try Data.fetchOne(
                database.cachedStatement(sql: "SELECT text FROM signed_header WHERE digest = ?"),
                arguments: [digest]
            )
        }
    }
}
