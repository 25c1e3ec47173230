import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@testable import LocalAppStore

@Suite("Transactions in little memory")
struct TransactionLedgerTests {
    private func transaction(
        _ id: String,
        account: String = "flora",
        change: (inout StoreTransaction) -> Void = { _ in }
    ) -> StoreTransaction {
        var transaction = StoreTransaction(
            transactionID: id,
            originalTransactionID: "2000000100000001",
            webOrderLineItemID: nil,
            accountID: account,
            productID: "seeds",
            productType: .consumable,
            subscriptionGroupID: nil,
            quantity: 3,
            purchaseDate: Date(timeIntervalSince1970: 1.234),
            originalPurchaseDate: Date(timeIntervalSince1970: -5),
            expiresDate: nil,
            reason: .purchase,
            offer: nil,
            price: StorePrice(amount: 2.97, currency: "USD"),
            storefront: "USA",
            appAccountToken: nil,
            applicationUsername: nil,
            ownership: .purchased,
            restoredTransactionID: nil,
            revocationDate: nil,
            revocationReason: nil,
            isUpgraded: false,
            isFinished: false
        )
        change(&transaction)
        return transaction
    }

    @Test(
        "An identifier of any form comes back as it was",
        arguments: [
            "2000000100000001", "0", "7", "007", "", "-1", "+3", "999999999999999999", "1000000000000000000",
            "9223372036854775807", "٣", "röse", "12a",
        ]
    )
    func identifiers(_ id: String) {
        var ledger = TransactionLedger()
        let original = StoreTransaction(
            transactionID: id,
            originalTransactionID: id,
            webOrderLineItemID: id,
            accountID: id,
            productID: id,
            productType: .autoRenewableSubscription,
            subscriptionGroupID: id,
            quantity: -1,
            purchaseDate: Date(timeIntervalSince1970: 1),
            originalPurchaseDate: Date(timeIntervalSince1970: 0),
            expiresDate: Date(timeIntervalSince1970: 253_402_300_799.999).inMilliseconds,
            reason: .renewal,
            offer: AppliedOffer(type: .offerCode, identifier: id, paymentMode: .freeTrial, period: nil),
            price: StorePrice(amount: 0.001, currency: "EUR"),
            storefront: "DEU",
            appAccountToken: UUID(),
            applicationUsername: id,
            ownership: .familyShared,
            restoredTransactionID: id,
            revocationDate: Date(timeIntervalSince1970: 9),
            revocationReason: .issueInApp,
            isUpgraded: true,
            isFinished: true,
            sharedTransactionID: id,
            proratedRefund: StorePrice(amount: 1, currency: "EUR")
        )
        ledger.put(transaction("1"))
        ledger.put(original)
        #expect(ledger[id] == original)
        #expect(Array(ledger.records(of: id)) == [original])
        #expect(ledger[id + "x"] == nil)
        #expect(ledger.count == 2)
    }

    @Test("A newer version takes the place of the older one, also where it has less")
    func replacing() {
        var ledger = TransactionLedger()
        ledger.put(transaction("1") { $0.revocationDate = Date(timeIntervalSince1970: 9) })
        ledger.put(transaction("2"))
        ledger.put(transaction("1") { $0.isFinished = true })
        #expect(ledger["1"]?.revocationDate == nil)
        #expect(ledger["1"]?.isFinished == true)
        #expect(ledger["2"]?.isFinished == false)
        #expect(ledger.all.map(\.transactionID) == ["1", "2"])
        #expect(ledger.records(of: "flora").map(\.transactionID) == ["1", "2"])
    }

    @Test("A copy keeps what it has when the original changes")
    func value() {
        var ledger = TransactionLedger()
        for number in 0..<10_000 { ledger.put(transaction("\(number)")) }
        let copy = ledger
        ledger.put(transaction("5000") { $0.isFinished = true })
        ledger.put(transaction("10000"))
        ledger.remove(["4999"])
        #expect(copy["5000"]?.isFinished == false)
        #expect(copy["10000"] == nil)
        #expect(copy["4999"] != nil)
        #expect(copy != ledger)
        #expect(copy.count == 10_000)
    }

    @Test("Whatever is put and removed, the ledger has what a dictionary has, in the order it came", arguments: 1...8)
    func model(seed: UInt64) {
        var state = seed
        func number(below limit: UInt64) -> UInt64 {
            state = IdentifierSequence.mix(state)
            return state % limit
        }
        var ledger = TransactionLedger()
        var model: [StoreTransaction] = []
        for step in 0..<2_000 {
            // Close together, far apart, and no numbers at all.
            let id =
                switch number(below: 8) {
                case 0: "\(number(below: 1 << 60))"
                case 1: "name-\(number(below: 50))"
                case 2: model.isEmpty ? "1" : model[Int(number(below: UInt64(model.count)))].transactionID
                default: "\(2_000_000_100_000_000 + number(below: 3_000))"
                }
            if number(below: 3) == 0 {
                ledger.remove([id])
                model.removeAll { $0.transactionID == id }
            } else {
                let index = model.firstIndex { $0.transactionID == id }
                let account = index.map { model[$0].accountID } ?? "account-\(number(below: 5))"
                let new = transaction(id, account: account) { $0.isFinished = step.isMultiple(of: 2) }
                ledger.put(new)
                if let index { model[index] = new } else { model.append(new) }
            }
        }
        #expect(Array(ledger.all) == model)
        #expect(ledger.count == model.count)
        for transaction in model { #expect(ledger[transaction.transactionID] == transaction) }
        for account in (0..<5).map({ "account-\($0)" }) {
            #expect(Array(ledger.records(of: account)) == model.filter { $0.accountID == account })
        }
    }

    @Test("A subscription comes back with every field it had")
    func subscription() {
        var ledger = SubscriptionLedger()
        let price = StorePrice(amount: 4.99, currency: "USD")
        let offer = AppliedOffer(type: .introductory, identifier: nil, paymentMode: .payAsYouGo, period: nil)
        let full = StoreSubscription(
            originalTransactionID: "1",
            accountID: "flora",
            groupID: "group",
            productID: "posy",
            latestTransactionID: "x",
            expiresDate: Date(timeIntervalSince1970: 1),
            status: .billingGracePeriod,
            autoRenews: true,
            autoRenewProductID: "bouquet",
            expirationIntent: .billingError,
            gracePeriodExpiresDate: Date(timeIntervalSince1970: 2),
            billingRetryEndDate: Date(timeIntervalSince1970: 3),
            recentSubscriptionStartDate: Date(timeIntervalSince1970: 4),
            hasUsedIntroductoryOffer: true,
            continuingOffer: ContinuingOffer(offer: offer, price: price, remainingPeriods: 2),
            priceIncrease: PriceIncrease(price: price, isAccepted: true),
            billingDay: 31,
            renewalCount: 5,
            appAccountToken: UUID(),
            applicationUsername: "röse",
            pendingOffer: nil,
            extensionDates: [Date(timeIntervalSince1970: 5)],
            sharing: FamilySharing(originalTransactionID: "2", transactionID: "3")
        )
        let change = ledger.put(full)
        #expect(change.isNew)
        // What is shared is never due itself.
        #expect(ledger.newDueDate(after: change) == nil)
        #expect(!ledger.put(full).isNew)
        #expect(Array(ledger.all) == [full])
        var plain = full
        (plain.extensionDates, plain.sharing, plain.continuingOffer) = ([], nil, nil)
        (plain.gracePeriodExpiresDate, plain.billingRetryEndDate, plain.appAccountToken) = (nil, nil, nil)
        _ = ledger.put(plain)
        #expect(ledger["1"] == plain)
        #expect(Array(ledger.records(of: "flora")) == [plain])
        ledger.remove("1")
        #expect(ledger["1"] == nil)
        #expect(!ledger.isDue(row: 0, at: 2_000))
        #expect(ledger.count == 0)
    }
}
