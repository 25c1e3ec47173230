import AppStoreModels
import Foundation
import GRDB

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

    fileprivate static func storedSettings(in database: StorageDatabase) throws -> StoredSettings {
        let row = try StorageRow.fetchOne(database, sql: "SELECT revision, content FROM stored_settings")
        guard let row else { return StoredSettings() }
        return try StoredSettings(content: try row.decode(atIndex: 1), revision: try row.decode(atIndex: 0))
    }
}

extension StoredSettings {
    /// - Parameter content: What stands in the database.
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`.
    init(content: String, revision: Int64) throws(PurchaseServerError) {
        guard let json = try? JSONValue(parsing: Data(content.utf8)).object else {
            throw PurchaseServerError(.databaseDamaged, "what is set up at the console cannot be read")
        }
        self.init(json: json, revision: revision)
    }
}

extension DatabasePlace {
    /// What is set up at the console, for whoever only looks: nothing is made, changed or locked.
    ///
    /// - Returns: Nothing, where no server has kept anything, or only one from before there was a console.
    /// - Throws: ``PurchaseServerError`` if it cannot be read.
    func storedSettings() throws(PurchaseServerError) -> StoredSettings {
        switch self {
        case .file(let file):
            guard try file.isThere() else { return StoredSettings() }
            // Whoever wants to know whether it is whole has read it through.
            return try PlainDatabase(file: file, isInOrder: true).read { database in
                guard try database.tableExists("stored_settings") else { return StoredSettings() }
                return try PurchaseDatabase.storedSettings(in: StorageDatabase(database))
            }
        case .shared(let database): return try database.storedSettings()
        }
    }
}
