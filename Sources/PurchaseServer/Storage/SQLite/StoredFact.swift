import AppStoreModels
import Crypto
import Entitlements
import Foundation
import GRDB

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
    let statedDate: Date

    /// Adds the fact, or, where the same was stated before, widens the time in which it is known to have been stated.
    func save(in database: Database) throws {
        try database.cachedStatement(sql: Self.insertion).execute(arguments: [
            kind.rawValue, environment.rawValue, originalTransactionID, transactionID, Self.digest(of: content),
            content,
            statedDate.millisecondsSince1970, statedDate.millisecondsSince1970,
        ])
    }

    /// Tells statements apart, and shows damage.
    static func digest(of content: Data) -> Data { Data(SHA256.hash(data: content)) }

    /// The date in the content, which has a column of its own.
    static let noDate = Date(timeIntervalSince1970: 0)

    private static let insertion = """
        INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content,
            first_stated_ms, last_stated_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (environment, original_transaction_id, transaction_id, kind, digest) DO UPDATE SET
            first_stated_ms = CASE WHEN fact.first_stated_ms > excluded.first_stated_ms
                THEN excluded.first_stated_ms ELSE fact.first_stated_ms END,
            last_stated_ms = CASE WHEN fact.last_stated_ms < excluded.last_stated_ms
                THEN excluded.last_stated_ms ELSE fact.last_stated_ms END
        """
}
