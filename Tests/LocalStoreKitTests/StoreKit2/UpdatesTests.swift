import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

/// T3, T7: the rules of what comes by itself.
@Suite("StoreKit 2: what comes by itself", .timeLimit(.minutes(15)))
struct UpdatesTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    @Test func `T3: What was not finished comes at every launch, once`() async throws {
        let seeds = try await shop.buy(SampleShop.seeds)
        for _ in 0..<2 {
            let device = try ModernShop.launch(shop.store)
            var inbox = await UpdatesInbox(shop.store, device)
            #expect(try await inbox.all().map(\.unsafePayloadValue.id) == [seeds.id])
            var second = await UpdatesInbox(shop.store, device)
            #expect(try await second.products() == [])
        }
        await seeds.finish()
        var inbox = try await UpdatesInbox(shop.store, ModernShop.launch(shop.store))
        #expect(try await inbox.products() == [])
    }

    @Test func `T3: Renewals come as they happen`() async throws {
        let first = try await shop.buy(SampleShop.bouquet)
        var inbox = await UpdatesInbox(shop)
        try shop.store.advance(days: 65)
        let renewals = try await inbox.all().map(\.unsafePayloadValue)
        #expect(renewals.map(\.reason) == [.renewal, .renewal])
        #expect(renewals.allSatisfy { $0.originalID == first.id })
    }

    @Test func `T3: Purchases on other devices and in the App Store come`() async throws {
        var inbox = await UpdatesInbox(shop)
        let bought = try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        #expect(try await inbox.all().map { String($0.unsafePayloadValue.id) } == [bought.transactionID])
    }

    @Test func `T3: What a code gives comes`() async throws {
        var inbox = await UpdatesInbox(shop)
        let code = try #require(
            shop.store.createOneTimeCodes(productID: SampleShop.posy, referenceName: "Gift").first
        )
        shop.device.settings.codeRedemptionSheet = { refusal in refusal == nil ? code.code : nil }
        try await shop.app { try await AppStore.presentOfferCodeRedeemSheet() }
        let transaction = try #require(try await inbox.all().first?.payloadValue)
        #expect(transaction.productID == SampleShop.posy)
        #expect(transaction.offer?.type == .code)
        #expect(transaction.offer?.id == "Gift")
    }

    @Test func `T3: What happens to others does not come`() async throws {
        try shop.store.createAccount(id: "fern")
        var inbox = await UpdatesInbox(shop)
        try shop.store.buy(productID: SampleShop.greenhouse, account: "fern")
        #expect(try await inbox.products() == [])
    }

    @Test func `T3: All who listen hear of it`() async throws {
        var first = await UpdatesInbox(shop)
        var second = await UpdatesInbox(shop)
        try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        #expect(try await first.products() == [SampleShop.greenhouse])
        // The second also hears the end mark of the first, which was finished meanwhile or not: only the product counts.
        #expect(try await second.products().contains(SampleShop.greenhouse))
    }

    @Test func `T3: What happened before the app listened is not lost`() async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        await bought.finish()
        try shop.store.refund(transactionID: String(bought.id))
        await shop.settle()
        var inbox = await UpdatesInbox(shop)
        let told = try await inbox.all().map(\.unsafePayloadValue)
        #expect(told.map(\.id) == [bought.id])
        #expect(told.first?.revocationDate != nil)
    }

    @Test func `T3: What happened while the device was offline comes when it is back`() async throws {
        var inbox = await UpdatesInbox(shop)
        #expect(try await inbox.products() == [])
        try shop.store.setFault(StoreFault(.offline))
        try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        try shop.store.clearFaults()
        #expect(try await inbox.products() == [SampleShop.greenhouse])
    }

    @Test func `T3: A task that is cancelled hears no more`() async throws {
        let device = shop.device
        let task = Task {
            var count = 0
            for await _ in device.perform({ Transaction.updates }) { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test(
        "T7: A refund brings the same transaction again, with its date and reason",
        arguments: [SampleShop.seeds, SampleShop.greenhouse, SampleShop.season, SampleShop.posy]
    )
    func refunded(product: String) async throws {
        let bought = try await shop.buy(product)
        await bought.finish()
        var inbox = await UpdatesInbox(shop)
        try shop.store.refund(transactionID: String(bought.id), reason: .issueInApp)
        let told = try #require(try await inbox.all().first?.payloadValue)
        #expect(told.id == bought.id)
        #expect(told.revocationDate == shop.store.now)
        #expect(told.revocationReason == .developerIssue)
        #expect(told.revocationType == .fullRefund)
        #expect(told.revocationPercentage == 100)
        // The mark of the end is a purchase, too.
        #expect(!(await shop.transactions(Transaction.currentEntitlements).map(\.id).contains(bought.id)))
        let state = try await shop.app { try await Product.SubscriptionInfo.status(for: ModernShop.group) }.first?.state
        #expect(state == (product == SampleShop.posy ? .revoked : nil))
    }

    @Test func `T7: A refund that is taken back brings it again without them`() async throws {
        let bought = try await shop.buy(SampleShop.greenhouse)
        try shop.store.refund(transactionID: String(bought.id))
        var inbox = await UpdatesInbox(shop)
        _ = try await inbox.all()
        try shop.store.reverseRefund(transactionID: String(bought.id))
        let told = try #require(try await inbox.all().first?.payloadValue)
        #expect(told.id == bought.id)
        #expect(told.revocationDate == nil)
        let product = SampleShop.greenhouse
        #expect(await shop.products(Transaction.currentEntitlements(for: product)) == [product])
    }

    @Test func `An expiry and a renewal that is turned off send no transaction, only a status`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        var inbox = await UpdatesInbox(shop)
        var statuses = shop.device.perform { Product.SubscriptionInfo.Status.updates.makeAsyncIterator() }
        try shop.store.setAutoRenew(false, originalTransactionID: String(bought.originalID))
        let cancelled = try #require(await statuses.next())
        #expect(cancelled.state == .subscribed)
        #expect(try cancelled.renewalInfo.payloadValue.willAutoRenew == false)
        #expect(try cancelled.renewalInfo.payloadValue.autoRenewPreference == nil)
        try shop.store.advance(days: 32)
        let expired = try #require(await statuses.next())
        #expect(expired.state == .expired)
        #expect(try expired.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
        #expect(try await inbox.products() == [])
    }
}
