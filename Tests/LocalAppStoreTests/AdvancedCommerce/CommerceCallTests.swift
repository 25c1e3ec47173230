import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What a developer's server changes of Advanced Commerce")
struct CommerceCallTests {
    private var shop: CommerceShop
    private let bought: StoreTransaction
    private var id: String { bought.transactionID }

    init() throws {
        shop = try CommerceShop()
        bought = try shop.subscriber()
    }

    @Test("A cancelled subscription ends with its period; one that is not charged ends at once")
    mutating func cancelled() throws {
        try shop.engine.cancelCommerce(transactionID: id, shop.body())
        #expect(shop.engine.takeNotifications() == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
        try shop.engine.cancelCommerce(transactionID: id, shop.body())
        #expect(shop.engine.takeNotifications() == [], "it was cancelled already")
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(shop.engine.takeNotifications() == ["EXPIRED/VOLUNTARY"])
        let late = shop.body()
        shop.expectRefusal(4_030_015) { [id] in try $0.cancelCommerce(transactionID: id, late) }
    }

    @Test("Texts change now or with the next period, and the transaction moves to the end of the history")
    mutating func metadata() throws {
        _ = try shop.engine.buy(Shop.seeds)
        _ = shop.engine.takeEvents()
        let token = try shop.plan(bought).consistencyToken
        try shop.engine.changeCommerceMetadata(
            transactionID: id,
            shop.body([
                "descriptors": ["effective": "IMMEDIATELY", "displayName": "Blossoms"], "taxCode": "C004",
                "items": [
                    ["currentSKU": "roses", "effective": "NEXT_BILL_CYCLE", "SKU": "red-roses"],
                    ["currentSKU": "tulips", "effective": "IMMEDIATELY", "displayName": "Dutch tulips"],
                ],
            ])
        )
        #expect(shop.engine.takeNotifications() == ["METADATA_UPDATE"])
        let now = try shop.latest(bought)
        #expect(now.commerce?.descriptors == CommerceDescriptors(displayName: "Blossoms", details: "Fresh every month"))
        #expect(now.commerce?.lines.map(\.item.sku) == ["roses", "tulips"])
        #expect(now.commerce?.lines.map(\.item.displayName) == ["The roses", "Dutch tulips"])
        #expect(try shop.plan(bought).lines.map(\.item.sku) == ["red-roses", "tulips"])
        #expect(try shop.plan(bought).taxCode == "C004")
        #expect(try shop.plan(bought).consistencyToken != token)
        let page = shop.engine.history(account: Shop.flora, isAscending: true, after: nil, size: 9) { _ in true }
        #expect(page.transactions.last?.transactionID == id)
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try shop.latest(bought).commerce?.lines.map(\.item.sku) == ["red-roses", "tulips"])
    }

    @Test("A lower price waits for the next period only; a higher one for the customer, too")
    mutating func prices() throws {
        try shop.engine.changeCommercePrice(
            transactionID: id,
            shop.body(["items": [["SKU": "tulips", "price": 2_000]]])
        )
        #expect(shop.engine.takeNotifications() == ["PRICE_CHANGE"])
        #expect(try shop.latest(bought).price.amount == 8)
        try shop.engine.changeCommercePrice(
            transactionID: id,
            shop.body(["items": [["SKU": "roses", "price": 6_000, "dependentSKUs": ["tulips"]]], "currency": "USD"])
        )
        let chain = try shop.engine.subscription(id)
        let higher = StorePrice(thousandths: 8_000, currency: "USD")
        #expect(chain.priceIncrease == PriceIncrease(price: higher, isAccepted: false))
        let roses = chain.commerce?.json(chain.priceIncrease).objects("items").first
        #expect(
            roses?["priceIncreaseInfo"] == ["status": "PENDING", "price": 6_000, "dependentSKUs": ["tulips"]]
        )
        #expect(roses?["price"] == 5_000)
        let more = shop.body(["items": [["SKU": "roses", "price": 7_000]]])
        shop.expectRefusal(4_000_205) { [id] in try $0.changeCommercePrice(transactionID: id, more) }
        try shop.engine.answerPriceIncrease(originalTransactionID: id, accepts: true)
        #expect(shop.engine.takeNotifications() == ["PRICE_CHANGE", "PRICE_INCREASE/ACCEPTED"])
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try shop.latest(bought).price.amount == 8)
        #expect(try shop.latest(bought).commerce?.lines.map(\.item.price) == [6_000, 2_000])
        #expect(try shop.engine.subscription(id).priceIncrease == nil)
    }

    @Test("Who does not answer loses the subscription; who declines keeps it until the end, at the old price")
    mutating func unanswered() throws {
        let rise: JSONObject = ["items": [["SKU": "roses", "price": 6_000]]]
        var other = shop
        try shop.engine.changeCommercePrice(transactionID: id, shop.body(rise))
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(shop.engine.takeNotifications() == ["PRICE_CHANGE", "EXPIRED/PRICE_INCREASE"])
        try other.engine.changeCommercePrice(transactionID: id, other.body(rise))
        try other.engine.answerPriceIncrease(originalTransactionID: id, accepts: false)
        try other.engine.setAutoRenew(true, originalTransactionID: id)
        try other.engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(try other.latest(bought).price.amount == 8)
    }

    @Test("A subscription moves to the own catalogue with its price, and renews the generic product")
    mutating func migrated() throws {
        let ordinary = try shop.engine.buy(Shop.bouquet)
        _ = shop.engine.takeEvents()
        try shop.engine.migrateToCommerce(transactionID: ordinary.transactionID, shop.body(Self.migration))
        #expect(shop.engine.takeNotifications() == ["MIGRATION"])
        let now = try shop.engine.transaction(ordinary.transactionID)
        #expect(now.price == ordinary.price && now.productID == Shop.bouquet)
        #expect(now.commerce?.lines.map(\.item.price) == [12_990, 0])
        #expect(try shop.engine.subscription(ordinary.transactionID).autoRenewProductID == Shop.posy)
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        let renewal = try shop.latest(ordinary)
        #expect(renewal.productID == Shop.posy && renewal.price == ordinary.price)
        #expect(renewal.commerce?.lines.map(\.item.sku) == ["bouquets"])
        let again = shop.body(Self.migration)
        shop.expectRefusal(4_000_176) { try $0.migrateToCommerce(transactionID: ordinary.transactionID, again) }
    }

    static let migration: JSONObject = [
        "descriptors": ["displayName": "Flowers", "description": "The club"], "taxCode": "C003",
        "targetProductId": .string(Shop.posy), "renewalItems": [CommerceShop.item("bouquets")],
        "items": [CommerceShop.item("bouquets"), CommerceShop.item("ribbons")],
    ]

    @Test("It is all in a snapshot, in the log, and can be taken back")
    mutating func kept() throws {
        var twin = try CommerceShop().engine
        var fresh = try CommerceShop()
        let own = try fresh.purchase(
            fresh.creation(CommerceShop.item("roses", price: 5_000), CommerceShop.item("tulips", price: 3_000))
        )
        let rise = fresh.body(["items": [["SKU": "roses", "price": 6_000]]])
        var events = fresh.engine.takeEvents()
        let before = fresh.engine
        fresh.engine.beginChange()
        try fresh.engine.changeCommercePrice(transactionID: own.transactionID, rise)
        fresh.engine.undoChange()
        #expect(fresh.engine == before)
        try fresh.engine.changeCommercePrice(transactionID: own.transactionID, rise)
        try fresh.engine.refundCommerce(
            transactionID: own.transactionID,
            fresh.body([
                "refundRiskingPreference": true,
                "items": [["SKU": "tulips", "revoke": true, "refundReason": "OTHER", "refundType": "FULL"]],
            ]),
            isSandbox: true
        )
        let snapshot = try fresh.engine.snapshot()
        #expect(try StoreEngine(snapshot: snapshot, configuration: OfferShop.configuration()) == fresh.engine)
        events += fresh.engine.takeEvents()
        for event in events {
            let data = try JSONEncoder().encode(event)
            twin.replay(try JSONDecoder().decode(StoreEvent.self, from: data))
        }
        #expect(twin == fresh.engine)
    }
}
