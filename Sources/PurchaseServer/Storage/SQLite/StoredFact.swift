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

    init(_ fact: PurchaseFact) throws {
        kind = .purchase
        environment = fact.environment
        originalTransactionID = fact.originalTransactionID
        transactionID = fact.transactionID
        statedDate = fact.statedDate
        var undated = fact
        undated.statedDate = Self.noDate
        content = try Self.encoder.encode(undated)
    }

    init(_ fact: RenewalFact) throws {
        kind = .renewal
        environment = fact.environment
        originalTransactionID = fact.originalTransactionID
        transactionID = fact.originalTransactionID
        statedDate = fact.statedDate
        var undated = fact
        undated.statedDate = Self.noDate
        content = try Self.encoder.encode(undated)
    }

    /// Adds the fact, or, where the same was stated before, widens the time in which it is known to have been stated.
    func save(in database: Database) throws {
        try database.cachedStatement(sql: Self.insertion).execute(arguments: [
            kind.rawValue, environment.rawValue, originalTransactionID, transactionID,
            Data(SHA256.hash(data: content)), content,
            statedDate.millisecondsSince1970, statedDate.millisecondsSince1970,
        ])
    }

    /// Adds the fact of a row to a set.
    static func add(_ row: Row, to facts: inout PurchaseFacts) throws {
        let content: Data = row["content"]
        let stated = Date(millisecondsSince1970: row["last_stated_ms"])
        if row["kind"] == Kind.purchase.rawValue {
            var fact = try decoder.decode(PurchaseFact.self, from: content)
            fact.statedDate = stated
            facts.insert(fact)
        } else {
            var fact = try decoder.decode(RenewalFact.self, from: content)
            fact.statedDate = stated
            facts.insert(fact)
        }
    }

    private static let noDate = Date(timeIntervalSince1970: 0)

    private static let insertion = """
        INSERT INTO fact (kind, environment, original_transaction_id, transaction_id, digest, content,
            first_stated_ms, last_stated_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET
            first_stated_ms = min(first_stated_ms, excluded.first_stated_ms),
            last_stated_ms = max(last_stated_ms, excluded.last_stated_ms)
        """

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        // Sorted, so that equal facts have equal bytes and the digest tells them apart.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}
