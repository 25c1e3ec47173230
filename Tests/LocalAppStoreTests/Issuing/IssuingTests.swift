import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@Suite("Receipts and signed transactions")
struct IssuingTests {
    private static let vendor = UUID(uuidString: "3B76A7BD-8F5B-46A4-BCB1-CCE8DBD1B3CD")

    private func device() throws -> DeviceIdentifier {
        try DeviceIdentifier(identifierForVendor: try #require(Self.vendor))
    }

    private func validator(_ store: LocalAppStore) throws -> AppReceiptValidator {
        AppReceiptValidator(
            policy: store.trustPolicy,
            bundleID: Shop.app.bundleID,
            appVersion: Shop.app.version,
            deviceIdentifiers: [try device()],
            environments: [.sandbox]
        )
    }

    @Test("The receipt passes every check of the validator, and says what was bought")
    func receipt() throws {
        let store = try Shop.store()
        let house = try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        let club = try store.buy(productID: Shop.posy, account: Shop.flora)
        try store.advance(by: 8 * 86_400)
        let receipt = try validator(store).validated(try store.receipt(account: Shop.flora, device: try device()))
        #expect(receipt.bundleID == Shop.app.bundleID)
        #expect(receipt.appVersion == "42")
        #expect(receipt.creationDate == store.now)
        #expect(receipt.inAppPurchases.count == 3)
        let bought = try #require(receipt.inAppPurchases.first { $0.productID == Shop.greenhouse })
        #expect(bought.transactionID == house.transactionID)
        #expect(bought.purchaseDate == house.purchaseDate)
        let periods = receipt.inAppPurchases.filter { $0.productID == Shop.posy }
        #expect(Set(periods.map(\.originalTransactionID)) == [club.transactionID])
        #expect(periods.first { $0.transactionID == club.transactionID }?.isTrialPeriod == true)
        #expect(periods.first { $0.transactionID != club.transactionID }?.isTrialPeriod == false)
    }

    @Test("A receipt says why money was given back, and not that a member bought what another of the family did")
    func refundAndFamily() throws {
        let store = try Shop.store()
        try store.createAccount(id: "fern")
        try store.createFamily(id: "bloom", organizer: Shop.flora)
        try store.joinFamily(id: "bloom", account: "fern")
        let house = try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        func record(of account: String) throws -> InAppPurchaseRecord? {
            let data = try store.receipt(account: account, device: try device())
            return try validator(store).validated(data).inAppPurchases.first
        }
        #expect(try record(of: Shop.flora)?.ownership == 0)
        let shared = try #require(try record(of: "fern"))
        #expect(shared.productID == Shop.greenhouse)
        #expect(shared.ownership == nil)
        #expect(shared.cancellationReason == nil)
        try store.refund(transactionID: house.transactionID, reason: .issueInApp)
        #expect(try record(of: Shop.flora)?.cancellationReason == .issueInApp)
        #expect(try record(of: Shop.flora)?.cancellationDate == store.now)
    }

    @Test("A consumable is in the receipt until it is finished; a refund is in it with its date; copies never are")
    func content() throws {
        let store = try Shop.store()
        let seeds = try store.buy(productID: Shop.seeds, account: Shop.flora, quantity: 2)
        let house = try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        try store.buy(productID: Shop.season, account: Shop.flora)
        func records() throws -> [String] {
            let data = try store.receipt(account: Shop.flora, device: try device())
            return try validator(store).validated(data).inAppPurchases.compactMap(\.productID).sorted()
        }
        #expect(try records() == [Shop.greenhouse, Shop.season, Shop.seeds])
        for id in [seeds.transactionID, house.transactionID] { try store.finish(transactionID: id) }
        _ = try store.restore(account: Shop.flora)
        #expect(try records() == [Shop.greenhouse, Shop.season])
        try store.refund(transactionID: house.transactionID)
        let data = try store.receipt(account: Shop.flora, device: try device())
        let record = try validator(store).validated(data).inAppPurchases.first { $0.productID == Shop.greenhouse }
        #expect(record?.cancellationDate == store.now)
    }

    @Test("A period that a higher level took the place of is cancelled at that moment, and no other is")
    func upgraded() throws {
        let store = try Shop.store()
        try store.buy(productID: Shop.posy, account: Shop.flora)
        try store.advance(by: 10 * 86_400)
        let higher = try store.buy(productID: Shop.bouquet, account: Shop.flora)
        let data = try store.receipt(account: Shop.flora, device: try device())
        let records = try validator(store).validated(data).inAppPurchases.sorted { $0.purchaseDate < $1.purchaseDate }
        #expect(records.map(\.productID) == [Shop.posy, Shop.posy, Shop.bouquet])
        #expect(records.map(\.cancellationDate) == [nil, higher.purchaseDate, nil])
    }

    @Test("A receipt of another device, or of an untrusted store, is refused")
    func refused() throws {
        let store = try Shop.store()
        let other = try DeviceIdentifier("f8:ff:c2:1e:91:82")
        let data = try store.receipt(account: Shop.flora, device: other)
        #expect(throws: AppReceiptError.self) { try validator(store).validated(data) }
        let untrusting = AppReceiptValidator(
            policy: .appStore,
            bundleID: Shop.app.bundleID,
            appVersion: Shop.app.version,
            deviceIdentifiers: [other],
            environments: [.sandbox]
        )
        #expect(throws: AppReceiptError.self) { try untrusting.validated(data) }
        #expect(throws: StoreError(.unknownAccount, "")) { _ = try store.receipt(account: "nobody", device: other) }
    }

    @Test("The same state gives the same receipt and the same payloads, byte for byte")
    func deterministic() throws {
        var receipts: Set<Data> = []
        var payloads: Set<Data> = []
        for _ in 0..<2 {
            let store = try Shop.store()
            let club = try store.buy(productID: Shop.posy, account: Shop.flora)
            try store.advance(by: 10 * 86_400)
            receipts.insert(try store.receipt(account: Shop.flora, device: try device()))
            payloads.insert(try store.transactionPayload(club.transactionID).jsonData)
            payloads.insert(try store.renewalInfoPayload(club.transactionID).jsonData)
        }
        #expect(receipts.count == 1)
        #expect(payloads.count == 2)
    }

    @Test(
        "OpenSSL accepts an issued receipt below our root, and only there",
        .tags(.judge),
        .enabled(if: OpenSSL.executable != nil)
    )
    func openssl() async throws {
        let store = try Shop.store()
        try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        let data = try store.receipt(account: Shop.flora, device: try device())
        let genuine = try await judge(data, root: store.authority.receiptRootPEM, at: store.now)
        #expect(genuine.status == 0, "\(genuine.text)")
        var damaged = data
        damaged[data.count / 2] ^= 1
        #expect(try await judge(damaged, root: store.authority.receiptRootPEM, at: store.now).status != 0)
        #expect(try await judge(data, root: store.authority.jwsRootPEM, at: store.now).status != 0)
    }

    private func judge(_ receipt: Data, root: String, at date: Date) async throws -> Command.Outcome {
        try await withTemporaryFolder { folder in
            try receipt.write(to: folder.appendingPathComponent("receipt.der"))
            try Data(root.utf8).write(to: folder.appendingPathComponent("root.pem"))
            let moment = String(Int(date.timeIntervalSince1970))
            let arguments = ["cms", "-verify", "-inform", "DER", "-in", "receipt.der", "-CAfile", "root.pem"]
            return try await OpenSSL.run(
                arguments + ["-purpose", "any", "-attime", moment, "-out", "payload"],
                in: folder
            )
        }
    }

    @Test("A signed transaction verifies and says what Apple's would")
    func transaction() throws {
        let store = try Shop.store()
        let token = UUID()
        let club = try store.buy(productID: Shop.posy, account: Shop.flora, appAccountToken: token)
        let verifier = JWSVerifier(policy: store.trustPolicy)
        let verified = try verifier.verify(try store.signedTransaction(club.transactionID))
        let payload = try TransactionPayload(jsonData: verified.payload)
        #expect(payload.transactionID == club.transactionID)
        #expect(payload.originalTransactionID == club.transactionID)
        #expect(payload.webOrderLineItemID == club.webOrderLineItemID)
        #expect(payload.bundleID == Shop.app.bundleID)
        #expect(payload.type == .autoRenewableSubscription)
        #expect(payload.subscriptionGroupID == "5F1A0E77")
        #expect(payload.expiresDate == club.expiresDate)
        #expect(payload.environment == .sandbox)
        #expect(payload.storefront == "USA")
        #expect(payload.storefrontID == "143441")
        #expect(payload.price == 0)
        #expect(payload.currency == "USD")
        #expect(payload.appAccountToken == token)
        #expect(payload.offerType == .introductory)
        #expect(payload.offerDiscountType == "FREE_TRIAL")
        #expect(payload.isUpgraded == nil)
        #expect(payload.revocationDate == nil)
        #expect(payload.signedDate == store.now)
        #expect(throws: TrustError.self) { try JWSVerifier().verify(try store.signedTransaction(club.transactionID)) }
    }

    @Test("The period of an offer is that of all its periods together, in each of them")
    func offerPeriod() throws {
        var configuration = try Shop.configuration()
        configuration.subscriptionGroups[0].subscriptions[1].json["introductoryOffer"] = [
            "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 3, "displayPrice": "1.50",
        ]
        let store = LocalAppStore(
            configuration: configuration,
            app: Shop.app,
            authority: try Shop.authority.get(),
            start: Shop.date("2026-01-31T10:00:00Z")
        )
        try store.createAccount(id: Shop.flora)
        let club = try store.buy(productID: Shop.posy, account: Shop.flora)
        #expect(club.offer?.period?.iso8601 == "P1M")
        #expect(club.expiresDate == Shop.date("2026-02-28T10:00:00Z"))
        #expect(try store.renewalInfoPayload(club.transactionID).json[string: "offerPeriod"] == "P3M")
        try store.advance(to: Shop.date("2026-06-01T00:00:00Z"))
        let payloads = try store.transactions(account: Shop.flora).map { period in
            try store.transactionPayload(period.transactionID)
        }
        #expect(payloads.map(\.offerPeriod) == ["P3M", "P3M", "P3M", nil, nil])
    }

    @Test("Renewal information tells of the next period, and of none once it is off")
    func renewalInfo() throws {
        let store = try Shop.store()
        let club = try store.buy(productID: Shop.posy, account: Shop.flora)
        let verifier = JWSVerifier(policy: store.trustPolicy)
        let signed = try store.signedRenewalInfo(club.transactionID)
        let info = try RenewalInfoPayload(jsonData: try verifier.verify(signed).payload)
        #expect(info.autoRenewStatus == .on)
        #expect(info.autoRenewProductID == Shop.posy)
        #expect(info.renewalDate == club.expiresDate)
        #expect(info.renewalPrice == Decimal(string: "4.99"))
        #expect(info.expirationIntent == nil)
        try store.setAutoRenew(false, originalTransactionID: club.transactionID)
        try store.advance(by: 10 * 86_400)
        let ended = try store.renewalInfoPayload(club.transactionID)
        #expect(ended.autoRenewStatus == .off)
        #expect(ended.renewalDate == club.expiresDate, "it is always there, and may be past")
        #expect(ended.expirationIntent == .customerCancelled)
        #expect(ended.isInBillingRetryPeriod == false)
    }

    @Test("A refund is in the signed transaction; a restored copy is signed as its original")
    func refundedAndRestored() throws {
        let store = try Shop.store()
        let house = try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        try store.finish(transactionID: house.transactionID)
        let copy = try #require(try store.restore(account: Shop.flora).first)
        try store.refund(transactionID: house.transactionID, reason: .issueInApp)
        let payload = try store.transactionPayload(copy.transactionID)
        #expect(payload.transactionID == house.transactionID)
        #expect(payload.revocationDate == store.now)
        #expect(payload.revocationReason == .issueInApp)
        #expect(throws: StoreError(.unknownTransaction, "")) { _ = try store.signedTransaction("1") }
        #expect(throws: StoreError(.unknownSubscription, "")) { _ = try store.signedRenewalInfo("1") }
    }
}
