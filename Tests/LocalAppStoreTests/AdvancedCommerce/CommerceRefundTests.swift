import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What is paid back of Advanced Commerce")
struct CommerceRefundTests {
    private var shop: CommerceShop
    private let bought: StoreTransaction
    private var id: String { bought.transactionID }

    init() throws {
        shop = try CommerceShop()
        bought = try shop.subscriber()
        try shop.engine.advance(to: "2026-02-14T10:00:00Z")
        _ = shop.engine.takeEvents()
    }

    private static func wish(_ sku: String, _ type: String, _ more: JSONObject = [:]) -> JSONValue {
        var json: JSONObject = [
            "SKU": .string(sku), "revoke": false, "refundReason": "FULFILLMENT_ISSUE", "refundType": .string(type),
        ]
        for (key, value) in more.members { json[key] = value }
        return .object(json)
    }

    private mutating func refund(_ wishes: JSONValue...) throws {
        try shop.engine.refundCommerce(
            transactionID: id,
            shop.body(["refundRiskingPreference": false, "items": .array(wishes)]),
            isSandbox: true
        )
    }

    @Test("A part of an item is paid back, and the customer keeps it")
    mutating func partial() throws {
        try refund(Self.wish("roses", "CUSTOM", ["refundAmount": 1_250]), Self.wish("tulips", "PRORATED"))
        #expect(shop.engine.takeNotifications() == ["REFUND"])
        let now = try shop.engine.transaction(id)
        #expect(now.revocationDate == nil)
        #expect(now.commerce?.lines.map { $0.refunds.map(\.amount) } == [[1_250], [1_500]])
        #expect(
            now.commerce?.lines.first?.refunds.first?.json == [
                "refundAmount": 1_250, "refundReason": "FULFILLMENT_ISSUE", "refundType": "CUSTOM",
                "refundDate": .number(JSONNumber(shop.engine.now.millisecondsSince1970)),
            ]
        )
        try refund(Self.wish("roses", "FULL"))
        #expect(try shop.engine.transaction(id).commerce?.lines.first?.refunds.map(\.amount) == [1_250, 3_750])
    }

    @Test("An item that is revoked is not renewed; when all are, the transaction is")
    mutating func revoked() throws {
        try refund(Self.wish("tulips", "FULL", ["revoke": true]))
        #expect(try shop.engine.transaction(id).commerce?.lines.map(\.revocationDate) == [nil, shop.engine.now])
        #expect(try shop.plan(bought).lines.map(\.item.sku) == ["roses"])
        #expect(try shop.engine.subscription(id).status == .active)
        _ = shop.engine.takeEvents()
        try refund(Self.wish("roses", "CUSTOM", ["revoke": true, "refundAmount": 1_000]))
        #expect(shop.engine.takeNotifications() == ["REFUND", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
        let now = try shop.engine.transaction(id)
        #expect(now.revocationDate == shop.engine.now && now.revocationReason == .issueInApp)
        #expect(now.revocationPercentage == 50_000, "4 of 8")
        #expect(try shop.engine.subscription(id).status == .revoked)
        try shop.engine.reverseRefund(transactionID: id)
        #expect(try shop.engine.transaction(id).commerce?.refunded == 0)
        #expect(try shop.engine.transaction(id).commerce?.isWhollyRevoked == false)
    }

    @Test("A subscription of which nothing is left ends while its charge is retried, and all that is told says so")
    mutating func revokedInRetry() throws {
        try shop.engine.advance(to: "2026-03-01T10:00:00Z")
        let latest = try shop.latest(bought).transactionID
        try refund(Self.wish("roses", "FULL", ["revoke": true]))
        try shop.engine.handle(.setAccountRules(account: Shop.flora, AccountRules(renewalChargesFail: true)))
        try shop.engine.advance(to: "2026-04-01T10:00:00Z")
        #expect(latest != id)
        #expect(try shop.engine.subscription(id).status == .billingRetryPeriod)
        _ = shop.engine.takeEvents()
        let rest = shop.body([
            "refundRiskingPreference": false, "items": [Self.wish("tulips", "FULL", ["revoke": true])],
        ])
        try shop.engine.refundCommerce(transactionID: latest, rest, isSandbox: true)
        let told = shop.engine.takeEvents().filter { $0.notification != nil }
        #expect(told.map(\.name) == [.refunded, .autoRenewChanged, .expired])
        #expect(told.map(\.subscription?.expirationIntent) == Array(repeating: .customerCancelled, count: 3))
        #expect(try shop.engine.subscription(id).status == .expired)
    }

    @Test("A revoked subscription ends now, and is paid back in full or for the rest", arguments: ["FULL", "PRORATED"])
    mutating func revocation(type: String) throws {
        let body = shop.body([
            "refundRiskingPreference": true, "refundType": .string(type), "refundReason": "LEGAL",
        ])
        try shop.engine.revokeCommerce(transactionID: id, body, isSandbox: true)
        #expect(shop.engine.takeNotifications() == ["REFUND", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
        let now = try shop.engine.transaction(id)
        let amounts = now.commerce?.lines.map { $0.refunds.map(\.amount) }
        #expect(amounts == (type == "FULL" ? [[5_000], [3_000]] : [[2_500], [1_500]]))
        #expect(now.revocationPercentage == (type == "FULL" ? nil : 50_000))
        #expect(try shop.engine.subscription(id).status == .revoked)
        let again = shop.body(["refundRiskingPreference": true, "refundType": "FULL", "refundReason": "LEGAL"])
        shop.expectRefusal(4_000_186) { [id] in try $0.revokeCommerce(transactionID: id, again, isSandbox: true) }
        let late = shop.body(["refundRiskingPreference": true, "items": [Self.wish("roses", "FULL")]])
        shop.expectRefusal(4_030_021) { [id] in try $0.refundCommerce(transactionID: id, late, isSandbox: true) }
    }

    @Test("A refusal is simulated for all items, in the sandbox")
    mutating func declined() throws {
        let simulated: JSONObject = ["refundReason": "SIMULATE_REFUND_DECLINE"]
        try refund(Self.wish("roses", "FULL", simulated), Self.wish("tulips", "FULL", simulated))
        #expect(shop.engine.takeNotifications() == ["REFUND_DECLINED"])
        #expect(try shop.engine.transaction(id).commerce?.refunded == 0)
        let part = shop.body([
            "refundRiskingPreference": true,
            "items": [Self.wish("roses", "FULL", simulated), Self.wish("tulips", "FULL")],
        ])
        shop.expectRefusal(4_000_184) { [id] in try $0.refundCommerce(transactionID: id, part, isSandbox: true) }
        let whole = shop.body([
            "refundRiskingPreference": true, "refundType": "FULL", "refundReason": "SIMULATE_REFUND_DECLINE",
        ])
        shop.expectRefusal(4_000_158) { [id] in try $0.revokeCommerce(transactionID: id, whole, isSandbox: false) }
    }

    @Test("A customer's refund of the whole marks the items, too")
    mutating func ordinary() throws {
        try shop.engine.refund(transactionID: id, reason: .other)
        let lines = try #require(try shop.engine.transaction(id).commerce?.lines)
        #expect(lines.map { $0.refunds.map(\.amount) } == [[5_000], [3_000]])
        #expect(lines.allSatisfy { $0.revocationDate == shop.engine.now })
    }

    private static let refusals: [(Int, JSONValue)] = [
        (4_000_105, wish("roses", "FULL", ["SKU": nil])), (4_040_016, wish("x", "FULL")),
        (4_000_157, wish("roses", "FULL", ["refundType": nil])), (4_000_123, wish("roses", "HALF")),
        (4_000_156, wish("roses", "FULL", ["refundReason": nil])),
        (4_000_124, wish("roses", "FULL", ["refundReason": "WHIM"])),
        (4_000_000, wish("roses", "FULL", ["revoke": nil])), (4_000_153, wish("roses", "CUSTOM")),
        (4_000_154, wish("roses", "CUSTOM", ["refundAmount": -1])),
        (4_000_132, wish("roses", "CUSTOM", ["refundAmount": 5_001])),
        (4_000_132, wish("roses", "CUSTOM", ["refundAmount": "1"])),
        (4_000_155, wish("roses", "FULL", ["refundAmount": 1])),
    ]

    @Test("What does not fit is refused by its number, and nothing changes")
    mutating func refused() throws {
        for (code, wish) in Self.refusals {
            let body = shop.body(["refundRiskingPreference": true, "items": [wish]])
            shop.expectRefusal(code, "\(wish)") { [id] in
                try $0.refundCommerce(transactionID: id, body, isSandbox: true)
            }
        }
        let twice = shop.body([
            "refundRiskingPreference": true, "items": [Self.wish("roses", "FULL"), Self.wish("roses", "FULL")],
        ])
        shop.expectRefusal(4_000_194) { [id] in try $0.refundCommerce(transactionID: id, twice, isSandbox: true) }
        let silent = shop.body(["items": [Self.wish("roses", "FULL")]])
        shop.expectRefusal(4_000_159) { [id] in try $0.refundCommerce(transactionID: id, silent, isSandbox: true) }
        let seeds = try shop.engine.buy(Shop.seeds).transactionID
        let foreign = shop.body(["refundRiskingPreference": true, "items": [Self.wish("roses", "FULL")]])
        shop.expectRefusal(4_030_023) { try $0.refundCommerce(transactionID: seeds, foreign, isSandbox: true) }
        try shop.engine.advance(to: "2026-03-01T00:00:00Z")
        let old = shop.body(["refundRiskingPreference": true, "items": [Self.wish("roses", "PRORATED")]])
        shop.expectRefusal(4_000_182) { [id] in try $0.refundCommerce(transactionID: id, old, isSandbox: true) }
    }
}
