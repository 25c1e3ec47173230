import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Purchases, the attempts that wait, and purchases that begin in the App Store.
struct BuyingRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.post("purchases") { request, _ in
            var body = try await request.json(upTo: context.limit)
            let isByDevice = try body.takeDeviceMark()
            let purchase = try PurchaseRequest(body)
            guard isByDevice else {
                return answer(try context.command { () throws(StoreError) in try store.purchase(purchase) })
            }
            return answer(try context.command { () throws(StoreError) in try store.devicePurchaseAtOnce(purchase) })
        }
        group.post("promotions") { request, _ in
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["productId", "account", "winBackOfferId"])
            let (product, account) = (try body.required("productId"), try body.required("account"))
            let offer = try body.optionalText("winBackOfferId")
            try context.command { () throws(StoreError) in
                try store.promotePurchase(productID: product, account: account, winBackOfferID: offer)
            }
            var answer: JSONObject = ["productId": .string(product), "account": .string(account)]
            answer["winBackOfferId"] = offer.map(JSONValue.string)
            return JSONAnswer(.object(answer), status: .accepted)
        }
        group.post("purchase-intents") { request, _ in
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["url", "account"])
            let (url, account) = (try body.required("url"), try body.required("account"))
            try context.command { () throws(StoreError) in try store.openPurchaseIntent(url: url, account: account) }
            return JSONAnswer(["url": .string(url), "account": .string(account)], status: .accepted)
        }
        group.get("attempts") { request, _ in
            let query = request.uri.queryParameters
            let attempts = store.attempts.filter { attempt in
                (query["account"].map { $0 == attempt.request.accountID } ?? true)
                    && (query["status"].map { $0 == attempt.status.rawValue } ?? true)
            }
            return JSONAnswer(["attempts": .array(attempts.map(\.json))])
        }
        context.add(AttemptCommand.self, below: "attempts", to: group) { id throws(StoreError) in
            guard let attempt = store.attempts.first(where: { $0.id == id }) else { return .null }
            guard let transactionID = attempt.transactionID else { return attempt.json }
            return try store.transaction(transactionID).json
        }
    }

    /// What the app would see; of a failure after a charge the transaction stands beside it.
    private func answer(_ purchase: DevicePurchase?) -> JSONAnswer {
        guard let purchase else {
            return Self.failed("the payment sheet was never shown: a fault of the store", .unknown)
        }
        guard let failure = purchase.failure, let transaction = purchase.outcome.transaction else {
            return answer(purchase.outcome)
        }
        return Self.failed(
            "the customer was charged, and the app sees an error: a fault of the store",
            failure,
            ["transaction": transaction.json]
        )
    }

    private static func failed(_ message: String, _ failure: PurchaseFailure, _ more: JSONObject = [:]) -> JSONAnswer {
        var error: JSONObject = [
            "code": "purchase-failed", "message": .string(message), "failure": .string(failure.rawValue),
        ]
        for (name, value) in more.members { error[name] = value }
        return JSONAnswer(["error": .object(error)], status: .conflict)
    }

    /// 201 and the transaction; 202 and the attempt for what waits; 409 for what failed as it was told to.
    private func answer(_ outcome: PurchaseOutcome) -> JSONAnswer {
        switch outcome {
        case .purchased(let transaction): JSONAnswer(transaction.json, status: .created)
        case .deferred(let attempt), .interrupted(let attempt): JSONAnswer(attempt.json, status: .accepted)
        case .failed(let attempt, let failure):
            JSONAnswer(
                [
                    "error": [
                        "code": "purchase-failed",
                        "message": .string(attempt.reason ?? "the store was told to fail: \(failure)"),
                        "failure": .string(failure.rawValue), "attempt": attempt.json,
                    ]
                ],
                status: .conflict
            )
        }
    }
}

extension JSONObject {
    /// Whether an app on a device is to be taken for who asks; the rest of the body stays.
    mutating func takeDeviceMark() throws(RequestError) -> Bool {
        let mark = try optionalFlag("asDevice") ?? false
        self["asDevice"] = nil
        return mark
    }
}
