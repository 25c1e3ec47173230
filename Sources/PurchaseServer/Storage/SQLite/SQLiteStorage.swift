import AppStoreModels
import Crypto
import Entitlements
public import Foundation
import GRDB

/// The storage in one SQLite file.
///
/// Write-ahead log with `synchronous = FULL`: a commit returns after the log is on disk, so neither the end of the process
/// nor a loss of power takes back what was acknowledged.
public struct SQLiteStorage: PurchaseStorage {
    let pool: DatabasePool

    /// Opens or makes the file and brings its tables up to date.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseUnusable` or `databaseNotDurable`.
    public init(file: URL) throws(PurchaseServerError) {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            var configuration = Configuration()
            configuration.label = "purser"
            configuration.busyMode = .timeout(10)
            pool = try DatabasePool(path: file.path, configuration: configuration)
            try SQLiteMigrations.migrator.migrate(pool)
        } catch {
            throw PurchaseServerError(.databaseUnusable, "\(file.lastPathComponent) cannot be opened: \(error)")
        }
        try makeDurable()
    }

    /// GRDB sets `synchronous = NORMAL` whenever it opens a pool, so FULL must be set afterwards, and is worth a look.
    private func makeDurable() throws(PurchaseServerError) {
        let mode: Int?
        do {
            mode = try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                return try Int.fetchOne(database, sql: "PRAGMA synchronous")
            }
        } catch {
            throw PurchaseServerError(.databaseNotDurable, "synchronous = FULL is refused: \(error)")
        }
        guard mode == 2 else {
            throw PurchaseServerError(
                .databaseNotDurable,
                "synchronous is \(mode.map(String.init) ?? "unknown"), not 2"
            )
        }
    }

    static func digest(_ bytes: Data) -> Data { Data(SHA256.hash(data: bytes)) }
}
