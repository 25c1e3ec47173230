import Foundation
import LocalAppStore
import LocalStoreKit
import LocalStoreKitTest
import TestSupport
import Testing

/// The steps of "Testing In-App Purchases in Xcode", each with the callbacks that it tells the reader to expect.
@Suite struct WalkThroughTests {
    let bench: TestBench

    init() throws { bench = try TestBench() }

    @Test func `A purchase is purchasing, then purchased`() throws {
        bench.buy(SampleShop.seeds)
        #expect(bench.heard() == ["purchasing seeds", "purchased seeds"])
        let transaction = try #require(bench.only)
        #expect(transaction.state == .purchased)
        #expect(transaction.productIdentifier == SampleShop.seeds)
        #expect(String(transaction.identifier) == bench.app.latest?.transactionIdentifier)
        #expect(transaction.purchaseDate == TestAuthority.signingDate)
        #expect(transaction.expirationDate == nil)
    }

    @Test func `Ask to Buy: a deferred purchase is approved`() throws {
        bench.session.askToBuyEnabled = true
        bench.buy(SampleShop.greenhouse)
        #expect(bench.heard() == ["purchasing greenhouse", "deferred greenhouse"])
        let waiting = try #require(bench.only)
        #expect(waiting.pendingAskToBuyConfirmation)
        #expect(waiting.state == .deferred)
        try bench.then { try $0.approveAskToBuyTransaction(identifier: waiting.identifier) }
        #expect(bench.heard() == ["purchased greenhouse"])
        #expect(bench.only?.pendingAskToBuyConfirmation == false)
        #expect(bench.only?.state == .purchased)
    }

    @Test func `Ask to Buy: a deferred purchase is declined`() throws {
        bench.session.askToBuyEnabled = true
        bench.buy(SampleShop.greenhouse)
        let waiting = try #require(bench.only)
        try bench.then { try $0.declineAskToBuyTransaction(identifier: waiting.identifier) }
        #expect(bench.heard() == ["purchasing greenhouse", "deferred greenhouse", "failed greenhouse"])
        #expect(bench.only?.pendingAskToBuyConfirmation == false)
        #expect(bench.only?.state == .failed)
    }

    @Test func `An interrupted purchase fails, and a new one comes when its issue is resolved`() throws {
        bench.session.interruptedPurchasesEnabled = true
        bench.buy(SampleShop.seeds, quantity: 3)
        #expect(bench.heard() == ["purchasing seeds", "failed seeds"])
        bench.finishAll()
        let interrupted = try #require(bench.only)
        #expect(interrupted.hasPurchaseIssue)
        try bench.then { try $0.resolveIssueForTransaction(identifier: interrupted.identifier) }
        #expect(bench.heard() == ["purchased seeds"])
        #expect(bench.app.latest?.payment.quantity == 3)
    }

    @Test func `An introductory offer is there once, and again after the transaction was deleted`() throws {
        bench.buy(SampleShop.posy)
        let first = try #require(bench.only)
        let trial = try #require(first.expirationDate)
        #expect(trial == TestAuthority.signingDate.addingTimeInterval(7 * 86_400))
        bench.finishAll()
        try bench.then { try $0.deleteTransaction(identifier: first.identifier) }
        #expect(bench.session.allTransactions().isEmpty)
        bench.buy(SampleShop.posy)
        #expect(bench.only?.expirationDate == trial)
    }

    @Test func `Restore with nothing to restore only finishes`() {
        bench.session.device.perform { SKPaymentQueue.default().restoreCompletedTransactions() }
        bench.queue.run()
        #expect(bench.heard() == ["restore finished"])
    }

    @Test func `Restore brings back what was finished`() throws {
        bench.buy(SampleShop.greenhouse)
        bench.finishAll()
        bench.session.device.perform { SKPaymentQueue.default().restoreCompletedTransactions() }
        bench.queue.run()
        #expect(bench.heard().suffix(2) == ["restored greenhouse", "restore finished"])
        #expect(bench.session.allTransactions().map(\.state) == [.purchased, .restored])
    }

    @Test func `A higher level begins at once; turning renewal off lets the subscription end with its period`() throws {
        bench.buy(SampleShop.posy)
        bench.buy(SampleShop.bouquet)
        let latest = try #require(bench.session.allTransactions().last)
        #expect(latest.productIdentifier == SampleShop.bouquet)
        #expect(latest.autoRenewingEnabled)
        try bench.then { try $0.disableAutoRenewForTransaction(identifier: latest.identifier) }
        #expect(bench.session.allTransactions().last?.autoRenewingEnabled == false)
        try bench.then { try $0.advance(by: 40 * 86_400) }
        #expect(bench.session.allTransactions().count == 2)
    }

    @Test func `Renewals arrive in the running app`() throws {
        bench.session.timeRate = .monthlyRenewalEveryThirtySeconds
        bench.buy(SampleShop.bouquet)
        try bench.then { try $0.advance(by: 65) }
        #expect(bench.heard() == ["purchasing bouquet", "purchased bouquet", "purchased bouquet", "purchased bouquet"])
        let all = bench.session.allTransactions()
        #expect(all.count == 3)
        #expect(Set(all.map(\.originalTransactionIdentifier)).count == 1)
    }

    @Test func `Billing retry: the renewal fails, and comes when the issue is resolved`() throws {
        bench.session.timeRate = .monthlyRenewalEveryThirtySeconds
        bench.session.shouldEnterBillingRetryOnRenewal = true
        bench.buy(SampleShop.bouquet)
        try bench.then { try $0.advance(by: 31) }
        let failed = try #require(bench.only)
        #expect(failed.hasPurchaseIssue)
        bench.session.shouldEnterBillingRetryOnRenewal = false
        try bench.then { try $0.resolveIssueForTransaction(identifier: failed.identifier) }
        #expect(bench.session.allTransactions().map(\.hasPurchaseIssue) == [false, false])
        #expect(bench.heard().last == "purchased bouquet")
    }

    @Test func `Billing retry that has ended cannot be resolved any more, which is no error`() throws {
        bench.session.timeRate = .monthlyRenewalEveryThirtySeconds
        bench.session.shouldEnterBillingRetryOnRenewal = true
        bench.session.billingGracePeriodIsEnabled = true
        bench.buy(SampleShop.bouquet)
        try bench.then { try $0.advance(by: 200) }
        let transaction = try #require(bench.only)
        #expect(transaction.hasPurchaseIssue == false)
        try bench.session.resolveIssueForTransaction(identifier: transaction.identifier)
        #expect(bench.session.allTransactions().count == 1)
    }

    @Test func `A price increase waits for consent, and the next period costs more`() throws {
        bench.buy(SampleShop.bouquet)
        let identifier = try #require(bench.only?.identifier)
        try bench.then { try $0.requestPriceIncreaseConsentForTransaction(identifier: identifier) }
        #expect(bench.only?.isPendingPriceIncreaseConsent == true)
        try bench.then { try $0.consentToPriceIncreaseForTransaction(identifier: identifier) }
        #expect(bench.only?.isPendingPriceIncreaseConsent == false)
        try bench.then { try $0.forceRenewalOfSubscription(productIdentifier: SampleShop.bouquet) }
        let renewal = try #require(bench.session.store.transactions(account: "customer").last)
        #expect(renewal.price.amount == Decimal(string: "13.99"))
    }

    @Test func `A price increase may be asked for again, before the answer and after it`() throws {
        bench.buy(SampleShop.bouquet)
        let identifier = try #require(bench.only?.identifier)
        try bench.then { try $0.requestPriceIncreaseConsentForTransaction(identifier: identifier) }
        try bench.then { try $0.requestPriceIncreaseConsentForTransaction(identifier: identifier) }
        try bench.then { try $0.consentToPriceIncreaseForTransaction(identifier: identifier) }
        #expect(bench.session.store.subscriptions.first?.priceIncrease?.price.amount == Decimal(string: "13.99"))
        try bench.then { try $0.requestPriceIncreaseConsentForTransaction(identifier: identifier) }
        #expect(bench.only?.isPendingPriceIncreaseConsent == true)
        #expect(bench.session.store.subscriptions.first?.priceIncrease?.price.amount == Decimal(string: "14.99"))
    }

    @Test func `A price increase is one of what is paid, whatever the subscription renews to`() throws {
        bench.buy(SampleShop.bouquet)
        let transaction = try #require(bench.only)
        let id = try #require(bench.session.store.subscriptions.first).originalTransactionID
        try bench.session.store.setRenewalProduct(SampleShop.posy, originalTransactionID: id)
        try bench.then { try $0.requestPriceIncreaseConsentForTransaction(identifier: transaction.identifier) }
        #expect(bench.session.store.subscriptions.first?.priceIncrease?.price.amount == Decimal(string: "13.99"))
    }

    @Test(arguments: [true, false])
    func `A price increase that is declined, or not answered, ends the subscription`(isDeclined: Bool) throws {
        bench.buy(SampleShop.bouquet)
        let identifier = try #require(bench.only?.identifier)
        try bench.then { try $0.requestPriceIncreaseConsentForTransaction(identifier: identifier) }
        if isDeclined { try bench.then { try $0.declinePriceIncreaseForTransaction(identifier: identifier) } }
        try bench.then { try $0.advance(by: 40 * 86_400) }
        #expect(bench.session.allTransactions().count == 1)
        #expect(bench.session.store.subscriptions.first?.isLive == false)
    }

    @Test func `A refund takes the entitlement back`() throws {
        bench.buy(SampleShop.greenhouse)
        let identifier = try #require(bench.only?.identifier)
        bench.finishAll()
        _ = bench.heard()
        try bench.then { try $0.refundTransaction(identifier: identifier) }
        #expect(bench.heard() == ["revoked 1"])
        #expect(bench.only?.cancelDate == bench.session.now)
    }

    @Test func `A purchase outside the app comes through the queue`() throws {
        try bench.then { try $0.buyProduct(productIdentifier: SampleShop.seeds) }
        #expect(bench.heard() == ["purchased seeds"])
    }

    @Test func `Expiring ends the subscription now and delivers nothing`() throws {
        bench.buy(SampleShop.bouquet)
        _ = bench.heard()
        try bench.then { try $0.expireSubscription(productIdentifier: SampleShop.bouquet) }
        #expect(bench.heard().isEmpty)
        #expect(bench.only?.expirationDate == bench.session.now)
        #expect(bench.only?.autoRenewingEnabled == false)
    }

    @Test func `A forced renewal begins a new period now and turns renewal on`() throws {
        bench.buy(SampleShop.bouquet)
        let identifier = try #require(bench.only?.identifier)
        try bench.session.disableAutoRenewForTransaction(identifier: identifier)
        try bench.then { try $0.forceRenewalOfSubscription(productIdentifier: SampleShop.bouquet) }
        let all = bench.session.allTransactions()
        #expect(all.map(\.purchaseDate) == [bench.session.now, bench.session.now])
        #expect(all.first?.expirationDate == bench.session.now)
        #expect(all.map(\.autoRenewingEnabled) == [true, true])
    }

    @Test func `Transactions that fail on demand have the error of the session`() throws {
        bench.session.failureError = .invalidSignature
        bench.session.failTransactionsEnabled = true
        bench.buy(SampleShop.seeds)
        #expect(bench.heard() == ["purchasing seeds", "failed seeds"])
        #expect((bench.app.errors.first as? SKError)?.code == .invalidSignature)
        bench.session.failureError = .invalidOfferPrice
        bench.buy(SampleShop.seeds)
        #expect((bench.app.errors.last as? SKError)?.code == .invalidOfferPrice)
        #expect(bench.session.allTransactions().map(\.state) == [.failed, .failed])
    }
}
