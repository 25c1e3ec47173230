import AppStoreModels
import Entitlements
import Foundation
import GRDB

/// Makes facts of rows.
struct FactReader {
    /// Adds the fact of a row to a set.
    ///
    /// - Parameter row: The columns `kind`, `content`, `last_stated_ms`, `digest`, in this order.
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if the row is not as it was written.
    func add(_ row: StorageRow, to facts: inout PurchaseFacts) throws { try add(row, to: &facts, statedAt: 2) }

    /// Adds the fact of a row, as it was stated last, and as it was stated first if that is another moment.
    ///
    /// What was stated again and again is one row. What holds is known by the last of them; what was known at a moment, and
    /// what happened when, by the first as well.
    ///
    /// - Parameter row: As for ``add(_:to:)``, and `first_stated_ms` behind them.
    func addBoth(_ row: StorageRow, to facts: inout PurchaseFacts) throws {
        try add(row, to: &facts, statedAt: 2)
        let (last, first): (Int64, Int64) = (try row.decode(atIndex: 2), try row.decode(atIndex: 4))
        if first < last { try add(row, to: &facts, statedAt: 4) }
    }

    private func add(_ row: StorageRow, to facts: inout PurchaseFacts, statedAt index: Int) throws {
        let content = try row.decode(Data.self, atIndex: 1)
        // By its storage class: SQLite would read any text as a number, and the fact would be as old as can be.
        guard case .int64(let milliseconds) = try row.storage(atIndex: index) else {
            throw PurchaseServerError(.databaseDamaged, "a stored fact has no date")
        }
        let stated = Date(millisecondsSince1970: milliseconds)
        guard try row.decode(Data.self, atIndex: 3) == StoredFact.digest(of: content) else {
            throw PurchaseServerError(.databaseDamaged, "a stored fact is not as it was written")
        }
        switch StoredFact.Kind(rawValue: try row.decode(String.self, atIndex: 0)) {
        case .purchase:
            var fact = try purchase(content)
            fact.statedDate = stated
            facts.insert(fact)
        case .renewal:
            var fact = try renewal(content)
            fact.statedDate = stated
            facts.insert(fact)
        case nil:
            throw PurchaseServerError(.databaseDamaged, "a stored fact is of an unknown kind")
        }
    }

    /// The content is what was written, so our own quick reader may read it; what it does not know the decoder does.
    private func purchase(_ content: Data) throws -> PurchaseFact {
        do { return try PlainMembers.purchase(in: content) } catch {
            return try decoder.decode(PurchaseFact.self, from: content)
        }
    }

    private func renewal(_ content: Data) throws -> RenewalFact {
        do { return try PlainMembers.renewal(in: content) } catch {
            return try decoder.decode(RenewalFact.self, from: content)
        }
    }

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}
