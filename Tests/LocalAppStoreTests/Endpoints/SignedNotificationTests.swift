import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@Suite("Signed notifications of events")
struct SignedNotificationTests {
    private let store: LocalAppStore
    private let events: Locked<[StoreEvent]>
    private let observation: StoreObservation
    private let customer = SampleShop.customer

    init() throws {
        let store = try SampleShop.open()
        let events = Locked<[StoreEvent]>([])
        observation = store.observe { event in events.withLock { $0.append(event) } }
        self.store = store
        self.events = events
    }

    /// One word for each notification since the last call: type, subtype, status.
    private func story() throws -> [String] {
        let happened = events.withLock { events in
            defer { events = [] }
            return events
        }
        return try happened.compactMap { event in
            guard let payload = try payload(event) else { return nil }
            let words = [
                payload.notificationType?.rawValue, payload.subtype?.rawValue, payload.data?.status?.description,
            ]
            return words.compactMap { $0 }.joined(separator: " ")
        }
    }

    private func payload(_ event: StoreEvent) throws -> NotificationPayload? {
        guard let notification = try store.signedNotification(for: event) else { return nil }
        let payload = try NotificationPayload(jsonData: verified(notification.signedPayload))
        #expect(payload.notificationUUID == notification.notificationUUID)
        #expect(payload.notificationType == notification.type)
        #expect(payload.subtype == notification.subtype)
        #expect(payload.signedDate == notification.date)
        return payload
    }

    private func verified(_ compact: String) throws -> Data {
        try JWSVerifier(policy: TestAuthority.policy).verify(compact).payload
    }

    private func days(_ count: Double) throws { try store.advance(by: count * 86_400) }

    @Test("A subscription's life is told as Apple tells it")
    func subscriptionLife() throws {
        let chain = try store.buy(productID: SampleShop.posy, account: customer).originalTransactionID
        #expect(try story() == ["SUBSCRIBED INITIAL_BUY 1"])
        try days(7)
        #expect(try story() == ["DID_RENEW 1"])
        try store.setRenewalProduct(SampleShop.bouquet, originalTransactionID: chain)
        #expect(try story() == ["DID_CHANGE_RENEWAL_PREF UPGRADE 1"])
        try store.setRenewalProduct(SampleShop.posy, originalTransactionID: chain)
        #expect(try story() == ["DID_CHANGE_RENEWAL_PREF DOWNGRADE 1"])
        try store.setRenewalProduct(SampleShop.bouquet, originalTransactionID: chain)
        #expect(try story() == ["DID_CHANGE_RENEWAL_PREF 1"])
        try store.setAutoRenew(false, originalTransactionID: chain)
        #expect(try story() == ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED 1"])
        try store.setAutoRenew(true, originalTransactionID: chain)
        #expect(try story() == ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED 1"])
        try store.setAutoRenew(false, originalTransactionID: chain)
        try days(40)
        #expect(try story() == ["DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED 1", "EXPIRED VOLUNTARY 2"])
        try store.buy(productID: SampleShop.posy, account: customer)
        #expect(try story() == ["SUBSCRIBED RESUBSCRIBE 1"])
        let latest = try store.subscription(chain).latestTransactionID
        try store.refund(transactionID: latest)
        #expect(try story() == ["REFUND 5", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED 5"])
        try store.reverseRefund(transactionID: latest)
        #expect(try story() == ["REFUND_REVERSED 1"])
    }

    @Test("A failed renewal is told with and without grace period")
    func billing() throws {
        let chain = try store.buy(productID: SampleShop.posy, account: customer).originalTransactionID
        try store.updateSettings {
            $0.billingRetryOnRenewalEnabled = true
            $0.billingGracePeriodEnabled = true
        }
        _ = try story()
        try days(7)
        #expect(try story() == ["DID_FAIL_TO_RENEW GRACE_PERIOD 4"])
        try days(17)
        #expect(try story() == ["GRACE_PERIOD_EXPIRED 3"])
        try store.resolveBilling(originalTransactionID: chain)
        #expect(try story() == ["DID_RENEW BILLING_RECOVERY 1"])
        try store.updateSettings { $0.billingGracePeriodEnabled = false }
        try days(40)
        #expect(try story() == ["DID_FAIL_TO_RENEW 3"])
        try days(60)
        #expect(try story() == ["EXPIRED BILLING_RETRY 2"])
    }

    @Test(
        "Other purchases are told once, without status and renewal information",
        arguments: [
            (SampleShop.seeds, ProductType.consumable), (SampleShop.greenhouse, .nonConsumable),
            (SampleShop.season, .nonRenewingSubscription),
        ]
    )
    func oneTimeCharge(product: String, type: ProductType) throws {
        let bought = try store.buy(productID: product, account: customer)
        let event = try #require(events.withLock { $0.last })
        let payload = try #require(try payload(event))
        #expect(payload.notificationType == .oneTimeCharge)
        #expect(payload.subtype == nil)
        let data = try #require(payload.data)
        #expect(data.status == nil)
        #expect(data.signedRenewalInfo == nil)
        let transaction = try TransactionPayload(jsonData: verified(try #require(data.signedTransactionInfo)))
        #expect(transaction.transactionID == bought.transactionID)
        #expect(transaction.type == type)
        try store.refund(transactionID: bought.transactionID)
        #expect(try story() == ["ONE_TIME_CHARGE", "REFUND"])
    }

    @Test("The payload has what Apple's has, and names the app's number only in production")
    func content() throws {
        for environment in [AppStoreEnvironment.sandbox, .production] {
            let store = try SampleShop.open(environment: environment)
            let events = Locked<[StoreEvent]>([])
            let observation = store.observe { event in events.withLock { $0.append(event) } }
            let bought = try store.buy(productID: SampleShop.posy, account: customer)
            observation.cancel()
            let event = try #require(events.withLock { $0.first })
            let notification = try #require(try store.signedNotification(for: event))
            let payload = try NotificationPayload(jsonData: verified(notification.signedPayload))
            #expect(
                payload.json.keys == [
                    "notificationType", "subtype", "notificationUUID", "data", "version", "signedDate",
                ]
            )
            #expect(payload.version == "2.0")
            #expect(UUID(uuidString: try #require(payload.notificationUUID)) != nil)
            let data = try #require(payload.data)
            #expect(data.appAppleID == (environment == .production ? 1_234_567_890 : nil))
            #expect(data.bundleID == "com.example.flowershop")
            #expect(data.bundleVersion == "3")
            #expect(data.environment == environment)
            let transaction = try TransactionPayload(jsonData: verified(try #require(data.signedTransactionInfo)))
            #expect(transaction.transactionID == bought.transactionID)
            #expect(transaction.environment == environment)
            #expect(transaction.bundleID == "com.example.flowershop")
            let renewal = try RenewalInfoPayload(jsonData: verified(try #require(data.signedRenewalInfo)))
            #expect(renewal.originalTransactionID == bought.originalTransactionID)
            #expect(renewal.autoRenewStatus == .on)
        }
    }

    @Test("Signed later, a notification still tells what was true when it happened, under the same identifier")
    func snapshot() throws {
        let bought = try store.buy(productID: SampleShop.posy, account: customer)
        let event = try #require(events.withLock { $0.first })
        let early = try #require(try store.signedNotification(for: event))
        try days(3)
        try store.refund(transactionID: bought.transactionID)
        let late = try #require(try payload(event))
        #expect(late.notificationUUID == early.notificationUUID)
        #expect(late.signedDate == TestAuthority.signingDate)
        #expect(late.data?.status == .active)
        let signed = try #require(late.data?.signedTransactionInfo)
        let transaction = try TransactionPayload(jsonData: verified(signed))
        #expect(transaction.revocationDate == nil)
        #expect(transaction.signedDate == TestAuthority.signingDate)
        #expect(try story().count == 3)
    }

    @Test("Every notification has an identifier of its own, and events that Apple would not report make none")
    func identifiers() throws {
        try store.createAccount(id: "iris")
        let bought = try store.buy(productID: SampleShop.posy, account: customer)
        try store.finish(transactionID: bought.transactionID)
        try days(100)
        let all = events.withLock { $0 }
        let made = try all.compactMap { try store.signedNotification(for: $0) }
        // The purchase and four renewals.
        #expect(made.count == 5)
        #expect(made.count < all.count)
        #expect(Set(made.map(\.notificationUUID)).count == made.count)
        #expect(made.map(\.date) == made.map(\.date).sorted())
    }
}
