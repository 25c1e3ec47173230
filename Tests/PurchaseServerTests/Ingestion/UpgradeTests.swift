import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("An upgrade that is told of by halves", .timeLimit(.minutes(15)))
struct UpgradeTests {
    /// A receipt with a plan that a higher one has replaced: cancelled when that began.
    private static func receipt() throws -> Data {
        let upgradedDate = TestAuthority.signingDate - 100
        var lower = SampleReceipt.subscription
        lower.purchaseDate = upgradedDate - 86_400
        lower.expiresDate = upgradedDate + 29 * 86_400
        lower.cancellationDate = upgradedDate
        lower.isTrialPeriod = false
        var higher = SampleReceipt.subscription
        (higher.productID, higher.transactionID) = ("com.example.app.yearly", "2002")
        higher.purchaseDate = upgradedDate
        higher.expiresDate = upgradedDate + 365 * 86_400
        higher.webOrderLineItemID = 3_001
        higher.isTrialPeriod = false
        return try SampleReceipt.signed { $0.inAppPurchases = [lower, higher] }
    }

    @Test("A server that takes a receipt's own word reads it as the app on the device does")
    func ownWord() async throws {
        var world = try World()
        world.configuration.sharedSecret = nil
        world.store.set(.status(21004))
        try await world.test { client, _ in
            let answer = try await client.upload(try Self.receipt(), for: "alice")
            #expect(answer.status == 200)
            #expect(answer.entitlement("monthly")?[string: "state"] == "upgraded")
            #expect(answer.entitlement("yearly")?[string: "state"] == "active")
        }
    }

    @Test("RevenueCat's interface dates no refund of a plan that was replaced")
    func refundedAt() async throws {
        let receipt = try Self.receipt().base64EncodedString()
        try await RevenueCatCaller.with({ $0.sharedSecret = nil }) { caller in
            caller.world.store.set(.status(21004))
            let answer = try await caller.post(
                "/receipts",
                ["app_user_id": "flora", "fetch_token": .string(receipt)],
                as: caller.app,
                RevenueCatCaller.onPhone
            )
            let subscriptions = try #require(answer.subscriber[object: "subscriptions"])
            let monthly = try #require(subscriptions[object: "com.example.app.monthly"])
            #expect(monthly["refunded_at"] == .null)
            #expect(subscriptions[object: "com.example.app.yearly"]?["refunded_at"] == .null)
        }
    }

    @Test("Notifications name the new transaction only; when it is refunded, nothing is owed from the old one")
    func notifications() async throws {
        let world = try LocalStoreWorld()
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        await world.deliver()
        try world.store.advance(by: 86_400)
        let bouquet = try world.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer).transactionID
        await world.deliver()
        let upgraded = try await server.statement(of: "flora").entitlements
        #expect(upgraded.map(\.productID) == [SampleShop.bouquet, SampleShop.posy])
        #expect(upgraded.map(\.state) == [.active, .upgraded])
        try world.store.advance(by: 3_600)
        try world.store.refund(transactionID: bouquet)
        await world.deliver()
        let refunded = try await server.statement(of: "flora").entitlements
        #expect(refunded.map(\.state) == [.revoked, .upgraded])
        #expect(refunded.allSatisfy { !$0.isEntitled })
    }
}
