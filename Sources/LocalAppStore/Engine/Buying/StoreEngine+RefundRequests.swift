import AppStoreModels
import Foundation

extension StoreEngine {
    /// The requests for refunds: the last one of each transaction, in the order in which each was first asked about.
    package var refundRequests: [StoreRefundRequest] { refundState.all }

    /// The last request for a refund of a transaction; nil if nobody asked.
    package func refundRequest(transactionID: String) -> StoreRefundRequest? { refundState[transactionID] }

    /// Asks for a refund of a consumable or an auto-renewable subscription, as the customer does: the developer is told, and
    /// why, and has 12 hours to say what is known of its use. Then the store decides.
    ///
    /// Asked again, the 12 hours begin again.
    ///
    /// - Parameters:
    ///   - transactionID: The purchase.
    ///   - reason: Apple's word: `UNINTENDED_PURCHASE`, `FULFILLMENT_ISSUE`, `UNSATISFIED_WITH_PURCHASE`, `LEGAL` or `OTHER`.
    ///   - decision: How the store decides.
    /// - Throws: `unknownTransaction`, `invalidValue`, `familyShared`; `invalidState` if it was refunded already, is a
    ///   restored copy, or is a product the developer is not asked about
    package mutating func requestRefund(
        transactionID: String,
        reason: String = "OTHER",
        decision: StoreRefundDecision = .undecided
    ) throws(StoreError) {
        let transaction = try refundable(transactionID)
        guard Self.consumptionRequestReasons.contains(reason) else {
            let known = Self.consumptionRequestReasons.joined(separator: ", ")
            throw StoreError(.invalidValue, "\"\(reason)\" is no reason for a refund; known are \(known)")
        }
        guard StoreRefundDecision.all.contains(decision) else {
            let known = StoreRefundDecision.all.map(\.rawValue).joined(separator: ", ")
            throw StoreError(.invalidValue, "\"\(decision)\" is no way to decide about a refund; there are \(known)")
        }
        guard [.consumable, .autoRenewableSubscription].contains(transaction.productType) else {
            throw StoreError(
                .invalidState,
                "transaction \(transactionID) is a \(transaction.productType); the App Store asks only about consumables "
                    + "and auto-renewable subscriptions: refund it, or decline the refund"
            )
        }
        let request = StoreRefundRequest(
            transactionID: transactionID,
            accountID: transaction.accountID,
            reason: reason,
            date: now,
            decision: decision
        )
        emit(
            .refundRequested,
            notification: StoreNotification(.consumptionRequest, consumptionRequestReason: reason),
            transactions: [transaction],
            subscription: chains[transaction.originalTransactionID],
            about: .refundRequest(request)
        )
    }

    private static let consumptionRequestReasons = [
        "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
    ]

    /// Takes what the developer tells of the use of a purchase, and decides if nothing more is to be waited for.
    ///
    /// What is told of a purchase whose refund nobody asked for changes nothing.
    ///
    /// - Throws: `unknownTransaction`; `invalidValue` for a preference or a percentage that there is not; `invalidState` if
    ///   the refund was decided already, which it is 12 hours after it was asked for
    package mutating func reportConsumption(
        transactionID: String,
        _ answer: StoreConsumptionAnswer
    ) throws(StoreError) {
        let transaction = try transaction(transactionID)
        if let percentage = answer.consumptionPercentage, !StoredRange.shares.contains(percentage) {
            throw StoreError(.invalidValue, "\(percentage) thousandths of a percent cannot be used; 0 to 100000 can")
        }
        if let preference = answer.refundPreference, !StoreRefundPreference.all.contains(preference) {
            throw StoreError(.invalidValue, "\"\(preference.rawValue)\" is no preference about a refund")
        }
        guard var request = refundState[transactionID] else { return }
        guard request.isOpen, now < request.deadline else {
            throw StoreError(
                .invalidState,
                "the refund of transaction \(transactionID) is decided; answers are heard for 12 hours after it was "
                    + "asked for"
            )
        }
        request.answer = answer
        emit(.consumptionReported, transactions: [transaction], about: .refundRequest(request))
        let waits = request.decision == .undecided || request.decision == .preference && answer.refundPreference == nil
        if !waits { settle(request) }
    }

    /// Decides now about a refund that the customer asked for, as was said beforehand, or as the developer prefers.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if nobody asked, or it is decided
    package mutating func settleRefund(transactionID: String) throws(StoreError) {
        _ = try transaction(transactionID)
        guard let request = refundState[transactionID], request.isOpen else {
            throw StoreError(
                .invalidState,
                "no refund of transaction \(transactionID) is to be decided; ask for one as the customer first"
            )
        }
        settle(request)
    }

    /// Refuses a refund that the customer asked for; nothing changes but that the developer hears of it.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if it was refunded already or is a restored copy
    package mutating func declineRefund(transactionID: String) throws(StoreError) {
        decline(try refundable(transactionID))
    }

    private mutating func decline(_ transaction: StoreTransaction) {
        let request = refundState[transaction.transactionID]?.decided(granted: false, at: now)
        emit(
            .refundDeclined,
            notification: StoreNotification(.refundDeclined),
            transactions: [transaction],
            subscription: chains[transaction.originalTransactionID],
            about: request.map(StoreEvent.Subject.refundRequest)
        )
    }

    /// Decides about an open request.
    mutating func settle(_ request: StoreRefundRequest) {
        // Whatever could not be refunded any more was decided by what made it so.
        guard let transaction = try? refundable(request.transactionID) else {
            guard let closed = request.decided(granted: false, at: now) else { return }
            return emit(.refundDeclined, about: .refundRequest(closed))
        }
        let reason = RevocationReason(refundReason: request.reason)
        switch (request.decision, request.answer?.refundPreference) {
        case (.grant, _): grantRefund(of: transaction, reason, 100_000)
        case (.decline, _), (_, .decline?): decline(transaction)
        case (_, .grantProrated?):
            let unused = unusedShare(of: transaction, request)
            unused > 0 ? grantRefund(of: transaction, reason, unused) : decline(transaction)
        default: grantRefund(of: transaction, reason, 100_000)
        }
    }

    /// How much of a purchase was not used, in thousandths of a percent: what the developer told, else the time that is left
    /// of a subscription's period, else all of it.
    private func unusedShare(of transaction: StoreTransaction, _ request: StoreRefundRequest) -> Int {
        if let used = request.answer?.consumptionPercentage { return 100_000 - min(max(0, used), 100_000) }
        guard let end = transaction.expiresDate?.millisecondsSince1970 else { return 100_000 }
        let start = transaction.purchaseDate.millisecondsSince1970
        let length = end - start
        guard length > 0 else { return 0 }
        let left = max(0, min(end - now.millisecondsSince1970, length))
        return Int(Double(left) / Double(length) * 100_000)
    }
}

extension StoreRefundRequest {
    /// The request after it was decided; nil if it was before.
    func decided(granted: Bool, at date: Date) -> StoreRefundRequest? {
        guard isOpen else { return nil }
        var request = self
        request.isGranted = granted
        request.decisionDate = date
        return request
    }
}
