import AppStoreModels
import Foundation

// The order of the App Store's history: a transaction that changes moves to its end.
extension TransactionLedger {
    /// Adds a transaction or replaces its older version. What changed for those who read signed transactions has the number
    /// of the event from now on; what only was finished, or is as it was, keeps its number.
    mutating func put(_ transaction: StoreTransaction, changedBy eventNumber: Int) -> Replaced {
        let replaced = put(transaction)
        let isUnchanged = replaced.old.map { saysTheSame(replaced.row, as: $0, replaced.oldDetails) } ?? false
        table[replaced.row].changeNumber = isUnchanged ? replaced.old?.changeNumber ?? 0 : Int64(eventNumber)
        return replaced
    }

    /// Adds a transaction that is packed already, and whose identifier is new.
    mutating func append(_ transaction: PackedTransaction, changedBy eventNumber: Int) -> Replaced {
        var transaction = transaction
        transaction.changeNumber = Int64(eventNumber)
        return Replaced(row: table.append(transaction), old: nil, oldDetails: nil)
    }

    private func saysTheSame(_ row: Int, as old: PackedTransaction, _ oldDetails: TransactionDetails?) -> Bool {
        let new = table[row]
        return new.saysTheSame(as: old) && details[row] == oldDetails
            && (new.terms == old.terms || terms[new.terms].saysTheSame(as: terms[old.terms]))
    }

    /// The places of an account's transactions in its history; restored copies are in none.
    func places(account: String) -> [(place: ChangePlace, row: Int)] {
        guard let number = names.accounts.number(of: account) else { return [] }
        return table.rows(of: number).compactMap { row in
            details[row]?.restoredTransactionID == nil ? (place(row), row) : nil
        }
    }

    /// The place of a transaction in its account's history.
    func place(of id: String) -> ChangePlace? { row(of: id).map(place) }

    private func place(_ row: Int) -> ChangePlace {
        ChangePlace(changeNumber: table[row].changeNumber, transactionNumber: table[row].id)
    }

    /// The numbers of the events that last changed each transaction, in the order of the transactions.
    var changeNumbers: some Sequence<Int64> { table.rows.lazy.map { table[$0].changeNumber } }

    /// Puts the numbers of a snapshot in place, which has one for each transaction; refuses those of events to come.
    mutating func readChangeNumbers(from reader: inout ByteReader, upTo eventCount: Int) throws(StoreError) {
        let rows = Array(table.rows)
        let numbers = try reader.list(ofSize: 8) { reader throws(StoreError) in try reader.number(Int64.self) }
        guard numbers.count == rows.count, numbers.allSatisfy({ (0...Int64(eventCount)).contains($0) }) else {
            throw ByteReader.damaged("the changes of its transactions make no sense")
        }
        for (row, number) in zip(rows, numbers) { table[row].changeNumber = number }
    }
}

/// A place in a customer's history: the event that changed a transaction last and, among those that it changed, which.
package struct ChangePlace: Sendable, Hashable, Comparable {
    /// The number of the event; 0 for what was read from a snapshot that has no numbers of changes.
    package let changeNumber: Int64
    /// The transaction's identifier as a number.
    package let transactionNumber: Int64

    package init(changeNumber: Int64, transactionNumber: Int64) {
        self.changeNumber = changeNumber
        self.transactionNumber = transactionNumber
    }

    package static func < (left: ChangePlace, right: ChangePlace) -> Bool {
        (left.changeNumber, left.transactionNumber) < (right.changeNumber, right.transactionNumber)
    }
}
