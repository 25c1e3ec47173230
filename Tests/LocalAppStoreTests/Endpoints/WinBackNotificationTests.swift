import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("Win-back offers in what is signed")
struct WinBackNotificationTests {
    private func store() throws -> LocalAppStore {
        let store = LocalAppStore(
            configuration: try OfferShop.configuration(),
            app: Shop.app,
            authority: try Shop.authority.get(),
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 7
        )
        try store.createAccount(id: Shop.flora)
        return store
    }

    private func renewalInfo(in notification: SignedNotification?) throws -> JSONObject {
        let signed = try #require(notification).signedPayload
        let data = try JSONValue(parsing: JWSText.payload(signed)).object?[object: "data"]
        let inner = try #require(data?[string: "signedRenewalInfo"])
        return try #require(try JSONValue(parsing: JWSText.payload(inner)).object)
    }

    @Test("The notification of an end names the offers that the status names at the same moment")
    func expired() throws {
        let store = try store()
        let id = try store.buy(productID: Shop.posy, account: Shop.flora).transactionID
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try store.expire(originalTransactionID: id)
        observation.cancel()
        let event = try #require(heard.events.last { $0.notification?.type == .expired })
        let told = try renewalInfo(in: try store.signedNotification(for: event))
        let status = try store.renewalInfoPayload(id).json
        #expect(told["eligibleWinBackOfferIds"] == ["return"])
        #expect(told["eligibleWinBackOfferIds"] == status["eligibleWinBackOfferIds"])
        // Back again, what was true at the end does not change.
        try store.buy(productID: Shop.posy, account: Shop.flora)
        #expect(try store.renewalInfoPayload(id).json["eligibleWinBackOfferIds"] == nil)
    }

    @Test("While there is something to renew nobody is won back")
    func live() throws {
        let store = try store()
        let id = try store.buy(productID: Shop.posy, account: Shop.flora).transactionID
        #expect(try store.renewalInfoPayload(id).json["eligibleWinBackOfferIds"] == nil)
        try store.expire(originalTransactionID: id)
        let report = try store.cause(NotificationCause(.metadataUpdate, account: Shop.flora))
        let commerce = try #require(store.subscriptions(account: Shop.flora).first { $0.advancedCommerceInfo != nil })
        #expect(!report.notifications.isEmpty)
        #expect(commerce.isLive)
        #expect(try store.renewalInfoPayload(commerce.id).json["eligibleWinBackOfferIds"] == nil)
        #expect(try store.renewalInfoPayload(id).json["eligibleWinBackOfferIds"] == nil)
        #expect(store.eligibleWinBackOfferIDs(account: Shop.flora, groupID: commerce.groupID) == [])
    }
}
