import AppStoreModels
import AppStoreServerClient
import Foundation
import Testing

/// Requests of Advanced Commerce that break no rule.
enum AdvancedCommerceSamples {
    static let info: JSONValue = ["requestReferenceId": "7f2c1b0e-0000-4000-8000-000000000001"]
    static let item: JSONObject = ["SKU": "s", "displayName": "Roses", "description": "A rose a day", "price": 4_990]

    static var subscription: AdvancedCommerceRequest {
        AdvancedCommerceRequest(json: [
            "requestInfo": info, "currency": "USD", "taxCode": "C003-00-2", "period": "P1M", "storefront": "USA",
            "descriptors": ["displayName": "Flowers", "description": "Every day"], "items": [.object(item)],
        ])
    }

    static func subscription(_ changes: JSONObject) -> AdvancedCommerceRequest {
        var request = subscription
        for (key, value) in changes.members { request.json[key] = value == .null ? nil : value }
        return request
    }

    static func item(_ changes: JSONObject) -> JSONValue {
        var item = item
        for (key, value) in changes.members { item[key] = value == .null ? nil : value }
        return .object(item)
    }
}

@Suite("Operations of Advanced Commerce")
struct AdvancedCommerceOperationTests {
    private typealias Samples = AdvancedCommerceSamples

    private static let long = JSONValue.string(String(repeating: "x", count: 129))
    private static let freeTrialOfTwo: JSONValue = [
        "period": "P1M", "periodCount": 2, "price": 0, "reason": "ACQUISITION",
    ]

    @Test(
        "A subscription that breaks a rule is refused",
        arguments: [
            ["requestInfo": nil], ["requestInfo": ["requestReferenceId": "x"]], ["currency": nil], ["currency": "EURO"],
            ["storefront": "US"], ["taxCode": nil], ["period": nil], ["descriptors": nil], ["items": []],
            ["descriptors": ["displayName": long, "description": "d"]],
            ["items": [Samples.item(["SKU": nil])]], ["items": [Samples.item(["SKU": long])]],
            ["items": [Samples.item(["displayName": nil])]], ["items": [Samples.item(["description": long])]],
            ["items": [Samples.item(["price": nil])]], ["items": [Samples.item(["price": -1])]],
            ["items": [Samples.item([:]), Samples.item([:])]],
            ["items": [Samples.item(["offer": freeTrialOfTwo])]],
            ["items": [Samples.item(["offer": ["period": "P1M", "periodCount": 13, "price": 1, "reason": "x"]])]],
            ["items": [Samples.item(["refundAmount": 1])]],
        ] as [JSONObject]
    )
    func refused(changes: JSONObject) {
        let error = #expect(throws: ServerAPIError.self) {
            try AdvancedCommerceOperation.createSubscription(Samples.subscription(changes))
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test("An operation keeps members that nobody here knows, and sets its own name")
    func kept() throws {
        let request = Samples.subscription(["somethingNew": 7, "operation": "OTHER", "version": "9"])
        let operation = try AdvancedCommerceOperation.createSubscription(request)
        #expect(operation.request.json["somethingNew"] == 7)
        #expect(operation.request.operation == "CREATE_SUBSCRIPTION")
        #expect(operation.request.version == "1")
    }

    @Test("One item is sold once")
    func oneTimeCharge() throws {
        let json: JSONObject = [
            "requestInfo": Samples.info, "currency": "USD", "taxCode": "C003-00-2", "item": .object(Samples.item),
        ]
        let request = AdvancedCommerceRequest(json: json)
        #expect(try AdvancedCommerceOperation.oneTimeCharge(request).request.operation == "CREATE_ONE_TIME_CHARGE")
        for member in json.keys {
            var changed = request
            changed.json[member] = nil
            #expect(throws: ServerAPIError.self) { try AdvancedCommerceOperation.oneTimeCharge(changed) }
        }
    }

    @Test("A modification changes something, each SKU once")
    func modify() throws {
        let json: JSONObject = [
            "requestInfo": Samples.info, "transactionId": "1", "retainBillingCycle": true,
            "removeItems": [["SKU": "s"]],
        ]
        let request = AdvancedCommerceRequest(json: json)
        #expect(try AdvancedCommerceOperation.modifySubscription(request).request.operation == "MODIFY_SUBSCRIPTION")
        for member in json.keys {
            var changed = request
            changed.json[member] = nil
            #expect(throws: ServerAPIError.self) { try AdvancedCommerceOperation.modifySubscription(changed) }
        }
        var twice = request
        twice.json["changeItems"] = [["currentSKU": "s", "SKU": "t"]]
        #expect(throws: ServerAPIError.self) { try AdvancedCommerceOperation.modifySubscription(twice) }
    }

    @Test("A subscription comes back by its transaction")
    func reactivate() throws {
        let request = AdvancedCommerceRequest(json: ["requestInfo": Samples.info, "transactionId": "1"])
        let operation = try AdvancedCommerceOperation.reactivateSubscription(request)
        #expect(operation.request.operation == "REACTIVATE_SUBSCRIPTION")
        #expect(throws: ServerAPIError.self) {
            try AdvancedCommerceOperation.reactivateSubscription(AdvancedCommerceRequest())
        }
    }
}
