import Entitlements
import Foundation

/// Makes rows of facts.
struct FactWriter {
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        // Sorted, so that equal facts have equal bytes and the digest tells them apart.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func row(of fact: PurchaseFact) throws -> StoredFact {
        StoredFact(
            kind: .purchase,
            environment: fact.environment,
            originalTransactionID: fact.originalTransactionID,
            transactionID: fact.transactionID,
            content: try PlainFactText(fact)?.content ?? encoded(fact),
            statedDate: fact.statedDate
        )
    }

    func row(of fact: RenewalFact) throws -> StoredFact {
        StoredFact(
            kind: .renewal,
            environment: fact.environment,
            originalTransactionID: fact.originalTransactionID,
            transactionID: fact.originalTransactionID,
            content: try encoded(fact),
            statedDate: fact.statedDate
        )
    }

    /// The content by the encoder, which knows every text.
    func encoded(_ fact: PurchaseFact) throws -> Data {
        var undated = fact
        undated.statedDate = StoredFact.noDate
        return try encoder.encode(undated)
    }

    private func encoded(_ fact: RenewalFact) throws -> Data {
        var undated = fact
        undated.statedDate = StoredFact.noDate
        return try encoder.encode(undated)
    }
}
