import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("What verifyReceipt tells of an account")
struct VerifyReceiptStateTests {
    private let store: LocalAppStore
    private let customer = SampleShop.customer
    private let start = TestAuthority.signingDate

    init() throws {
        store = try SampleShop.open()
    }

    private func answer(
        _ receipt: String? = nil,
        newestOnly: Bool? = nil,
        password: String? = nil
    ) throws -> VerifyReceiptResponse {
        var request = VerifyReceiptRequest()
        request.receiptData = try receipt ?? SampleShop.receipt(store)
        request.excludeOldTransactions = newestOnly
        request.password = password
        let response = store.verifyReceipt(request, endpoint: .sandbox)
        #expect(response.status == .valid)
        return response
    }

    private func subscribe(_ product: String = SampleShop.posy) throws -> StoreTransaction {
        try store.buy(productID: product, account: customer)
    }

    private func day(_ day: Double) -> Date { start.addingTimeInterval(day * 86_400) }

    @Test("A receipt without purchases is answered without anything else")
    func empty() throws {
        let response = try answer()
        #expect(response.json.keys == ["status", "environment", "receipt"])
        let receipt = try #require(response.receipt)
        #expect(receipt.receiptType == "ProductionSandbox")
        #expect(receipt.bundleID == "com.example.flowershop")
        #expect(receipt.applicationVersion == "3")
        #expect(receipt.originalApplicationVersion == "1.0")
        #expect(receipt.originalPurchaseDate?.millisecondsSince1970 == 1_375_340_400_000)
        #expect(receipt.json["in_app"] == [])
        #expect(receipt.requestDate == start)
    }

    @Test("A receipt without subscriptions comes back anew if a password was sent, without latest_receipt_info")
    func passwordWithoutSubscription() throws {
        try store.buy(productID: SampleShop.greenhouse, account: customer)
        #expect(try answer().json.keys == ["status", "environment", "receipt"])
        #expect(try answer(password: "any").json.keys == ["status", "environment", "receipt", "latest_receipt"])
    }

    @Test("An old receipt brings the account's newest state, newest transaction first")
    func renewals() throws {
        let token = try #require(UUID(uuidString: "7E3FB204-2D6D-4F3B-8E5C-2C9C2B1F6A10"))
        let first = try store.buy(productID: SampleShop.posy, account: customer, appAccountToken: token)
        let old = try SampleShop.receipt(store)
        try store.advance(to: day(40))
        let response = try answer(old)
        #expect(response.receipt?.inApp.map(\.transactionID) == [first.transactionID])
        #expect(response.receipt?.requestDate == day(40))

        let latest = response.latestReceiptInfo
        #expect(latest.map(\.purchaseDate) == [day(38), day(7), day(0)])
        #expect(latest.map(\.expiresDate) == [day(68), day(38), day(7)])
        #expect(latest.map(\.isTrialPeriod) == [false, false, true])
        #expect(latest.map(\.isInIntroOfferPeriod) == [false, false, false])
        #expect(Set(latest.map(\.originalTransactionID)) == [first.transactionID])
        #expect(Set(latest.compactMap(\.webOrderLineItemID)).count == 3)
        for transaction in latest {
            #expect(transaction.productID == SampleShop.posy)
            #expect(transaction.quantity == 1)
            #expect(transaction.subscriptionGroupID == "5F1A0E77")
            #expect(transaction.inAppOwnershipType == .purchased)
            #expect(transaction.appAccountToken == token)
            #expect(transaction.originalPurchaseDate == start)
            #expect(transaction.cancellationDate == nil && transaction.json["is_upgraded"] == nil)
            #expect(transaction.json.members.allSatisfy { $0.value.string != nil })
        }
        let pending = try #require(response.pendingRenewalInfo.first)
        #expect(
            pending.json == [
                "product_id": .string(SampleShop.posy), "auto_renew_product_id": .string(SampleShop.posy),
                "original_transaction_id": .string(first.transactionID), "auto_renew_status": "1",
            ]
        )
        #expect(response.pendingRenewalInfo.count == 1)
    }

    @Test("exclude-old-transactions leaves the newest transaction of each subscription, and everything else as it was")
    func excludeOld() throws {
        _ = try subscribe()
        let greenhouse = try store.buy(productID: SampleShop.greenhouse, account: customer)
        try store.advance(to: day(40))
        let all = try answer(newestOnly: false)
        let some = try answer(newestOnly: true)
        #expect(all.latestReceiptInfo.count == 4)
        #expect(some.latestReceiptInfo.map(\.purchaseDate) == [day(38), greenhouse.purchaseDate])
        #expect(some.receipt?.inApp.count == 4)
        #expect(some.pendingRenewalInfo == all.pendingRenewalInfo)
    }

    @Test("The latest receipt is genuine, for the same device, and has what latest_receipt_info has")
    func latestReceipt() throws {
        _ = try subscribe()
        let old = try SampleShop.receipt(store)
        try store.advance(to: day(40))
        let response = try answer(old)
        let latest = try #require(response.latestReceipt.flatMap { Data(base64Encoded: $0) })
        let validator = AppReceiptValidator(
            policy: try TestAuthority.policy,
            bundleID: SampleShop.app.bundleID,
            appVersion: SampleShop.app.version,
            deviceIdentifiers: [try SampleShop.device()],
            environments: [.sandbox]
        )
        let receipt = try validator.validated(latest)
        #expect(receipt.creationDate == day(40))
        #expect(
            Set(receipt.inAppPurchases.map(\.transactionID))
                == Set(response.latestReceiptInfo.compactMap(\.transactionID))
        )
        // It leads to the account again.
        #expect(try answer(response.latestReceipt).latestReceiptInfo == response.latestReceiptInfo)
    }

    @Test("The latest receipt is signed with the digest of the settings", arguments: ReceiptDigest.allCases)
    func digest(_ digest: ReceiptDigest) throws {
        _ = try subscribe()
        let old = try SampleShop.receipt(store)
        try store.updateSettings { $0.receiptDigest = digest }
        let latest = try #require(try answer(old).latestReceipt.flatMap { Data(base64Encoded: $0) })
        #expect(try AppReceipt(wireForm: latest).signatureDigest == digest)
    }

    @Test("A receipt from before the first purchase leads to the account too")
    func receiptWithoutPurchases() throws {
        let old = try SampleShop.receipt(store)
        let transaction = try subscribe()
        let response = try answer(old)
        #expect(response.receipt?.inApp == [])
        #expect(response.latestReceiptInfo.map(\.transactionID) == [transaction.transactionID])
    }

    @Test("One account's receipt says nothing of another account")
    func otherAccount() throws {
        try store.createAccount(id: "iris")
        try store.buy(productID: SampleShop.bouquet, account: "iris")
        let mine = try subscribe()
        #expect(try answer().latestReceiptInfo.map(\.transactionID) == [mine.transactionID])
    }

    @Test("A refund is a cancellation with its reason, and renewal is off")
    func refund() throws {
        let transaction = try subscribe()
        try store.advance(to: day(3))
        try store.refund(transactionID: transaction.transactionID, reason: .issueInApp)
        let response = try answer()
        let refunded = try #require(response.latestReceiptInfo.first)
        #expect(refunded.cancellationDate == day(3))
        #expect(refunded.json["cancellation_reason"] == "1")
        #expect(refunded.json["is_upgraded"] == nil)
        #expect(response.pendingRenewalInfo.first?.autoRenewStatus == .off)
        #expect(response.receipt?.inApp.first?.cancellationDate == day(3))
    }

    @Test("A transaction that a higher level replaced is upgraded and cancelled at that moment")
    func upgrade() throws {
        _ = try subscribe(SampleShop.posy)
        try store.advance(to: day(10))
        _ = try subscribe(SampleShop.bouquet)
        let response = try answer()
        let latest = response.latestReceiptInfo
        #expect(latest.map(\.productID) == [SampleShop.bouquet, SampleShop.posy, SampleShop.posy])
        #expect(latest.map(\.isUpgraded) == [nil, true, nil])
        #expect(latest.map(\.cancellationDate) == [nil, day(10), nil])
        #expect(latest[1].json["is_upgraded"] == "true")
        #expect(response.pendingRenewalInfo.map(\.productID) == [SampleShop.bouquet])
    }

    @Test("A downgrade shows as what the next renewal buys")
    func downgrade() throws {
        let chain = try subscribe(SampleShop.bouquet)
        try store.setRenewalProduct(SampleShop.posy, originalTransactionID: chain.transactionID)
        let pending = try #require(try answer().pendingRenewalInfo.first)
        #expect(pending.productID == SampleShop.bouquet)
        #expect(pending.autoRenewProductID == SampleShop.posy)
    }

    @Test("A subscription that was cancelled and has ended says so")
    func expired() throws {
        let chain = try subscribe()
        try store.setAutoRenew(false, originalTransactionID: chain.transactionID)
        #expect(try answer().pendingRenewalInfo.first?.json["expiration_intent"] == nil)
        try store.advance(to: day(8))
        let pending = try #require(try answer().pendingRenewalInfo.first)
        #expect(pending.json["auto_renew_status"] == "0")
        #expect(pending.json["expiration_intent"] == "1")
        #expect(pending.json["is_in_billing_retry_period"] == "0")
    }

    @Test("A renewal that cannot be charged is being retried, then has expired by billing error")
    func billingRetry() throws {
        _ = try subscribe()
        try store.updateSettings { $0.billingRetryOnRenewalEnabled = true }
        try store.advance(to: day(8))
        let retrying = try #require(try answer().pendingRenewalInfo.first)
        #expect(retrying.json["is_in_billing_retry_period"] == "1")
        #expect(retrying.json["expiration_intent"] == "2")
        #expect(retrying.gracePeriodExpiresDate == nil)
        try store.advance(to: day(100))
        let given = try #require(try answer().pendingRenewalInfo.first)
        #expect(given.json["is_in_billing_retry_period"] == "0")
        #expect(given.json["expiration_intent"] == "2")
    }

    @Test("A grace period shows its end")
    func gracePeriod() throws {
        _ = try subscribe()
        try store.updateSettings {
            $0.billingRetryOnRenewalEnabled = true
            $0.billingGracePeriodEnabled = true
        }
        try store.advance(to: day(8))
        let pending = try #require(try answer().pendingRenewalInfo.first)
        let end = try #require(pending.gracePeriodExpiresDate)
        #expect(end > store.now)
        #expect(pending.json["grace_period_expires_date_pst"] != nil)
    }

    @Test("Consent to a higher price is told of only where the customer was asked", arguments: [true, false])
    func higherPrice(needsConsent: Bool) throws {
        let chain = try subscribe(SampleShop.bouquet).transactionID
        try store.requestPriceIncrease(originalTransactionID: chain, price: 15, needsConsent: needsConsent)
        let told = try #require(try answer().pendingRenewalInfo.first)
        #expect(told.priceConsentStatus == (needsConsent ? false : nil))
        #expect(told.json["price_increase_status"] == .string(needsConsent ? "0" : "1"))
        guard needsConsent else { return }
        try store.answerPriceIncrease(originalTransactionID: chain, accepts: true)
        let agreed = try #require(try answer().pendingRenewalInfo.first)
        #expect(agreed.json["price_consent_status"] == "1")
        #expect(agreed.json["price_increase_status"] == "1")
    }

    @Test("Consumables are there until they are finished, other purchases stay")
    func consumables() throws {
        _ = try subscribe()
        let seeds = try store.buy(productID: SampleShop.seeds, account: customer, quantity: 3)
        let season = try store.buy(productID: SampleShop.season, account: customer)
        let before = try answer().latestReceiptInfo
        #expect(before.first { $0.productID == SampleShop.seeds }?.quantity == 3)
        for id in [seeds.transactionID, season.transactionID] { try store.finish(transactionID: id) }
        let response = try answer()
        #expect(response.latestReceiptInfo.map(\.productID) == [SampleShop.season, SampleShop.posy])
        #expect(Set(response.receipt?.inApp.compactMap(\.productID) ?? []) == [SampleShop.season, SampleShop.posy])
        let other = try #require(response.latestReceiptInfo.first)
        for key in [
            "expires_date", "web_order_line_item_id", "subscription_group_identifier", "is_in_intro_offer_period",
        ] {
            #expect(other.json[key] == nil, "\(key)")
        }
        #expect(other.json["is_trial_period"] == "false")
    }

    @Test("In production the app's version has a number in receipts and the app transaction; in the sandbox it is 0")
    func versionNumber() throws {
        let production = try SampleShop.open(environment: .production)
        var request = VerifyReceiptRequest()
        request.receiptData = try SampleShop.receipt(production)
        let receipt = try #require(production.verifyReceipt(request, endpoint: .production).receipt)
        let number = try #require(receipt.versionExternalIdentifier)
        #expect(number > 0)
        #expect(try production.appTransactionPayload(account: customer).versionExternalIdentifier == number)
        // Another store of the same version has the same number, one of another version another.
        for (version, isSame) in [(SampleShop.app.version, true), ("4", false)] {
            let other = try LocalAppStore(
                catalogue: SampleShop.catalogue,
                app: StoreApp(bundleID: SampleShop.app.bundleID, version: version),
                authority: try TestAuthority.trusted.get(),
                seed: 9,
                environment: .production
            )
            try other.createAccount(id: customer)
            let payload = try other.appTransactionPayload(account: customer)
            #expect((payload.versionExternalIdentifier == number) == isSame)
        }
        #expect(try answer().receipt?.versionExternalIdentifier == 0)
        #expect(try store.appTransactionPayload(account: customer).versionExternalIdentifier == nil)
    }

    @Test("Asking changes nothing, and the same question has the same answer")
    func pure() throws {
        _ = try subscribe()
        let before = store.engine
        let first = try answer(password: "x")
        #expect(try answer(password: "x") == first)
        #expect(store.engine == before)
    }
}
