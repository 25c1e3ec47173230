import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("RevenueCat's subscriber object, after several statements", .timeLimit(.minutes(15)))
struct RevenueCatStatementTests {
    private static let start = TestAuthority.signingDate

    private static func text(_ date: Date) -> JSONValue { .string(RFC3339.string(from: date)) }

    @Test("A price and a trial stay known, though a later receipt is silent about them")
    func silence() async throws {
        try await RevenueCatCaller.with { caller in
            let pro = try SignedSample.transaction {
                $0.transactionID = "1000"
                $0.originalTransactionID = "1000"
                $0.productID = "com.example.app.pro"
                $0.type = .nonConsumable
                $0.expiresDate = nil
                $0.json["price"] = 9990
                $0.json["currency"] = "EUR"
            }
            let monthly = try SignedSample.transaction { $0.json["offerDiscountType"] = "FREE_TRIAL" }
            for transaction in [pro, monthly] { #expect(try await caller.buy(signed: transaction).status < 300) }
            caller.world.advance(days: 1)
            caller.world.store.set(caller.world.answer())
            let answer = try await caller.buy()
            let bought = answer.subscriber[object: "non_subscriptions"]?[array: "com.example.app.pro"]
            let price = JSONValue.number(try #require(JSONNumber(text: "9.99")))
            #expect(bought?.count == 1)
            #expect(bought?.first?.object?["price"] == ["amount": price, "currency": "EUR"])
            let row = answer.subscriber[object: "subscriptions"]?[object: "com.example.app.monthly"]
            #expect(row?["period_type"] == "trial")
        }
    }

    @Test("A grant of a level gives those below it, where levels have an order, as our own answer says")
    func orderedLevels() async throws {
        let levels = try LevelCatalogue(
            [.init("basic", productIDs: ["com.example.app.monthly"]), .init("pro"), .init("gold")],
            isOrdered: true
        )
        try await RevenueCatCaller.with({ $0.customers.levels = levels }) { caller in
            let path = "/subscribers/flora/entitlements/pro"
            let given = try await caller.post(path + "/promotional", ["duration": "weekly"], as: caller.backend)
            #expect(given.status == 201)
            #expect(given.activeEntitlements == ["basic", "pro"])
            let basic = given.subscriber[object: "entitlements"]?[object: "basic"]
            #expect(basic?["product_identifier"] == "rc_promo_pro_weekly")
            #expect(basic?["expires_date"] == Self.text(Self.start + 7 * 86_400))
            let own = try await caller.client.get("/v1/customers/flora", headers: caller.headers(caller.backend))
            let names = own.json[array: "levels"]?.compactMap { $0.object?[string: "level"] }
            #expect(Set(names ?? []) == given.activeEntitlements)
            // What is bought lasts longer, and is what gives the level then.
            try await caller.buy()
            caller.world.advance(days: 1)
            let revoked = try await caller.post(path + "/revoke_promotionals", [:], as: caller.backend)
            #expect(revoked.activeEntitlements == ["basic"])
            let bought = revoked.subscriber[object: "entitlements"]?[object: "basic"]
            #expect(bought?["product_identifier"] == "com.example.app.monthly")
        }
    }

    @Test("What is said of renewal is about the product of the last period, not about one that it replaced")
    func replaced() async throws {
        try await RevenueCatCaller.with { caller in
            #expect(try await caller.buy(signed: try SignedSample.transaction()).status == 201)
            caller.world.advance(days: 3)
            let date = caller.world.now
            let replaced = try SignedSample.transaction(signed: date) { $0.isUpgraded = true }
            #expect(try await caller.buy(signed: replaced).status == 200)
            caller.world.advance(days: 1)
            let upgrade = try SignedSample.transaction(1, signed: date) {
                $0.productID = "com.example.app.gold"
                $0.purchaseDate = date
                $0.expiresDate = date + 30 * 86_400
            }
            try await caller.notify(
                {
                    $0.productID = "com.example.app.gold"
                    $0.autoRenewProductID = "com.example.app.gold"
                    $0.autoRenewStatus = .off
                },
                of: upgrade
            )
            let answer = try await caller.get("/subscribers/flora", as: caller.app)
            let subscriptions = answer.subscriber[object: "subscriptions"]
            let gold = subscriptions?[object: "com.example.app.gold"]
            #expect(gold?["unsubscribe_detected_at"] == Self.text(Self.start + 4 * 86_400))
            #expect(subscriptions?[object: "com.example.app.monthly"]?["unsubscribe_detected_at"] == .null)
            #expect(answer.activeEntitlements == ["gold"])
        }
    }
}
