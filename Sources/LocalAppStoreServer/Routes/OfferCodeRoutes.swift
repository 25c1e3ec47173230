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
            let codes = try make(try await request.json(upTo: context.limit))
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

    /// With `code` a word of choice, with `count` so many codes for one use each.
    private func make(_ body: JSONObject) throws(RequestError) -> [OfferCode] {
        try body.allowOnly(["productId", "referenceName", "code", "limit", "count", "expiresDate"])
        let (product, name) = (try body.required("productId"), try body.required("referenceName"))
        let (code, count) = (try body.optionalText("code"), try body.optionalInteger("count"))
        let limit = try body.optionalInteger("limit")
        let expires = try body.optionalDate("expiresDate")
        guard code == nil || count == nil, code != nil || limit == nil else {
            throw .invalidBody("\"code\" goes with \"limit\"; \"count\" makes codes that can be redeemed once each")
        }
        return try context.command { () throws(StoreError) in
            guard let code else {
                return try store.createOneTimeCodes(
                    productID: product,
                    referenceName: name,
                    count: count ?? 1,
                    expires: expires
                )
            }
            return [
                try store.createCustomCode(
                    code,
                    productID: product,
                    referenceName: name,
                    limit: limit,
                    expires: expires
                )
            ]
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
