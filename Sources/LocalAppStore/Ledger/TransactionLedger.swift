import AppStoreModels
import Foundation

/// All transactions in the order they were made, found by identifier and by account.
///
/// Millions of them fit into memory: each is kept as a ``PackedTransaction``, and a `StoreTransaction` is made when
/// someone asks.
struct TransactionLedger: Sendable {
    var table = RecordTable<PackedTransaction>()
    var names = LedgerNames()
    var terms = Interned<TransactionTerms>()
    /// What few transactions have, by row.
    var details: [Int: TransactionDetails] = [:]

    init() {}

    var count: Int { table.count }

    subscript(id: String) -> StoreTransaction? {
        guard let row = row(of: id) else { return nil }
        return transaction(row)
    }

    /// What a transaction has in common with others.
    func terms(of id: String) -> TransactionTerms? {
        guard let row = row(of: id) else { return nil }
        return terms[table[row].terms]
    }

    func purchaseDate(of id: String) -> Date? {
        guard let row = row(of: id) else { return nil }
        return Date(millisecondsSince1970: table[row].purchaseDate)
    }

    var all: some Sequence<StoreTransaction> { table.rows.lazy.map(transaction) }

    /// One account's transactions in the order they were made.
    func transactions(of account: String) -> some Sequence<StoreTransaction> {
        (names.accounts.number(of: account).map(table.rows) ?? []).lazy.map(transaction)
    }

    /// What was in a row before a transaction was put there.
    struct Replaced: Sendable {
        let row: Int
        let record: PackedTransaction?
        let details: TransactionDetails?
    }

    /// Adds a transaction or replaces its older version.
    @discardableResult
    mutating func put(_ transaction: StoreTransaction) -> Replaced {
        let (row, old) = table.put(pack(transaction))
        let replaced = Replaced(row: row, record: old, details: old == nil ? nil : details[row])
        let rare = TransactionDetails(transaction)
        if rare != nil || old != nil { details[row] = rare }
        return replaced
    }

    /// Takes back what was put; the latest first.
    mutating func takeBack(_ replaced: Replaced) {
        table.takeBack(replaced.row, old: replaced.record)
        details[replaced.row] = replaced.details
    }

    mutating func remove(_ ids: Set<String>) {
        for row in ids.compactMap(row) {
            table.remove(row)
            details[row] = nil
        }
        guard table.isSparse else { return }
        let remaining = Array(all)
        self = TransactionLedger()
        for transaction in remaining { put(transaction) }
    }

    private func row(of id: String) -> Int? {
        guard let number = names.identifiers.knownNumber(of: id) else { return nil }
        return table.row(of: number)
    }
}

// MARK: Packing

extension TransactionLedger {
    private mutating func pack(_ transaction: StoreTransaction) -> PackedTransaction {
        PackedTransaction(
            id: names.identifiers.number(of: transaction.transactionID),
            originalTransactionID: names.identifiers.number(of: transaction.originalTransactionID),
            webOrderLineItemID: names.identifiers.number(of: transaction.webOrderLineItemID),
            purchaseDate: transaction.purchaseDate.millisecondsSince1970,
            originalPurchaseDate: transaction.originalPurchaseDate.millisecondsSince1970,
            expiresDate: Int64(packing: transaction.expiresDate),
            account: names.accounts.add(transaction.accountID),
            terms: terms.add(TransactionTerms(transaction)),
            appUser: names.number(ofUser: transaction.appAccountToken, transaction.applicationUsername)
        )
    }

    private func transaction(_ row: Int) -> StoreTransaction {
        let packed = table[row]
        let terms = terms[packed.terms]
        let user = names.appUsers[packed.appUser]
        let rare = details[row]
        return StoreTransaction(
            transactionID: names.identifiers.name(of: packed.id),
            originalTransactionID: names.identifiers.name(of: packed.originalTransactionID),
            webOrderLineItemID: names.identifiers.nameIfPresent(of: packed.webOrderLineItemID),
            accountID: names.accounts[packed.account],
            productID: terms.productID,
            productType: terms.productType,
            subscriptionGroupID: terms.subscriptionGroupID,
            quantity: terms.quantity,
            purchaseDate: Date(millisecondsSince1970: packed.purchaseDate),
            originalPurchaseDate: Date(millisecondsSince1970: packed.originalPurchaseDate),
            expiresDate: Date.unpacking(packed.expiresDate),
            reason: terms.reason,
            offer: terms.offer,
            price: terms.price,
            storefront: terms.storefront,
            appAccountToken: user.appAccountToken,
            applicationUsername: user.applicationUsername,
            ownership: terms.ownership,
            restoredTransactionID: rare?.restoredTransactionID,
            revocationDate: rare?.revocationDate,
            revocationReason: rare?.revocationReason,
            isUpgraded: terms.isUpgraded,
            isFinished: terms.isFinished,
            sharedTransactionID: rare?.sharedTransactionID,
            proratedRefund: rare?.proratedRefund
        )
    }
}

extension TransactionLedger: Equatable {
    /// Ledgers are equal when they hold the same transactions in the same order, however they came by them.
    static func == (left: TransactionLedger, right: TransactionLedger) -> Bool {
        left.count == right.count && zip(left.all, right.all).allSatisfy(==)
    }
}
