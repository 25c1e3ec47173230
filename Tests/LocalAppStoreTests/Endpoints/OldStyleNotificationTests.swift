import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import Testing

/// Events that an observer heard.
final class EventList: Sendable {
    private let list = Locked<[StoreEvent]>([])

    var events: [StoreEvent] { list.withLock { $0 } }

    func add(_ event: StoreEvent) { list.withLock { $0.append(event) } }
}

enum JWSText {
    /// What a JWS says.
    static func payload(_ compact: String) -> Data {
        let parts = compact.split(separator: ".")
        return parts.count == 3 ? Data(Base64.urlSafe(decoding: parts[1]) ?? []) : Data()
    }
}

@Suite("Notifications of version 1")
struct OldStyleNotificationTests {
    @Test(
        "Each notification of version 2 has its word in version 1, or none",
        arguments: [
            ("SUBSCRIBED", "INITIAL_BUY", "INITIAL_BUY"), ("SUBSCRIBED", "RESUBSCRIBE", "INTERACTIVE_RENEWAL"),
            ("DID_RENEW", nil, "DID_RENEW"), ("DID_RENEW", "BILLING_RECOVERY", "DID_RECOVER"),
            ("DID_FAIL_TO_RENEW", nil, "DID_FAIL_TO_RENEW"),
            ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", "DID_FAIL_TO_RENEW"),
            ("DID_CHANGE_RENEWAL_PREF", nil, "DID_CHANGE_RENEWAL_PREF"),
            ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", "DID_CHANGE_RENEWAL_PREF"),
            ("DID_CHANGE_RENEWAL_PREF", "UPGRADE", "CANCEL"),
            ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS"),
            ("OFFER_REDEEMED", nil, nil), ("OFFER_REDEEMED", "UPGRADE", "CANCEL"),
            ("OFFER_REDEEMED", "DOWNGRADE", "DID_CHANGE_RENEWAL_PREF"), ("EXPIRED", "VOLUNTARY", nil),
            ("GRACE_PERIOD_EXPIRED", nil, nil), ("PRICE_INCREASE", "PENDING", "PRICE_INCREASE_CONSENT"),
            ("PRICE_INCREASE", "ACCEPTED", nil), ("REFUND", nil, "CANCEL"), ("REFUND_DECLINED", nil, nil),
            ("REFUND_REVERSED", nil, nil), ("CONSUMPTION_REQUEST", nil, nil), ("REVOKE", nil, "REVOKE"),
            ("RENEWAL_EXTENDED", nil, nil), ("EXTERNAL_PURCHASE_TOKEN", "CREATED", nil), ("TEST", nil, nil),
        ] as [(String, String?, String?)]
    )
    func types(type: String, subtype: String?, old: String?) {
        let found = OldStyleNotificationType(
            NotificationType(rawValue: type),
            subtype.map(NotificationSubtype.init(rawValue:)),
            of: .autoRenewableSubscription
        )
        #expect(found?.rawValue == old)
    }

    @Test("What does not renew is refunded by another word, and only of consumables the use is asked about")
    func oneTime() {
        #expect(OldStyleNotificationType(.refund, nil, of: .nonConsumable) == .refund)
        #expect(OldStyleNotificationType(.consumptionRequest, nil, of: .consumable) == .consumptionRequest)
        #expect(OldStyleNotificationType(.oneTimeCharge, nil, of: .consumable) == nil)
    }

    private func notifications(
        of store: LocalAppStore,
        _ body: () throws -> Void
    ) throws -> [OldStyleNotification] {
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try body()
        observation.cancel()
        return try heard.events.compactMap { try store.oldStyleNotification(for: $0) }
    }

    @Test("It says what was true then, with the receipt of verifyReceipt inside and no password")
    func content() throws {
        let store = try Shop.store()
        let made = try notifications(of: store) {
            try store.buy(productID: Shop.bouquet, account: Shop.flora)
            try store.advance(by: 1)
            try store.buy(productID: Shop.greenhouse, account: Shop.flora)
            try store.advance(by: 70 * 86_400)
            let id = try #require(store.subscriptions(account: Shop.flora).first).id
            try store.setAutoRenew(false, originalTransactionID: id)
        }
        #expect(made.map(\.type) == [.initialBuy, .didRenew, .didRenew, .didChangeRenewalStatus])
        let listed = made.map { $0.content[object: "unified_receipt"]?[array: "latest_receipt_info"]?.count }
        #expect(listed == [1, 3, 4, 4])
        let first = try #require(made.first).content
        #expect(first[string: "environment"] == "Sandbox")
        #expect(first[string: "bid"] == Shop.app.bundleID)
        #expect(first[string: "bvrs"] == Shop.app.version)
        #expect(first[string: "auto_renew_product_id"] == Shop.bouquet)
        #expect(first[string: "auto_renew_status"] == "true")
        #expect(first["original_transaction_id"]?.string == nil, "a number")
        #expect(first["password"] == nil)
        #expect(first["auto_renew_status_change_date"] == nil)
        let last = try #require(made.last)
        #expect(last.body(password: "hush")[string: "password"] == "hush")
        #expect(last.content[string: "auto_renew_status"] == "false")
        #expect(VerifyReceiptDate.read("auto_renew_status_change_date", from: last.content) == store.now)
        let unified = VerifyReceiptResponse(json: try #require(last.content[object: "unified_receipt"]))
        #expect(unified.status == .valid)
        #expect(unified.environment == .sandbox)
        var request = VerifyReceiptRequest()
        request.receiptData = unified.latestReceipt
        let answer = store.verifyReceipt(request, endpoint: .sandbox)
        #expect(answer.status == .valid)
        #expect(answer.latestReceiptInfo == unified.latestReceiptInfo)
        #expect(answer.pendingRenewalInfo == unified.pendingRenewalInfo)
    }

    @Test("A refund names what was refunded, also of what is used up and in no receipt any more")
    func refund() throws {
        let store = try Shop.store()
        try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        let seeds = try store.buy(productID: Shop.seeds, account: Shop.flora)
        try store.finish(transactionID: seeds.transactionID)
        let made = try notifications(of: store) { try store.refund(transactionID: seeds.transactionID) }
        let content = try #require(made.first).content
        #expect(made.map(\.type.rawValue) == ["REFUND"])
        #expect(content[integer: "original_transaction_id"] == Int64(seeds.transactionID))
        let unified = VerifyReceiptResponse(json: try #require(content[object: "unified_receipt"]))
        let listed = try #require(unified.latestReceiptInfo.first { $0.transactionID == seeds.transactionID })
        #expect(listed.cancellationDate == store.now)
        #expect(unified.latestReceiptInfo.count == 2)
    }

    @Test("The receipt lists the newest hundred")
    func limit() throws {
        let store = try Shop.store()
        for _ in 1...120 { try store.buy(productID: Shop.seeds, account: Shop.flora) }
        let made = try notifications(of: store) { try store.buy(productID: Shop.bouquet, account: Shop.flora) }
        let unified = try #require(made.first?.content[object: "unified_receipt"])
        #expect(unified[array: "latest_receipt_info"]?.count == 100)
        #expect(unified[array: "latest_receipt_info"]?.first?.object?[string: "product_id"] == Shop.bouquet)
    }
}
