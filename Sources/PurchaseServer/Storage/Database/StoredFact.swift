import AppStoreModels
import Crypto
import Entitlements
import Foundation

/// A fact as a row: what was stated, and from when until when it is known to have been stated.
struct StoredFact {
    enum Kind: String {
        case purchase, renewal
    }

    let kind: Kind
    let environment: AppStoreEnvironment
    let originalTransactionID: String
    let transactionID: String
    let content: Data
    /// Tells it from other statements about the same.
    let digest: Data
    let statedDate: Date

    init(
        kind: Kind,
        environment: AppStoreEnvironment,
        originalTransactionID: String,
        transactionID: String,
        content: Data,
        statedDate: Date
    ) {
        (self.kind, self.environment) = (kind, environment)
        (self.originalTransactionID, self.transactionID) = (originalTransactionID, transactionID)
        (self.content, self.statedDate) = (content, statedDate)
        digest = Self.digest(of: content)
    }

    /// Adds the fact, or, where the same was stated before, widens the time in which it is known to have been stated.
    ///
    /// - Parameter adding: The statement ``adding(in:)``, where it is looked up once for all facts of a change.
    /// - Returns: Whether it was not there before.
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if the row is neither added nor there.
    @discardableResult
    func save(by adding: StorageStatement? = nil, in database: StorageDatabase) throws -> Bool {
        let adding = try adding ?? Self.adding(in: database)
        try adding.execute(arguments: [
            kind.rawValue, environment.rawValue, originalTransactionID, transactionID, digest, content,
            statedDate.millisecondsSince1970, statedDate.millisecondsSince1970,
        ])
        guard try database.changesCount == 0 else { return true }
        try widen(in: database)
        return false
    }

    /// The statement that adds a fact which is not there.
    static func adding(in database: StorageDatabase) throws -> StorageStatement {
        try database.cachedStatement(sql: insertion)
    }

    private func widen(in database: StorageDatabase) throws {
        let date = statedDate.millisecondsSince1970
        let key: StorageArguments = [
            environment.rawValue, originalTransactionID, transactionID, kind.rawValue, digest,
        ]
        try database.cachedStatement(sql: Self.widening).execute(arguments: [date] + key)
        guard try database.changesCount == 0 else { return }
        guard try Bool.fetchOne(database.cachedStatement(sql: Self.finding), arguments: key) == true else {
            throw PurchaseServerError(.databaseDamaged, "a fact can neither be stored nor is it there")
        }
    }

    /// Tells statements apart, and shows damage.
    static func digest(of content: Data) -> Data { SHA256.hash(data: content).withUnsafeBytes { Data($0) } }

    /// The date in the content, which has a column of its own.
    static let noDate = Date(timeIntervalSince1970: 0)

    private static let place = """
        environment = ? AND original_transaction_id = ? AND transaction_id = ? AND kind = ? AND digest = ?
        """

    /// With `OR IGNORE` and without `DO UPDATE`: where a table has triggers, SQLite else keeps a copy of every page that a
    /// statement changes, in case it has to be taken back alone. What is ignored is looked at afterwards.
    private static let insertion = """
        INSERT OR IGNORE INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content,
            first_stated_ms, last_stated_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """

    private static let widening = """
        UPDATE OR IGNORE fact SET first_stated_ms = CASE WHEN first_stated_ms > ?1 THEN ?1 ELSE first_stated_ms END,
            last_stated_ms = CASE WHEN last_stated_ms < ?1 THEN ?1 ELSE last_stated_ms END
        WHERE \(place) AND (first_stated_ms > ?1 OR last_stated_ms < ?1)
        """

    private static let finding = "SELECT EXISTS (SELECT 1 FROM fact WHERE \(place))"
}
