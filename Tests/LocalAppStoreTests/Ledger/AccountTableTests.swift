import Foundation
import Testing

@testable import LocalAppStore

@Suite("Customers in little memory")
struct AccountTableTests {
    private func account(
        _ id: String,
        download: String = "2000000100000001",
        change: (inout StoreAccount) -> Void = { _ in }
    ) -> StoreAccount {
        var account = StoreAccount(
            id: id,
            createdDate: Date(timeIntervalSince1970: 1.234),
            storefront: "USA",
            appTransactionID: download,
            canMakePayments: true,
            requiresApproval: false,
            renewalChargesFail: false
        )
        change(&account)
        return account
    }

    @Test("An account comes back as it was, with all that few have, and an identifier of any form")
    func roundTrip() {
        let rich = account("fern", download: "röse-007") {
            $0.storefront = "DEU"
            $0.canMakePayments = false
            $0.requiresApproval = true
            $0.renewalChargesFail = true
            $0.familyID = "greens"
            $0.unsharedPurchases = ["1", "2"]
            $0.purchaseIntents = ["seeds", "posy"]
            $0.consentRescindedDate = Date(timeIntervalSince1970: -5)
        }
        var table = AccountTable()
        #expect(table.put(account("flora")) == nil)
        #expect(table.put(rich) == nil)
        #expect(table["fern"] == rich)
        #expect(table[appTransactionID: "röse-007"] == rich)
        #expect(Array(table.all) == [account("flora"), rich])
        #expect(Array(table.rarities.map(\.id)) == ["fern"])
        #expect(table["rose"] == nil)
        #expect(table[appTransactionID: "7"] == nil)
        #expect(!table.contains("rose"))
    }

    @Test("An account that changes keeps its place, and loses what it has no more")
    func replacing() {
        var table = AccountTable()
        for (row, id) in ["a", "b", "c"].enumerated() { table.put(account(id, download: "\(row)")) }
        let inFamily = account("b", download: "1") { $0.familyID = "greens" }
        #expect(table.put(inFamily) == account("b", download: "1"))
        #expect(table.put(account("b", download: "1") { $0.storefront = "JPN" }) == inFamily)
        #expect(table.all.map(\.id) == ["a", "b", "c"])
        #expect(table["b"]?.familyID == nil)
        #expect(table["b"]?.storefront == "JPN")
        #expect(Array(table.rarities.map(\.id)).isEmpty)
    }

    @Test("Who can be charged at a storefront is told without making an account")
    func paying() {
        var table = AccountTable()
        table.put(account("flora"))
        table.put(account("fern", download: "2") { $0.renewalChargesFail = true })
        #expect(table.pays("flora", at: "USA"))
        #expect(!table.pays("flora", at: "DEU"))
        #expect(!table.pays("fern", at: "USA"))
        #expect(!table.pays("rose", at: "USA"))
    }

    @Test("An identifier that a log changes leads to its account, the former one to none")
    func changedIdentifier() {
        var table = AccountTable()
        // So many that the changed one is far from the row that its neighbours lead to.
        for number in 0..<100 { table.put(account("customer-\(number)", download: "\(1_600 + number)")) }
        table.put(account("customer-5", download: "1700"))
        #expect(table[appTransactionID: "1700"]?.id == "customer-5")
        table.put(account("last", download: "1701"))
        #expect(table[appTransactionID: "1701"]?.id == "last")
        #expect(table[appTransactionID: "1699"]?.id == "customer-99")
        #expect(table[appTransactionID: "1605"] == nil)
        #expect(table["customer-5"]?.appTransactionID == "1700")
    }

    @Test("Whatever is put and taken back, the table has what a list has", arguments: 1...8)
    func model(seed: UInt64) {
        var state = seed
        func number(below limit: UInt64) -> UInt64 {
            state = IdentifierSequence.mix(state)
            return state % limit
        }
        var (table, model) = (AccountTable(), [StoreAccount]())
        var changes: [(id: String, old: StoreAccount?)] = []
        var nextDownload: UInt64 = 2_000_000_100_000_000
        for _ in 0..<2_000 {
            if number(below: 4) == 0, let last = changes.popLast() {
                table.takeBack(last.id, old: last.old)
                if let old = last.old, let row = model.firstIndex(where: { $0.id == old.id }) {
                    model[row] = old
                } else {
                    model.removeLast()
                }
                continue
            }
            let known = number(below: 3) == 0 ? model.randomElement(at: number(below: 1 << 30)) : nil
            nextDownload += number(below: 40)
            let download = known?.appTransactionID ?? "\(nextDownload)"
            let new = account(known?.id ?? "customer-\(model.count)", download: download) {
                $0.renewalChargesFail = number(below: 2) == 0
                $0.familyID = number(below: 3) == 0 ? "family-\(number(below: 9))" : nil
            }
            nextDownload += 1
            let old = table.put(new)
            #expect(old == known)
            changes.append((new.id, old))
            if let row = model.firstIndex(where: { $0.id == new.id }) { model[row] = new } else { model.append(new) }
        }
        #expect(Array(table.all) == model)
        for account in model {
            #expect(table[account.id] == account)
            #expect(table[appTransactionID: account.appTransactionID] == account)
        }
    }

    @Test("A copy keeps what it has when the original changes; equal is what holds the same in the same order")
    func value() {
        var table = AccountTable()
        for number in 0..<10_000 { table.put(account("customer-\(number)", download: "\(number)")) }
        let copy = table
        #expect(copy == table)
        table.put(account("customer-5000", download: "5000") { $0.storefront = "JPN" })
        table.put(account("last", download: "10000"))
        #expect(copy["customer-5000"]?.storefront == "USA")
        #expect(!copy.contains("last"))
        #expect(copy != table)
        table.takeBack("last", old: nil)
        table.put(account("customer-5000", download: "5000"))
        #expect(copy == table)
    }
}

extension [StoreAccount] {
    /// Any one, by a number; nil if there is none.
    fileprivate func randomElement(at number: UInt64) -> StoreAccount? {
        isEmpty ? nil : self[Int(number % UInt64(count))]
    }
}
