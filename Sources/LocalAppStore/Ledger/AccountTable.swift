import AppStoreModels
import Foundation

/// All customers in the order in which they were created, found by name and by what identifies their download of the app.
///
/// Millions of them fit into memory: as in a ``Ledger``, each is kept packed, and made when someone asks.
struct AccountTable: Sendable {
    /// An account's number is its row.
    private var names = Interned<String>()
    private var appTransactionIDs = NumberedIdentifiers()
    private var storefronts = Interned<String>()
    private var records = Pages<PackedAccount>()
    /// The rows by ``StoreAccount/appTransactionID``.
    private var index = IdentifierIndex()
    /// What few accounts have, by row.
    private var details: [Int: AccountDetails] = [:]

    var count: Int { records.count }

    var isEmpty: Bool { records.count == 0 }

    /// All accounts, made one after the other.
    var all: some RandomAccessCollection<StoreAccount> { (0..<count).lazy.map(account) }

    subscript(id: String) -> StoreAccount? { row(of: id).map(account) }

    /// Whether there is an account of that name.
    func contains(_ id: String) -> Bool { row(of: id) != nil }

    /// The account whose download of the app has an identifier.
    subscript(appTransactionID id: String) -> StoreAccount? {
        guard let number = appTransactionIDs.knownNumber(of: id) else { return nil }
        return index.row(of: number, rowCount: count) { records[$0].appTransactionID }.map(account)
    }

    /// Whether an account can be charged for a renewal, and buys at that storefront.
    func pays(_ id: String, at storefront: String) -> Bool {
        guard let row = row(of: id) else { return false }
        let packed = records[row]
        return !packed.renewalChargesFail && storefronts[packed.storefront] == storefront
    }

    /// What few accounts have, with the names of those that have it.
    var rarities: some Sequence<(id: String, details: AccountDetails)> {
        details.lazy.map { row, details in (id: names[UInt32(row)], details: details) }
    }

    /// Adds an account or replaces what was known of it.
    ///
    /// - Returns: What was known of it; nil if it is new.
    @discardableResult
    mutating func put(_ account: StoreAccount) -> StoreAccount? {
        let row = Int(names.add(account.id))
        let packed = PackedAccount(
            account,
            appTransactionID: appTransactionIDs.number(of: account.appTransactionID),
            storefront: storefronts.add(account.storefront)
        )
        let rare = AccountDetails(account)
        guard row < records.count else {
            index.add(packed.appTransactionID, row: row)
            records.append(packed)
            if let rare { details[row] = rare }
            return nil
        }
        let old = self.account(row)
        if records[row].appTransactionID != packed.appTransactionID {
            // No store does that; but a log may have been written by another program.
            index.remove(records[row].appTransactionID)
            index.addOutOfOrder(packed.appTransactionID, row: row)
        }
        records[row] = packed
        if rare != nil || !details.isEmpty { details[row] = rare }
        return old
    }

    /// Takes back what was put, the latest first: the older version comes to its place again or, if there was none, the
    /// account goes.
    mutating func takeBack(_ id: String, old: StoreAccount?) {
        if let old {
            put(old)
            return
        }
        guard let row = row(of: id), row == records.count - 1 else { return }
        index.takeBack(records[row].appTransactionID, row: row)
        details[row] = nil
        records.removeLast()
        names.keepFirst(row)
    }

    private func row(of id: String) -> Int? { names.number(of: id).map { Int($0) } }

    private func account(_ row: Int) -> StoreAccount {
        let packed = records[row]
        var account = StoreAccount(
            id: names[UInt32(row)],
            createdDate: Date(millisecondsSince1970: packed.createdDate),
            storefront: storefronts[packed.storefront],
            appTransactionID: appTransactionIDs.name(of: packed.appTransactionID),
            canMakePayments: packed.canMakePayments,
            requiresApproval: packed.requiresApproval,
            renewalChargesFail: packed.renewalChargesFail
        )
        if !details.isEmpty { details[row]?.complete(&account) }
        return account
    }
}

extension AccountTable: Equatable {
    /// Tables are equal when they hold the same accounts in the same order, however they came by them.
    static func == (left: AccountTable, right: AccountTable) -> Bool {
        left.count == right.count && zip(left.all, right.all).allSatisfy(==)
    }
}
