import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Offer codes: made by the developer, redeemed by customers.
struct OfferCodeRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("codes") { _, _ in
            JSONAnswer(["codes": .array(store.offerCodes.map(\.json))])
        }
        group.post("codes") { request, _ in
            let order = try OfferCodeOrder(try await request.json(upTo: context.limit))
            let codes = try context.command { () throws(StoreError) in try order.perform(in: store) }
            return JSONAnswer(["codes": .array(codes.map(\.json))], status: .created)
        }
        group.post("codes/:code/redeem") { request, routing in
            let code = try routing.part("code")
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["account"])
            let account = try body.required("account")
            let transaction = try context.command { () throws(StoreError) in
                try store.redeemCode(code, account: account)
            }
            return JSONAnswer(transaction.json, status: .created)
        }
    }
}

extension OfferCode {
    var json: JSONValue {
        var json: JSONObject = [
            "code": .string(code), "productId": .string(productID), "referenceName": .string(referenceName),
            "redemptionLimit": redemptionLimit.map { .number(JSONNumber($0)) } ?? .null,
            "redeemedBy": .array(redeemedBy.map(JSONValue.string)), "isUsedUp": .bool(isUsedUp),
        ]
        json[milliseconds: "expiresDate"] = expiresDate
        return .object(json)
    }
}
