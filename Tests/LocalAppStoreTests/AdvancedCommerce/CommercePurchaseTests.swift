import AppStoreModels
import Crypto
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What a customer confirms of Advanced Commerce")
struct CommercePurchaseTests {
    private var shop: CommerceShop

    init() throws { shop = try CommerceShop() }

    @Test("A one-time charge sells an item of the developer's catalogue at its own price")
    mutating func oneTimeCharge() throws {
        let token = "7389a31a-fb6d-4569-a2a6-db7d85d84813"
        let body: JSONObject = [
            "operation": "CREATE_ONE_TIME_CHARGE", "version": "1", "currency": "USD", "taxCode": "C003-00-2",
            "storefront": "USA", "item": CommerceShop.item("vase", price: 12_340),
            "requestInfo": [
                "requestReferenceId": .string(CommerceShop.reference(7)), "appAccountToken": .string(token),
            ],
        ]
        let bought = try shop.purchase(body, Shop.seeds)
        #expect(bought.price == StorePrice(thousandths: 12_340, currency: "USD"))
        #expect(bought.productID == Shop.seeds && bought.productType == .consumable && bought.expiresDate == nil)
        #expect(bought.appAccountToken == UUID(uuidString: token))
        #expect(shop.engine.takeNotifications() == ["ONE_TIME_CHARGE"])
        #expect(
            bought.commerce?.json == [
                "requestReferenceId": .string(CommerceShop.reference(7)),
                "items": [CommerceShop.item("vase", price: 12_340)], "taxCode": "C003-00-2", "taxRate": "0",
                "estimatedTax": 0, "taxExclusivePrice": 12_340,
            ]
        )
        shop.expectRefusal(4_000_097, "the reference again") { engine in
            try engine.purchaseCommerce(body, productID: Shop.seeds, account: Shop.flora)
        }
    }

    @Test("A subscription renews its items by their prices, whatever the generic product costs")
    mutating func subscription() throws {
        let bought = try shop.purchase(
            shop.creation(CommerceShop.item("roses", price: 5_000), CommerceShop.item("tulips", price: 3_000))
        )
        #expect(shop.engine.takeNotifications() == ["SUBSCRIBED/INITIAL_BUY"])
        #expect(bought.price == StorePrice(thousandths: 8_000, currency: "USD"))
        #expect(bought.offer == nil, "the trial of the generic product is not the item's")
        #expect(bought.expiresDate == Shop.date("2026-02-28T10:00:00Z"))
        #expect(bought.commerce?.json["period"] == "P1M")
        #expect(bought.commerce?.json[object: "descriptors"]?["displayName"] == "Flowers")
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(shop.engine.takeNotifications() == ["DID_RENEW"])
        let renewal = try shop.latest(bought)
        #expect(renewal.price == bought.price && renewal.reason == .renewal)
        #expect(renewal.commerce?.lines.map(\.item.sku) == ["roses", "tulips"])
        #expect(renewal.commerce?.reference == bought.commerce?.reference)
    }

    @Test("A trial of all items comes first, with its own length; an offer beside others in the common period")
    mutating func offers() throws {
        let trial = CommerceShop.item("lilies", price: 4_000, offer: CommerceShop.offer("P1W", 1, price: 0))
        let first = try shop.purchase(shop.creation(trial))
        #expect(first.price.amount == 0 && first.expiresDate == Shop.date("2026-02-07T10:00:00Z"))
        let cheap = CommerceShop.item("roses", price: 5_000, offer: CommerceShop.offer("P1M", 2, price: 1_000))
        let second = try shop.purchase(shop.creation(cheap, CommerceShop.item("tulips", price: 3_000)))
        #expect(second.price.amount == 4)
        #expect(second.originalTransactionID != first.originalTransactionID, "each stands for itself")
        #expect(second.commerce?.lines.first?.item.offer?.price == 1_000)
        try shop.engine.advance(to: "2026-02-08T00:00:00Z")
        #expect(try shop.latest(first).price.amount == 4)
        #expect(try shop.latest(first).commerce?.lines.first?.item.offer == nil)
        try shop.engine.advance(to: "2026-03-02T00:00:00Z")
        #expect(try shop.latest(second).price.amount == 4, "the second cheap period")
        try shop.engine.advance(to: "2026-04-02T00:00:00Z")
        #expect(try shop.latest(second).price.amount == 8)
    }

    @Test("It stands beside a subscription that was bought in the same group, and is not shared by families")
    mutating func besideOthers() throws {
        let ordinary = try shop.engine.buy(Shop.posy)
        let bought = try shop.subscriber()
        #expect(bought.originalTransactionID != ordinary.originalTransactionID)
        #expect(try shop.engine.buy(Shop.bouquet).originalTransactionID == ordinary.originalTransactionID)
        try shop.engine.createFamily(id: "family", organizer: Shop.flora)
        try shop.engine.createAccount(id: "iris")
        try shop.engine.joinFamily(id: "family", account: "iris")
        #expect(shop.engine.subscriptions(account: "iris").allSatisfy { $0.commerce == nil })
        #expect(!shop.engine.subscriptions(account: "iris").contains { $0.productID == Shop.posy })
        for command in [
            { (engine: inout StoreEngine) throws in
                try engine.setRenewalProduct(Shop.bouquet, originalTransactionID: bought.transactionID)
            },
            { engine in
                try engine.requestPriceIncrease(
                    originalTransactionID: bought.transactionID,
                    price: 90,
                    needsConsent: true
                )
            },
        ] {
            let error = #expect(throws: StoreError.self) { try command(&shop.engine) }
            #expect(error?.code == .invalidState)
        }
    }

    @Test("A cancellation is taken back, a subscription that ended begins anew, with the items of choice")
    mutating func reactivation() throws {
        let bought = try shop.subscriber()
        let id = bought.transactionID
        let again: JSONObject = ["operation": "REACTIVATE_SUBSCRIPTION", "version": "1", "transactionId": .string(id)]
        let active = shop.body(again)
        shop.expectRefusal(4_030_011) { engine in
            try engine.purchaseCommerce(active, productID: Shop.posy, account: Shop.flora)
        }
        try shop.engine.setAutoRenew(false, originalTransactionID: id)
        _ = shop.engine.takeEvents()
        try shop.purchase(shop.body(again))
        #expect(shop.engine.takeNotifications() == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"])
        try shop.engine.expire(originalTransactionID: id)
        _ = shop.engine.takeEvents()
        var chosen = again
        chosen["items"] = [["SKU": "tulips"]]
        let returned = try shop.purchase(shop.body(chosen))
        #expect(shop.engine.takeNotifications() == ["SUBSCRIBED/RESUBSCRIBE"])
        #expect(returned.originalTransactionID == id && returned.price.amount == 3)
        #expect(try shop.plan(bought).lines.map(\.item.sku) == ["tulips"])
    }

    @Test("What a developer's server signed is believed once, with a key that counts, for this app")
    mutating func signed() throws {
        let request = shop.creation(CommerceShop.item("roses", price: 5_000))
        let claims: JSONObject = [
            "iss": "00000000-0000-4000-8000-0000000000aa", "aud": "advanced-commerce-api",
            "bid": .string(Shop.app.bundleID), "nonce": "00000000-0000-4000-8000-0000000000bb",
            "iat": .number(JSONNumber(Int64(shop.engine.now.timeIntervalSince1970))),
            "request": .string(JSONValue.object(request).jsonData.base64EncodedString()),
        ]
        func jws(_ change: (inout JSONObject) -> Void = { _ in }, kid: String = OfferShop.keyID) throws -> String {
            var claims = claims
            change(&claims)
            let header: JSONValue = ["alg": "ES256", "kid": .string(kid), "typ": "JWT"]
            let text = [header, .object(claims)].map { Self.urlSafe($0.jsonData) }.joined(separator: ".")
            return text + "." + Self.urlSafe(try OfferShop.key.signature(for: Data(text.utf8)).rawRepresentation)
        }
        let refused: [(Int, String)] = [
            (4_000_174, "a.b.c"), (4_000_174, try jws(kid: "OTHER")), (4_000_174, try jws() + "AAAA"),
            (4_000_174, try jws { $0["iat"] = 1 }), (4_000_173, try jws { $0["aud"] = "promotional-offer" }),
            (4_000_173, try jws { $0["bid"] = "com.example.other" }), (4_000_173, try jws { $0["nonce"] = "x" }),
            (4_000_171, try jws { $0["request"] = nil }), (4_000_173, try jws { $0["request"] = "e30" }),
        ]
        for (code, compact) in refused {
            shop.expectRefusal(code, compact) { engine in
                _ = try engine.useSignedCommerce(compact, account: Shop.flora)
            }
        }
        let compact = try jws()
        let read = try shop.engine.useSignedCommerce(compact, account: Shop.flora)
        #expect(read == request)
        shop.expectRefusal(4_000_174, "the nonce again") { engine in
            _ = try engine.useSignedCommerce(compact, account: Shop.flora)
        }
    }

    private static func urlSafe(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
