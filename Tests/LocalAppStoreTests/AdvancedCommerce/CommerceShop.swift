import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

/// The flower shop with a catalogue of its own, which is sold through the generic products.
struct CommerceShop {
    var engine: StoreEngine
    private var count = 0

    init() throws { engine = try OfferShop.engine() }

    /// The members that every request has; each time with another reference.
    mutating func body(_ members: JSONObject = [:]) -> JSONObject {
        count += 1
        var body = members
        if body["requestInfo"] == nil { body["requestInfo"] = ["requestReferenceId": .string(Self.reference(count))] }
        return body
    }

    static func reference(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - String(number).count) + String(number)
    }

    static func item(_ sku: String, price: Int64? = nil, offer: JSONValue? = nil) -> JSONValue {
        var json: JSONObject = [
            "SKU": .string(sku), "displayName": .string("The \(sku)"), "description": .string("A bunch of \(sku)"),
        ]
        json["price"] = price.map { .number(JSONNumber($0)) }
        json["offer"] = offer
        return .object(json)
    }

    static func offer(_ period: String, _ count: Int64, price: Int64) -> JSONValue {
        [
            "period": .string(period), "periodCount": .number(JSONNumber(count)), "price": .number(JSONNumber(price)),
            "reason": "ACQUISITION",
        ]
    }

    /// A request to begin a subscription.
    mutating func creation(_ items: JSONValue..., period: String = "P1M") -> JSONObject {
        body([
            "operation": "CREATE_SUBSCRIPTION", "version": "1", "currency": "USD", "taxCode": "C003-00-2",
            "period": .string(period), "items": .array(items),
            "descriptors": ["displayName": "Flowers", "description": "Fresh every month"],
        ])
    }

    @discardableResult
    mutating func purchase(_ body: JSONObject, _ product: String = Shop.posy) throws -> StoreTransaction {
        try engine.purchaseCommerce(body, productID: product, account: Shop.flora)
    }

    /// A subscription of roses for 5 and tulips for 3 a month.
    mutating func subscriber() throws -> StoreTransaction {
        let bought = try purchase(creation(Self.item("roses", price: 5_000), Self.item("tulips", price: 3_000)))
        _ = engine.takeEvents()
        return bought
    }

    func latest(_ transaction: StoreTransaction) throws -> StoreTransaction {
        try engine.transaction(engine.subscription(transaction.originalTransactionID).latestTransactionID)
    }

    func plan(_ transaction: StoreTransaction) throws -> CommercePlan {
        try #require(try engine.subscription(transaction.originalTransactionID).commerce)
    }

    /// Expects a refusal by its number, that leaves everything as it was.
    mutating func expectRefusal(
        _ code: Int,
        _ what: String = "",
        _ command: (inout StoreEngine) throws -> Void
    ) {
        let before = engine
        let error = #expect(throws: StoreError.self, "\(what)") { try command(&engine) }
        #expect(error?.appStoreCode == code, "\(what): \(error?.reason ?? "")")
        #expect(engine == before, "\(what)")
    }
}

extension JSONObject {
    /// The objects of a list.
    func objects(_ key: String) -> [JSONObject] { (self[array: key] ?? []).compactMap(\.object) }
}
