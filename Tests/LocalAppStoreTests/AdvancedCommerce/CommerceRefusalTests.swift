import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What Advanced Commerce refuses, by number")
struct CommerceRefusalTests {
    private var shop: CommerceShop
    private let bought: StoreTransaction

    init() throws {
        shop = try CommerceShop()
        bought = try shop.subscriber()
    }

    private static func info(_ more: JSONObject) -> JSONValue {
        var json: JSONObject = ["requestReferenceId": .string(CommerceShop.reference(99))]
        for (key, value) in more.members { json[key] = value }
        return .object(json)
    }

    /// Of every call: number, and the members of the request.
    private static let common: [(Int, JSONObject)] = [
        (4_000_079, ["requestInfo": "x"]), (4_000_080, ["requestInfo": [:]]),
        (4_000_081, ["requestInfo": info(["requestReferenceId": "x"])]),
        (4_000_081, ["requestInfo": info(["requestReferenceId": 7])]),
        (4_000_033, ["requestInfo": info(["appAccountToken": "x"])]),
        (4_000_082, ["requestInfo": info(["consistencyToken": "x"])]),
        (4_000_097, ["requestInfo": info(["requestReferenceId": .string(CommerceShop.reference(1))])]),
        (4_000_028, ["storefront": "XXX"]), (4_000_133, ["storefront": "DEU"]), (4_000_133, ["storefront": "CZE"]),
        (4_000_053, ["currency": "EUR"]),
    ]

    @Test("Each call refuses what is wrong of all requests")
    mutating func everyCall() throws {
        let id = bought.transactionID
        for (code, members) in Self.common {
            let body = shop.body(members)
            shop.expectRefusal(code, "\(members)") { try $0.cancelCommerce(transactionID: id, body) }
        }
        let ordinary = try shop.engine.buy(Shop.bouquet).transactionID
        let seeds = try shop.engine.buy(Shop.seeds).transactionID
        let body = shop.body()
        shop.expectRefusal(4_030_010) { try $0.cancelCommerce(transactionID: ordinary, body) }
        shop.expectRefusal(4_030_008) { try $0.cancelCommerce(transactionID: seeds, body) }
        let token = try shop.plan(bought).consistencyToken
        try shop.engine.cancelCommerce(
            transactionID: id,
            shop.body(["requestInfo": Self.info(["consistencyToken": .string(token)])])
        )
        #expect(try shop.engine.subscription(id).autoRenews == false)
    }

    private static let longText = JSONValue.string(String(repeating: "x", count: 200))

    private static let metadata: [(Int, JSONObject)] = [
        (4_000_115, [:]), (4_000_103, ["descriptors": 7]), (4_000_111, ["descriptors": ["displayName": "x"]]),
        (4_000_165, ["descriptors": ["effective": "IMMEDIATELY"]]),
        (4_000_118, ["descriptors": ["effective": "IMMEDIATELY", "displayName": ""]]),
        (4_000_089, ["descriptors": ["effective": "IMMEDIATELY", "displayName": longText]]),
        (4_000_119, ["descriptors": ["effective": "IMMEDIATELY", "description": ""]]),
        (4_000_088, ["descriptors": ["effective": "IMMEDIATELY", "description": longText]]),
        (4_000_127, ["taxCode": ""]), (4_000_101, ["items": 7]), (4_000_102, ["items": [7]]),
        (4_000_169, ["items": [["effective": "IMMEDIATELY", "SKU": "x"]]]),
        (4_000_122, ["items": [["currentSKU": "", "effective": "IMMEDIATELY", "SKU": "x"]]]),
        (4_000_087, ["items": [["currentSKU": "roses", "effective": "IMMEDIATELY", "SKU": longText]]]),
        (4_000_165, ["items": [["currentSKU": "roses", "effective": "IMMEDIATELY"]]]),
        (4_000_146, ["items": [["currentSKU": "x", "effective": "IMMEDIATELY", "SKU": "y"]]]),
        (4_000_114, ["items": [["currentSKU": "roses", "effective": "IMMEDIATELY", "SKU": "tulips"]]]),
        (
            4_000_194,
            [
                "items": [
                    ["currentSKU": "roses", "effective": "IMMEDIATELY", "SKU": "x"],
                    ["currentSKU": "roses", "effective": "IMMEDIATELY", "SKU": "y"],
                ]
            ]
        ),
    ]

    private static let prices: [(Int, JSONObject)] = [
        (4_000_101, [:]), (4_000_160, ["items": []]), (4_000_105, ["items": [["price": 1]]]),
        (4_000_109, ["items": [["SKU": "roses"]]]), (4_000_086, ["items": [["SKU": "roses", "price": -1]]]),
        (4_000_131, ["items": [["SKU": "roses", "price": "1"]]]),
        (4_000_131, ["items": [["SKU": "roses", "price": 1_000_000_000_000]]]),
        (4_000_131, ["items": [["SKU": "roses", "price": 5_000]]]),
        (4_000_220, ["items": [["SKU": "x", "price": 1]]]),
        (4_000_220, ["items": [["SKU": "roses", "price": 1, "dependentSKUs": ["x"]]]]),
        (4_000_122, ["items": [["SKU": "roses", "price": 1, "dependentSKUs": "tulips"]]]),
        (4_000_194, ["items": [["SKU": "roses", "price": 1], ["SKU": "roses", "price": 2]]]),
        (4_000_192, ["items": [["SKU": "roses", "price": 1, "dependentSKUs": ["tulips", "tulips"]]]]),
        (4_000_193, ["items": [["SKU": "roses", "price": 1, "dependentSKUs": ["roses"]]]]),
    ]

    @Test("Bad texts and prices are refused by their numbers, and nothing changes")
    mutating func metadataAndPrices() throws {
        let id = bought.transactionID
        for (code, members) in Self.metadata {
            let body = shop.body(members)
            shop.expectRefusal(code, "\(members)") { try $0.changeCommerceMetadata(transactionID: id, body) }
        }
        for (code, members) in Self.prices {
            let body = shop.body(members)
            shop.expectRefusal(code, "\(members)") { try $0.changeCommercePrice(transactionID: id, body) }
        }
    }

    private static let migrations: [(Int, JSONObject)] = [
        (4_000_103, ["descriptors": nil]), (4_000_106, ["descriptors": ["description": "x"]]),
        (4_000_107, ["descriptors": ["displayName": "x"]]), (4_000_101, ["items": nil]), (4_000_160, ["items": []]),
        (4_000_106, ["items": [["SKU": "x", "description": "x"]]]), (4_000_160, ["renewalItems": []]),
        (4_000_166, ["targetProductId": nil]), (4_000_167, ["targetProductId": .string(Shop.seeds)]),
        (4_000_099, ["taxCode": nil]),
    ]

    @Test("What cannot move to Advanced Commerce stays as it is")
    mutating func migration() throws {
        let ordinary = try shop.engine.buy(Shop.bouquet).transactionID
        for (code, members) in Self.migrations {
            var body = shop.body(CommerceCallTests.migration)
            for (key, value) in members.members { body[key] = value == .null ? nil : value }
            shop.expectRefusal(code, "\(members)") { try $0.migrateToCommerce(transactionID: ordinary, body) }
        }
        let body = shop.body(CommerceCallTests.migration)
        try shop.engine.requestPriceIncrease(originalTransactionID: ordinary, price: 90, needsConsent: true)
        shop.expectRefusal(4_030_027) { try $0.migrateToCommerce(transactionID: ordinary, body) }
        try shop.engine.expire(originalTransactionID: ordinary)
        shop.expectRefusal(4_030_010) { try $0.migrateToCommerce(transactionID: ordinary, body) }
    }

    private static let creations: [(Int, JSONObject)] = [
        (4_000_083, ["version": nil]), (4_000_084, ["version": "2"]), (4_000_172, ["operation": nil]),
        (4_000_098, ["currency": nil]), (4_000_099, ["taxCode": nil]), (4_000_103, ["descriptors": nil]),
        (4_000_104, ["period": nil]), (4_000_130, ["period": "P5D"]), (4_000_101, ["items": nil]),
        (4_000_109, ["items": [CommerceShop.item("x")]]), (4_000_086, ["items": [CommerceShop.item("x", price: -1)]]),
        (4_000_194, ["items": [CommerceShop.item("x", price: 1), CommerceShop.item("x", price: 1)]]),
        (4_030_009, ["items": [CommerceShop.item("roses", price: 1)]]),
        (4_000_096, ["previousTransactionId": "1"]), (4_000_092, ["items": [offered([:])]]),
        (4_000_128, ["items": [offered(["period": "P5D"])]]), (4_000_093, ["items": [offered(["period": "P1M"])]]),
        (4_000_094, ["items": [offered(["period": "P1M", "periodCount": 0])]]),
        (4_000_129, ["items": [offered(["period": "P1M", "periodCount": 13])]]),
        (4_000_109, ["items": [offered(["period": "P1M", "periodCount": 1])]]),
        (4_000_152, ["items": [offered(["period": "P1M", "periodCount": 1, "price": -1])]]),
        (4_000_223, ["items": [offered(["period": "P1M", "periodCount": 2, "price": 0])]]),
        (4_000_095, ["items": [offered(["period": "P1M", "periodCount": 1, "price": 0])]]),
        (4_000_126, ["items": [offered(["period": "P1M", "periodCount": 1, "price": 0, "reason": "X"])]]),
        (
            4_000_128,
            [
                "items": [
                    CommerceShop.item("x", price: 9, offer: CommerceShop.offer("P1W", 1, price: 0)),
                    CommerceShop.item("y", price: 9),
                ]
            ]
        ),
        (
            4_000_147,
            [
                "items": [
                    CommerceShop.item("x", price: 9, offer: CommerceShop.offer("P1W", 1, price: 0)),
                    CommerceShop.item("y", price: 9, offer: CommerceShop.offer("P2W", 1, price: 0)),
                ]
            ]
        ),
        (4_000_136, ["items": .array((0...100).map { CommerceShop.item("x\($0)", price: 1) })]),
    ]

    private static func offered(_ offer: JSONObject) -> JSONValue {
        CommerceShop.item("x", price: 9, offer: .object(offer))
    }

    @Test("A purchase that does not fit is not made")
    mutating func creation() throws {
        for (code, members) in Self.creations {
            var body = shop.creation(CommerceShop.item("x", price: 9))
            for (key, value) in members.members { body[key] = value == .null ? nil : value }
            shop.expectRefusal(code, "\(members)") { engine in
                try engine.purchaseCommerce(body, productID: Shop.posy, account: Shop.flora)
            }
        }
        let body = shop.creation(CommerceShop.item("x", price: 9))
        shop.expectRefusal(4_030_023, "no subscription") { engine in
            try engine.purchaseCommerce(body, productID: Shop.seeds, account: Shop.flora)
        }
        var live = body
        live["previousTransactionId"] = .string(bought.transactionID)
        shop.expectRefusal(4_000_113, "it has not ended") { [live] engine in
            try engine.purchaseCommerce(live, productID: Shop.posy, account: Shop.flora)
        }
        try shop.engine.expire(originalTransactionID: bought.transactionID)
        let again = try shop.purchase(live)
        #expect(again.originalTransactionID == bought.originalTransactionID)
    }
}
