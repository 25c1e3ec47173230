import AppStoreModels
import Foundation

extension SQLiteMigrations {
    /// What is set up at the console, in one row; the secrets of apps stand in it.
    static let storedSettings = [
        """
        CREATE TABLE stored_settings (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL,
            content TEXT NOT NULL
        )
        """
    ]
}

extension PurchaseDatabase {
    /// What is set up, for a server that starts.
    func storedSettingsAtStart() throws(PurchaseServerError) -> StoredSettings {
        try readNow(Self.storedSettings)
    }

    func storedSettings() async throws(PurchaseServerError) -> StoredSettings {
        try await read { try Self.storedSettings(in: $0) }
    }

    /// Changes what is set up. Of two who change it at once the second changes what the first made of it.
    ///
    /// - Parameter change: Throws if it cannot be; then nothing has changed.
    /// - Returns: What is set up from now on.
    func changeSettings(
        _ change: @escaping @Sendable (inout StoredSettings) throws(APIError) -> Void
    ) async throws -> StoredSettings {
        let outcome: Result<StoredSettings, APIError> = try await write { database in
            var settings = try Self.storedSettings(in: database)
            let before = settings
            do throws(APIError) { try change(&settings) } catch { return .failure(error) }
            guard settings != before else { return .success(settings) }
            settings.revision += 1
            try database.execute(
                sql: """
                    INSERT INTO stored_settings (id, revision, content) VALUES (1, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, content = excluded.content
                    """,
                arguments: [settings.revision, JSONValue.object(settings.json).serialized()]
            )
            return .success(settings)
        }
        return try outcome.get()
    }

    private static func storedSettings(in database: StorageDatabase) throws -> StoredSettings {
        let row = try StorageRow.fetchOne(database, sql: "SELECT revision, content FROM stored_settings")
        guard let row else { return StoredSettings() }
        let content: String = try row.decode(atIndex: 1)
        guard let json = try? JSONValue(parsing: Data(content.utf8)).object else {
            throw PurchaseServerError(.databaseDamaged, "what is set up at the console cannot be read")
        }
        return StoredSettings(json: json, revision: try row.decode(atIndex: 0))
    }
}
