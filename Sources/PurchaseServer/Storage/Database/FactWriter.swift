import Entitlements
import Foundation

/// Makes rows of facts.
struct FactWriter {
    func row(of fact: PurchaseFact) throws -> StoredFact {
        StoredFact(
            kind: .purchase,
            environment: fact.environment,
            originalTransactionID: fact.originalTransactionID,
            transactionID: fact.transactionID,
            content: try PlainText.content(of: fact) ?? encoded(fact),
            statedDate: fact.statedDate
        )
    }

    func row(of fact: RenewalFact) throws -> StoredFact {
        StoredFact(
            kind: .renewal,
            environment: fact.environment,
            originalTransactionID: fact.originalTransactionID,
            transactionID: fact.originalTransactionID,
            content: try PlainText.content(of: fact) ?? encoded(fact),
            statedDate: fact.statedDate
        )
    }

    /// The content by the encoder, which knows every text.
    func encoded(_ fact: PurchaseFact) throws -> Data {
        var undated = fact
        undated.statedDate = StoredFact.noDate
        return try encoder.encode(undated)
    }

    func encoded(_ fact: RenewalFact) throws -> Data {
        var undated = fact
        undated.statedDate = StoredFact.noDate
        return try encoder.encode(undated)
    }

    private var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        // Sorted, so that equal facts have equal bytes and the digest tells them apart.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
