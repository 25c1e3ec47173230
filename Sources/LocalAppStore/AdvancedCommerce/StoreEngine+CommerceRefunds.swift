package import AppStoreModels
import Foundation

extension StoreEngine {
    /// Takes a subscription away at once, as a developer's server can, and pays it back.
    ///
    /// - Parameters:
    ///   - transactionID: One of its transactions.
    ///   - body: The request.
    ///   - isSandbox: Whether a refusal may be simulated.
    /// - Throws: `unknownTransaction`, `commerceRefused`
    package mutating func revokeCommerce(
        transactionID: String,
        _ body: JSONObject,
        isSandbox: Bool
    ) throws(StoreError) {
        let (request, chain, _) = try commerceCall(body, about: transactionID)
        guard chain.isLive, var latest = ledger[chain.latestTransactionID], latest.revocationDate == nil else {
            throw .commerce(
                .revokeOnInactiveSubscription,
                "subscription \(chain.originalTransactionID) has ended; request a refund of a transaction"
            )
        }
        try request.requireRefundRisking()
        let type = try body.requiredCommerceWord(
            "refundType",
            of: ["FULL", "PRORATED"],
            missing: .nullRefundType,
            invalid: .invalidRefundType
        )
        let reason = try body.requiredCommerceRefundReason()
        if reason == CommerceRefund.simulatedDecline {
            return try simulateDecline(of: latest, request, isSandbox: isSandbox)
        }
        use(request, for: chain.accountID)
        let period = latest
        latest.commerce?.revokeAll(at: now, reason: reason, type: type) { rest in
            type == "FULL" ? rest : prorated(rest, of: period)
        }
        grantRefund(of: latest, RevocationReason(refundReason: reason), latest.commerce?.refundedPercentage ?? 100_000)
    }

    /// Pays items of a transaction back; those to be revoked are taken away and are not renewed.
    ///
    /// - Parameters:
    ///   - transactionID: The transaction.
    ///   - body: The request.
    ///   - isSandbox: Whether a refusal may be simulated.
    /// - Throws: `unknownTransaction`, `commerceRefused`
    package mutating func refundCommerce(
        transactionID: String,
        _ body: JSONObject,
        isSandbox: Bool
    ) throws(StoreError) {
        var transaction = try transaction(transactionID)
        let request = try commerceRequest(body, at: transaction.storefront)
        guard var sale = transaction.commerce else {
            throw .commerce(
                .productNotEligible,
                "transaction \(transactionID) is no purchase of Advanced Commerce; the customer asks for its refund"
            )
        }
        guard transaction.revocationDate == nil else {
            throw .commerce(.alreadyRefunded, "transaction \(transactionID) was refunded already")
        }
        guard sale.charge > 0 else {
            throw .commerce(.transactionNotRefundable, "nothing was charged for transaction \(transactionID)")
        }
        try request.requireRefundRisking()
        let wishes = try CommerceRefundWish.all(request)
        if wishes.contains(where: \.isSimulatedDecline) {
            guard wishes.allSatisfy(\.isSimulatedDecline) else {
                throw .commerce(.partialSimulateRefundDecline, "a refusal is simulated for all items, or for none")
            }
            return try simulateDecline(of: transaction, request, isSandbox: isSandbox)
        }
        for wish in wishes { try apply(wish, to: &sale, of: transaction) }
        use(request, for: transaction.accountID)
        transaction.commerce = sale
        if sale.isWhollyRevoked {
            let reason = wishes.first.map { RevocationReason(refundReason: $0.reason) } ?? .other
            return grantRefund(of: transaction, reason, sale.refundedPercentage)
        }
        var chain = chains[transaction.originalTransactionID]
        let revoked = Set(wishes.filter(\.revokes).map(\.sku))
        chain?.commerce?.lines.removeAll { revoked.contains($0.item.sku) }
        if chain?.commerce?.lines.contains(where: { $0.increase != nil }) == false { chain?.priceIncrease = nil }
        // Nothing would be left to renew, nor to be charged: what is retried ends, and all notifications of the moment say so.
        let isEmpty = chain?.commerce?.lines.isEmpty == true
        let isOver = isEmpty && chain?.isInBillingRetryPeriod == true
        emit(
            .refunded,
            notification: StoreNotification(.refund),
            transactions: [transaction],
            subscription: isOver ? chain?.ended(.customerCancelled) : chain
        )
        if isEmpty, let chain, chain.isLive, chain.autoRenews { cancel(chain) }
    }

    private func apply(
        _ wish: CommerceRefundWish,
        to sale: inout CommerceSale,
        of transaction: StoreTransaction
    ) throws(StoreError) {
        guard let index = sale.lines.firstIndex(where: { $0.item.sku == wish.sku }) else {
            throw .commerce(.productNotFound, "the transaction has no item \"\(wish.sku)\"")
        }
        let rest = sale.lines[index].rest
        guard sale.lines[index].revocationDate == nil, rest > 0 else {
            throw .commerce(.alreadyRefunded, "\"\(wish.sku)\" was refunded already, or cost nothing")
        }
        let amount = try amount(of: wish, rest: rest, transaction)
        sale.lines[index].refunds.append(
            CommerceRefund(amount: amount, date: now, reason: wish.reason, type: wish.type)
        )
        if wish.revokes { sale.lines[index].revocationDate = now }
    }

    private func amount(
        of wish: CommerceRefundWish,
        rest: Int64,
        _ transaction: StoreTransaction
    ) throws(StoreError) -> Int64 {
        switch wish.type {
        case "PRORATED":
            let latest = chains[transaction.originalTransactionID]?.latestTransactionID
            guard latest == transaction.transactionID else {
                throw .commerce(
                    .proratedOnlyLatestTransaction,
                    "only the latest transaction of a subscription has a rest that can be paid back"
                )
            }
            return prorated(rest, of: transaction)
        case "CUSTOM":
            guard let amount = wish.amount, amount <= rest else {
                throw .commerce(.invalidAmount, "\"\(wish.sku)\": \(rest) thousandths can be paid back, no more")
            }
            return amount
        default: return rest
        }
    }

    /// Refuses a refund as if the customer's request had been looked at.
    private mutating func simulateDecline(
        of transaction: StoreTransaction,
        _ request: CommerceRequest,
        isSandbox: Bool
    ) throws(StoreError) {
        guard isSandbox else {
            throw .commerce(.simulateRefundDeclineOnlyInSandbox, "a refusal is simulated in the sandbox only")
        }
        use(request, for: transaction.accountID)
        emit(
            .refundDeclined,
            notification: StoreNotification(.refundDeclined),
            transactions: [transaction],
            subscription: chains[transaction.originalTransactionID]
        )
    }
}
