import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("A customer changes a subscription of Advanced Commerce")
struct CommerceModificationTests {
    private var shop: CommerceShop
    private let bought: StoreTransaction

    init() throws {
        shop = try CommerceShop()
        bought = try shop.subscriber()
    }

    private mutating func modification(_ members: JSONObject) -> JSONObject {
        var body = shop.body(members)
        body["operation"] = "MODIFY_SUBSCRIPTION"
        body["version"] = "1"
        if body["transactionId"] == nil { body["transactionId"] = .string(bought.transactionID) }
        if body["retainBillingCycle"] == nil { body["retainBillingCycle"] = true }
        return body
    }

    private static func change(
        _ current: String,
        to sku: String,
        price: Int64,
        _ effective: String,
        _ more: JSONObject = [:]
    ) -> JSONValue {
        var json = CommerceShop.item(sku, price: price).object ?? [:]
        json["currentSKU"] = .string(current)
        json["effective"] = .string(effective)
        json["reason"] = "UPGRADE"
        for (key, value) in more.members { json[key] = value }
        return .object(json)
    }

    @Test("An item is added for the rest of the period; the day of renewal stays")
    mutating func added() throws {
        try shop.engine.advance(to: "2026-02-14T10:00:00Z")
        let vase = CommerceShop.item("vase", price: 2_800)
        let latest = try shop.purchase(modification(["addItems": [vase]]))
        #expect(shop.engine.takeNotifications() == ["DID_CHANGE_RENEWAL_PREF/UPGRADE"])
        #expect(latest.expiresDate == bought.expiresDate)
        #expect(latest.price.amount == Decimal(1_400) / 1_000, "half of the period is left")
        #expect(latest.commerce?.lines.map(\.item.sku) == ["roses", "tulips", "vase"])
        #expect(try shop.engine.transaction(bought.transactionID).isUpgraded)
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try shop.latest(bought).price.amount == Decimal(10_800) / 1_000)
    }

    @Test("A new period begins at once, and what is left of the old one is paid back")
    mutating func reset() throws {
        try shop.engine.advance(to: "2026-02-14T10:00:00Z")
        let change = Self.change("roses", to: "orchids", price: 9_000, "IMMEDIATELY")
        let latest = try shop.purchase(modification(["changeItems": [change], "retainBillingCycle": false]))
        #expect(latest.price.amount == 12 && latest.purchaseDate == shop.engine.now)
        #expect(latest.expiresDate == Shop.date("2026-03-14T10:00:00Z"))
        let old = try shop.engine.transaction(bought.transactionID)
        #expect(old.isUpgraded && old.proratedRefund?.amount == 4)
        #expect(old.commerce?.lines.map { $0.refunds.map(\.amount) } == [[2_500], [1_500]])
        #expect(old.commerce?.lines.first?.refunds.first?.reason == "MODIFY_ITEMS_REFUND")
    }

    @Test("What begins later, and what is removed, changes the renewals only")
    mutating func later() throws {
        let change = Self.change("roses", to: "daisies", price: 1_000, "NEXT_BILL_CYCLE", ["reason": "DOWNGRADE"])
        let latest = try shop.purchase(modification(["changeItems": [change], "removeItems": [["SKU": "tulips"]]]))
        #expect(latest.transactionID == bought.transactionID)
        #expect(shop.engine.takeNotifications() == ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"])
        #expect(latest.commerce?.lines.map(\.item.sku) == ["roses", "tulips"])
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try shop.latest(bought).commerce?.lines.map(\.item.sku) == ["daisies"])
        #expect(try shop.latest(bought).price.amount == 1)
    }

    @Test("The period changes with the prices for it")
    mutating func period() throws {
        let changes: JSONValue = [
            Self.change("roses", to: "roses", price: 50_000, "NEXT_BILL_CYCLE"),
            Self.change("tulips", to: "tulips", price: 30_000, "NEXT_BILL_CYCLE"),
        ]
        try shop.purchase(
            modification([
                "changeItems": changes, "periodChange": ["effective": "NEXT_BILL_CYCLE", "period": "P1Y"],
            ])
        )
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        let latest = try shop.latest(bought)
        #expect(latest.price.amount == 80 && latest.commerce?.json["period"] == "P1Y")
        #expect(latest.expiresDate == Shop.date("2027-02-28T10:00:00Z"))
    }

    /// Number, and the members of the request.
    private static let refusals: [(Int, JSONObject)] = [
        (4_000_110, ["retainBillingCycle": nil]), (4_000_085, ["transactionId": nil]),
        (4_040_010, ["transactionId": "1"]), (4_000_139, [:]),
        (4_000_144, ["removeItems": [["SKU": "tulips"]]]),
        (4_000_140, ["periodChange": ["effective": "NEXT_BILL_CYCLE", "period": "P1Y"]]),
        (4_000_130, ["periodChange": ["effective": "NEXT_BILL_CYCLE", "period": "P9M"]]),
        (4_000_114, ["addItems": [CommerceShop.item("roses", price: 1)]]),
        (4_000_143, ["addItems": [CommerceShop.item("x", price: 1), CommerceShop.item("x", price: 1)]]),
        (4_000_145, ["addItems": [CommerceShop.item("x", price: 1)], "removeItems": [["SKU": "y"]]]),
        (4_000_146, ["changeItems": [change("x", to: "y", price: 1, "IMMEDIATELY")]]),
        (4_000_169, ["changeItems": [CommerceShop.item("y", price: 1)]]),
        (4_000_111, ["changeItems": [change("roses", to: "y", price: 1, "SOON")]]),
        (4_000_095, ["changeItems": [change("roses", to: "y", price: 1, "IMMEDIATELY", ["reason": nil])]]),
        (4_000_125, ["changeItems": [change("roses", to: "y", price: 1, "IMMEDIATELY", ["reason": "WHIM"])]]),
        (4_000_091, ["changeItems": [change("roses", to: "y", price: 1, "IMMEDIATELY", ["proratedPrice": -1])]]),
        (4_000_222, ["changeItems": [change("roses", to: "y", price: 1, "NEXT_BILL_CYCLE", ["proratedPrice": 1])]]),
        (
            4_000_151,
            [
                "retainBillingCycle": false,
                "changeItems": [change("roses", to: "y", price: 1, "IMMEDIATELY", ["proratedPrice": 1])],
            ]
        ),
        (4_000_178, ["changeItems": [change("roses", to: "roses", price: 1, "NEXT_BILL_CYCLE")]]),
        (
            4_000_148,
            ["retainBillingCycle": false, "changeItems": [change("roses", to: "y", price: 1, "NEXT_BILL_CYCLE")]]
        ),
        (
            4_000_141,
            [
                "addItems": [CommerceShop.item("x", price: 1)],
                "periodChange": ["effective": "IMMEDIATELY", "period": "P1Y"],
            ]
        ),
        (
            4_000_142,
            [
                "addItems": [CommerceShop.item("x", price: 1)],
                "periodChange": ["effective": "NEXT_BILL_CYCLE", "period": "P1Y"],
            ]
        ),
        (
            4_000_149,
            [
                "retainBillingCycle": false, "changeItems": [change("roses", to: "y", price: 1, "NEXT_BILL_CYCLE")],
                "periodChange": ["effective": "IMMEDIATELY", "period": "P1Y"],
            ]
        ),
        (4_000_165, ["descriptors": ["effective": "IMMEDIATELY"]]), (4_000_172, ["operation": "SELL"]),
    ]

    @Test("What does not fit is refused by its number, and nothing changes")
    mutating func refused() throws {
        for (code, members) in Self.refusals {
            var body = modification(members)
            for (key, value) in members.members { body[key] = value }
            shop.expectRefusal(code, "\(members)") { engine in
                try engine.purchaseCommerce(body, productID: Shop.posy, account: Shop.flora)
            }
        }
    }

    @Test("Only the owner changes it, under its product, while nothing is to be answered")
    mutating func state() throws {
        let add = modification(["addItems": [CommerceShop.item("x", price: 1)]])
        try shop.engine.createAccount(id: "iris")
        shop.expectRefusal(4_030_013) { try $0.purchaseCommerce(add, productID: Shop.posy, account: "iris") }
        shop.expectRefusal(4_000_121) { try $0.purchaseCommerce(add, productID: Shop.bouquet, account: Shop.flora) }
        let prices = shop.body(["items": [["SKU": "roses", "price": 6_000]]])
        try shop.engine.changeCommercePrice(transactionID: bought.transactionID, prices)
        shop.expectRefusal(4_000_214) { try $0.purchaseCommerce(add, productID: Shop.posy, account: Shop.flora) }
        try shop.engine.expire(originalTransactionID: bought.transactionID)
        shop.expectRefusal(4_030_015) { try $0.purchaseCommerce(add, productID: Shop.posy, account: Shop.flora) }
    }
}
