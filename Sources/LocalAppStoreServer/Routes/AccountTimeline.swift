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
        var periods: [JSONValue] = []
        for (index, transaction) in transactions.enumerated() {
            let next = index + 1 < transactions.count ? transactions[index + 1] : nil
            periods.append(period(transaction, next))
            periods += next.map { retried(transaction, $0) } ?? []
        }
        return ["subscription": subscription.json, "periods": .array(periods + unpaid(subscription))]
    }

    private func period(_ transaction: StoreTransaction, _ next: StoreTransaction?) -> JSONValue {
        // What was refunded or replaced ended then.
        let ends = [
            transaction.expiresDate, transaction.revocationDate, transaction.isUpgraded ? next?.purchaseDate : nil,
        ]
        return span(
            kind(of: transaction),
            transaction.productID,
            from: transaction.purchaseDate,
            to: ends.compactMap { $0 }.min(),
            transactionID: transaction.transactionID
        )
    }

    /// The time in which a renewal could not be charged, until it was. How much of it was a grace period is not kept.
    private func retried(_ transaction: StoreTransaction, _ next: StoreTransaction) -> [JSONValue] {
        guard next.reason == .renewal, let due = transaction.expiresDate, due < next.purchaseDate else { return [] }
        return [span("billingFailed", transaction.productID, from: due, to: next.purchaseDate)]
    }

    private func span(
        _ kind: String,
        _ productID: String,
        from start: Date,
        to end: Date?,
        transactionID: String? = nil
    ) -> JSONValue {
        var json: JSONObject = ["kind": .string(kind), "productId": .string(productID)]
        json[string: "transactionId"] = transactionID
        json[milliseconds: "startDate"] = start
        json[milliseconds: "endDate"] = end
        return .object(json)
    }

    private func kind(of transaction: StoreTransaction) -> String {
        if transaction.revocationDate != nil { return "refunded" }
        if transaction.ownership == .familyShared { return "shared" }
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
            periods.append(span(kind, subscription.productID, from: start, to: end))
            start = end
        }
        return periods
    }
}
