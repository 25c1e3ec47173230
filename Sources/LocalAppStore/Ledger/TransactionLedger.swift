import AppStoreModels
import Foundation

/// All transactions.
typealias TransactionLedger = Ledger<StoreTransaction>

extension TransactionLedger {
    /// What a transaction has in common with others.
    func terms(of id: String) -> TransactionTerms? {
        row(of: id).map { terms[table[$0].terms] }
    }

    /// What the newest period without an offer has in common with others, back from a period of a subscription; nil if
    /// the customer bought it anew with an offer since.
    func regularTerms(upTo id: String) -> TransactionTerms? {
        guard var row = row(of: id) else { return nil }
        let chain = table[row].originalTransactionID
        while true {
            let period = table[row]
            if period.originalTransactionID == chain, !table.isDeleted(row),
                details[row]?.restoredTransactionID == nil
            {
                let common = terms[period.terms]
                if common.offer == nil { return common }
                if common.reason == .purchase { return nil }
            }
            guard period.id != chain, period.previousRowOfAccount != .max else { return nil }
            row = Int(period.previousRowOfAccount)
        }
    }

    func purchaseDate(of id: String) -> Date? {
        row(of: id).map { Date(millisecondsSince1970: table[$0].purchaseDate) }
    }

    /// All identifiers of transactions.
    var identifiers: some Sequence<Int64> { table.rows.lazy.map { table[$0].id } }

    /// Deletes transactions; nothing speaks of their rows, so that the ledger is made anew once most are gone.
    mutating func remove(_ ids: Set<String>) {
        for id in ids { remove(id) }
        guard table.isSparse else { return }
        let remaining = table.rows.map { (record($0), table[$0].changeNumber) }
        self = TransactionLedger()
        for (transaction, number) in remaining {
            let row = put(transaction).row
            table[row].changeNumber = number
        }
    }
}

extension StoreTransaction: LedgerRecord {
    var ledgerTerms: TransactionTerms { TransactionTerms(self) }
    var ledgerDetails: TransactionDetails? { TransactionDetails(self) }

    func packed(with names: inout LedgerNames, terms: UInt32) -> PackedTransaction {
        PackedTransaction(
            id: names.identifiers.number(of: transactionID),
            originalTransactionID: names.identifiers.number(of: originalTransactionID),
            webOrderLineItemID: names.identifiers.number(of: webOrderLineItemID),
            purchaseDate: purchaseDate.millisecondsSince1970,
            originalPurchaseDate: originalPurchaseDate.millisecondsSince1970,
            expiresDate: Int64(packing: expiresDate),
            account: names.accounts.add(accountID),
            terms: terms,
            appUser: names.number(ofUser: appAccountToken, applicationUsername)
        )
    }

    init(_ packed: PackedTransaction, _ names: LedgerNames, _ terms: TransactionTerms, _ rare: TransactionDetails?) {
        let user = names.appUsers[packed.appUser]
        self.init(
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
            proratedRefund: rare?.proratedRefund,
            revocationPercentage: rare?.revocationPercentage,
            commerce: rare?.commerce
        )
    }
}

extension PackedTransaction: PackedRecord {
    static let writtenSize = 60

    func write(to writer: inout ByteWriter) {
        for number in [id, originalTransactionID, webOrderLineItemID, purchaseDate, originalPurchaseDate, expiresDate] {
            writer.write(number)
        }
        for number in [account, terms, appUser] { writer.write(number) }
    }

    init(from reader: inout ByteReader) throws(StoreError) {
        self.init(
            id: try reader.number(),
            originalTransactionID: try reader.number(),
            webOrderLineItemID: try reader.number(),
            purchaseDate: try reader.packedDate(),
            originalPurchaseDate: try reader.packedDate(),
            expiresDate: try reader.packedDateIfPresent(),
            account: try reader.number(),
            terms: try reader.number(),
            appUser: try reader.number()
        )
    }

    func isSound(_ names: LedgerNames) -> Bool {
        names.knows(self, appUser: appUser) && names.identifiers.isKnown(originalTransactionID)
            && names.identifiers.isKnownOrAbsent(webOrderLineItemID)
    }
}
