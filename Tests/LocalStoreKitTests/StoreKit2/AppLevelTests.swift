import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import LocalStoreKit

/// A: the rules of the app as a whole; T8: asking for a refund.
@Suite("StoreKit 2: the app and the App Store's sheets", .timeLimit(.minutes(15)))
struct AppLevelTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    @Test func `A1: Who does not sign in has cancelled`() async throws {
        try await shop.app { try await AppStore.sync() }
        shop.device.settings.signsIn = false
        let error = await #expect(throws: StoreKitError.self) { try await shop.app { try await AppStore.sync() } }
        guard case .userCancelled? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "A2: The app transaction tells of the download",
        arguments: [AppStoreEnvironment.sandbox, .production, .xcode]
    )
    func download(environment: AppStoreEnvironment) async throws {
        let shop = try ModernShop(environment: environment)
        let transaction = try await shop.app { try await AppTransaction.shared }.payloadValue
        #expect(transaction.bundleID == SampleShop.app.bundleID)
        #expect(transaction.appVersion == SampleShop.app.version)
        #expect(transaction.environment.rawValue == environment.rawValue)
        #expect(transaction.appTransactionID == (try shop.store.account(SampleShop.customer).appTransactionID))
        #expect(transaction.originalPlatform == .iOS)
        if environment == .production {
            #expect(transaction.appID == 1_234_567_890)
            #expect((transaction.appVersionID ?? 0) > 0)
            #expect(transaction.originalAppVersion == SampleShop.app.version)
        } else if environment == .xcode {
            #expect(transaction.appID == nil)
            #expect(transaction.originalAppVersion == SampleShop.app.version)
            #expect(transaction.originalPurchaseDate == .distantPast)
        } else {
            #expect(transaction.appID == nil)
            #expect(transaction.originalAppVersion == "1.0")
            #expect(transaction.originalPurchaseDate == Date(timeIntervalSince1970: 1_375_340_400))
        }
    }

    @Test func `A2: A refresh asks for the password`() async throws {
        #expect(try await shop.app { try await AppTransaction.refresh() }.payloadValue.preorderDate == nil)
        shop.device.settings.signsIn = false
        await #expect(throws: StoreKitError.self) { try await shop.app { try await AppTransaction.refresh() } }
    }

    @Test func `A2: Without the store there is no app transaction`() async throws {
        try shop.store.setFault(StoreFault(.offline))
        await #expect(throws: StoreKitError.self) { try await shop.app { try await AppTransaction.shared } }
    }

    @Test func `A3: Who may not pay keeps what was bought`() async throws {
        try await shop.buy(SampleShop.posy)
        try shop.store.setRules(AccountRules(canMakePayments: false), account: SampleShop.customer)
        #expect(!shop.device.perform { AppStore.canMakePayments })
        #expect(await shop.products(Transaction.currentEntitlements) == [SampleShop.posy])
        try shop.store.advance(days: 40)
        #expect(await shop.products(Transaction.currentEntitlements) == [SampleShop.posy])
    }

    @Test func `A4: A message comes once while its reason lasts`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        try shop.store.requestPriceIncrease(originalTransactionID: String(bought.id), price: 15)
        var messages = shop.device.perform { Message.messages.makeAsyncIterator() }
        #expect(await messages.next()?.reason == .priceIncreaseConsent)
        try shop.store.answerPriceIncrease(originalTransactionID: String(bought.id), accepts: true)
        try shop.store.updateSettings { $0.billingRetryOnRenewalEnabled = true }
        try shop.store.advance(days: 32)
        #expect(await messages.next()?.reason == .billingIssue)
    }

    @Test func `A4: A price increase that is asked about again sends its message again`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        var messages = shop.device.perform { Message.messages.makeAsyncIterator() }
        for _ in 0..<2 {
            try shop.store.requestPriceIncrease(originalTransactionID: String(bought.id), price: 15)
            #expect(await messages.next()?.reason == .priceIncreaseConsent)
        }
        try shop.store.answerPriceIncrease(originalTransactionID: String(bought.id), accepts: true)
        try shop.store.updateSettings { $0.billingRetryOnRenewalEnabled = true }
        try shop.store.advance(days: 32)
        #expect(await messages.next()?.reason == .billingIssue)
    }

    @Test func `A4: Who listens to messages decides when the question is shown`() async throws {
        let asked = Locked(0)
        shop.device.settings.priceConsentSheet = { sheet in
            asked.withLock { $0 += 1 }
            #expect(sheet.price == 15)
            return .agree
        }
        let observer = RecordingObserver()
        shop.device.queue.add(observer)
        let bought = try await shop.buy(SampleShop.bouquet)
        var messages = shop.device.perform { Message.messages.makeAsyncIterator() }
        try shop.store.requestPriceIncrease(originalTransactionID: String(bought.id), price: 15)
        let message = try #require(await messages.next())
        await shop.settleBoth()
        #expect(asked.withLock { $0 } == 0)
        try await message.display()
        await shop.settleBoth()
        #expect(asked.withLock { $0 } == 1)
        #expect(try shop.store.subscription(String(bought.id)).priceIncrease?.isAccepted == true)
    }

    @Test func `The storefront is told, and what it changes to`() async throws {
        let first = try #require(await shop.app { await Storefront.current })
        #expect(first.countryCode == "USA")
        #expect(first.id == "143441")
        #expect(first.currency?.identifier == "USD")
        var updates = shop.device.perform { Storefront.updates.makeAsyncIterator() }
        try shop.store.setStorefront("DEU", account: SampleShop.customer)
        #expect(await updates.next()?.countryCode == "DEU")
        #expect(await shop.app { await Storefront.current }?.currency?.identifier == "EUR")
    }

    // MARK: T8

    @Test func `T8: A customer may close the sheet for refunds`() async throws {
        let bought = try await shop.buy(SampleShop.seeds)
        shop.device.settings.refundSheet = { sheet in
            #expect(sheet.transactionID == bought.id)
            return .cancel
        }
        #expect(try await bought.beginRefundRequest() == .userCancelled)
        #expect(shop.store.refundRequests.isEmpty)
    }

    @Test(
        "T8: A test refund is granted for the reason on the sheet, unless REJECT is typed under Other",
        arguments: [
            (RefundReason.unfulfilled, nil, RevocationReason.issueInApp),
            (.unsatisfied, nil, .issueInApp), (.unsatisfied, "REJECT", .issueInApp),
            (.unintended, nil, .other), (.legal, nil, .other), (.other, nil, .other), (.other, "reject ", nil),
        ] as [(RefundReason, String?, RevocationReason?)]
    )
    func refund(reason: RefundReason, details: String?, granted: RevocationReason?) async throws {
        shop.device.settings.refundSheet = { _ in .submit(reason, details: details) }
        let bought = try await shop.buy(SampleShop.greenhouse)
        #expect(try await bought.beginRefundRequest() == .success)
        let transaction = try shop.store.transaction(String(bought.id))
        #expect(transaction.revocationReason == granted)
        #expect((transaction.revocationDate == nil) == (granted == nil))
    }

    @Test func `T8: The developer is asked first where the App Store asks`() async throws {
        let bought = try await shop.buy(SampleShop.seeds)
        #expect(try await shop.app { try await Transaction.beginRefundRequest(for: bought.id) } == .success)
        #expect(shop.store.refundRequests.map(\.isOpen) == [true])
        await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
            try await bought.beginRefundRequest()
        }
        var inbox = await UpdatesInbox(shop)
        _ = try await inbox.all()
        try shop.store.advance(by: StoreRefundRequest.answerTime)
        #expect(try await inbox.all().first?.payloadValue.revocationDate != nil)
        await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
            try await bought.beginRefundRequest()
        }
    }

    @Test func `T8: In Xcode's environment it is granted at once`() async throws {
        let shop = try ModernShop(environment: .xcode)
        let bought = try await shop.buy(SampleShop.posy)
        #expect(try await bought.beginRefundRequest() == .success)
        #expect(await bought.subscriptionStatus?.state == .revoked)
    }

    @Test func `T8: What cannot be refunded fails`() async throws {
        await #expect(throws: Transaction.RefundRequestError.failed) {
            try await shop.app { try await Transaction.beginRefundRequest(for: 4_711) }
        }
        let bought = try await shop.buy(SampleShop.seeds)
        shop.device.settings.refundSheet = { _ in .fail(.failed) }
        await #expect(throws: Transaction.RefundRequestError.failed) { try await bought.beginRefundRequest() }
    }

    // MARK: The other sheets

    @Test func `The sheet for subscriptions ends them, resumes them and switches them`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        let id = String(bought.originalID)
        let changes: [(SubscriptionChoice.Change, Bool, String)] = [
            (.cancel, false, SampleShop.bouquet), (.resume, true, SampleShop.bouquet),
            (.switchTo(productID: SampleShop.posy), true, SampleShop.posy),
        ]
        for (change, renews, product) in changes {
            shop.device.settings.subscriptionsSheet = { sheet in
                #expect(sheet.statuses.map(\.state) == [.subscribed])
                return [SubscriptionChoice(originalTransactionID: bought.originalID, change: change)]
            }
            try await shop.app { try await AppStore.showManageSubscriptions() }
            #expect(try shop.store.subscription(id).autoRenews == renews)
            #expect(try shop.store.subscription(id).autoRenewProductID == product)
        }
    }

    @Test func `Where no sheets are shown, a refund is asked for and no subscription is changed`() async throws {
        let bought = try await shop.buy(SampleShop.bouquet)
        shop.device.settings.showsDialogs = { false }
        shop.device.settings.refundSheet = { _ in .fail(.failed) }
        shop.device.settings.subscriptionsSheet = { _ in
            [SubscriptionChoice(originalTransactionID: bought.originalID, change: .cancel)]
        }
        try await shop.app { try await AppStore.showManageSubscriptions() }
        #expect(try shop.store.subscription(String(bought.originalID)).autoRenews)
        let owned = try await shop.buy(SampleShop.greenhouse)
        #expect(try await owned.beginRefundRequest() == .success)
        #expect(try shop.store.transaction(String(owned.id)).revocationDate != nil)
    }

    @Test func `The sheet for codes stays open for a code that is refused`() async throws {
        let refusals = Locked(0)
        shop.device.settings.codeRedemptionSheet = { refusal in
            if refusal != nil { refusals.withLock { $0 += 1 } }
            return "WRONG"
        }
        try await shop.app { try await AppStore.presentOfferCodeRedeemSheet() }
        #expect(refusals.withLock { $0 } == 1)
        #expect(shop.store.transactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `The rating of the app is what the device says`() async throws {
        #expect(await shop.app { await AppStore.ageRatingCode } == nil)
        shop.device.settings.ageRatingCode = 12
        #expect(await shop.app { await AppStore.ageRatingCode } == 12)
    }

    @Test func `Two devices of one customer have identifiers of their own`() throws {
        let other = try LocalDevice(
            store: shop.store,
            account: SampleShop.customer,
            identifier: try .init(bytes: [1, 2, 3, 4, 5, 6]),
            callbacks: CallbackQueue(.main),
            work: CallbackQueue(DispatchQueue(label: "work"))
        )
        let first = shop.device.perform { AppStore.deviceVerificationID }
        #expect(first != nil)
        #expect(first != other.perform { AppStore.deviceVerificationID })
        #expect(first == (try ModernShop.launch(shop.store)).perform { AppStore.deviceVerificationID })
    }
}
