import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration

/// What an account had when: a lane for each subscription, with its periods, and the other purchases as marks.
struct AccountTimeline {
    let account: String
    let engine: StoreEngine

    var json: JSONValue {
        var json: JSONObject = ["account": .string(account)]
        json[milliseconds: "now"] = engine.now
        let transactions = engine.transactions(account: account)
        let periods = Dictionary(
            grouping: transactions.filter { $0.productType == .autoRenewableSubscription },
            by: \.originalTransactionID
        )
        json["lanes"] = .array(
            engine.subscriptions(account: account).map { lane($0, periods[$0.originalTransactionID] ?? []) }
        )
        json["marks"] = .array(
            transactions.filter { $0.productType != .autoRenewableSubscription }.map(\.json)
        )
        return .object(json)
    }

    private func lane(_ subscription: StoreSubscription, _ transactions: [StoreTransaction]) -> JSONValue {
        let periods = transactions.map(period) + unpaid(subscription)
        return ["subscription": subscription.json, "periods": .array(periods)]
    }

    private func period(_ transaction: StoreTransaction) -> JSONValue {
        var json: JSONObject = [
            "kind": .string(kind(of: transaction)), "transactionId": .string(transaction.transactionID),
            "productId": .string(transaction.productID),
        ]
        json[milliseconds: "startDate"] = transaction.purchaseDate
        // What was refunded or replaced ended then.
        json[milliseconds: "endDate"] = [transaction.expiresDate, transaction.revocationDate].compactMap { $0 }.min()
        return .object(json)
    }

    private func kind(of transaction: StoreTransaction) -> String {
        if transaction.revocationDate != nil { return "refunded" }
        guard let offer = transaction.offer else { return "paid" }
        return offer.paymentMode == .freeTrial ? "freeTrial" : "offer"
    }

    /// The grace period and the time of billing retry that a subscription is in.
    private func unpaid(_ subscription: StoreSubscription) -> [JSONValue] {
        guard subscription.isInBillingRetryPeriod else { return [] }
        var periods: [JSONValue] = []
        var start = subscription.expiresDate
        for (kind, end) in [
            ("gracePeriod", subscription.gracePeriodExpiresDate), ("billingRetry", subscription.billingRetryEndDate),
        ] {
            guard let end, end > start else { continue }
            var json: JSONObject = ["kind": .string(kind), "productId": .string(subscription.productID)]
            json[milliseconds: "startDate"] = start
            json[milliseconds: "endDate"] = end
            periods.append(.object(json))
            start = end
        }
        return periods
    }
}
