public import Foundation

extension LocalAppStore {
    /// The requests for refunds: the last one of each transaction, in the order in which each was first asked about.
    public var refundRequests: [StoreRefundRequest] { look { $0.refundRequests } }

    /// The last request for a refund of a transaction; nil if nobody asked.
    public func refundRequest(transactionID: String) -> StoreRefundRequest? {
        look { $0.refundRequest(transactionID: transactionID) }
    }

    /// Asks for a refund as the customer does: the developer is told, and why (CONSUMPTION_REQUEST), and has 12 hours to say
    /// what is known of its use. Then the store decides.
    ///
    /// - Parameters:
    ///   - transactionID: The purchase, a consumable or an auto-renewable subscription.
    ///   - reason: Apple's word: `UNINTENDED_PURCHASE`, `FULFILLMENT_ISSUE`, `UNSATISFIED_WITH_PURCHASE`, `LEGAL` or `OTHER`.
    ///   - decision: How the store decides.
    /// - Throws: `unknownTransaction`, `invalidValue`, `familyShared`, `invalidState`
    public func requestRefund(
        transactionID: String,
        reason: String = "OTHER",
        decision: StoreRefundDecision = .undecided
    ) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.requestRefund(transactionID: transactionID, reason: reason, decision: decision)
        }
    }

    /// Takes what the developer tells of the use of a purchase, and decides about its refund if nothing more is to be waited
    /// for.
    ///
    /// - Throws: `unknownTransaction`, `invalidValue`; `invalidState` if the refund was decided already
    public func reportConsumption(transactionID: String, _ answer: StoreConsumptionAnswer) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.reportConsumption(transactionID: transactionID, answer)
        }
    }

    /// Decides now about a refund that the customer asked for, as was said beforehand, or as the developer prefers.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if nobody asked, or it is decided
    public func settleRefund(transactionID: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.settleRefund(transactionID: transactionID) }
    }

    /// Names the customer of a purchase in the developer's own system, from now on.
    ///
    /// - Throws: `unknownTransaction`, `familyShared`; `invalidValue` if it is not the first transaction of its purchase
    public func setAppAccountToken(_ token: UUID, originalTransactionID id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.setAppAccountToken(token, originalTransactionID: id)
        }
    }
}
