import AppStoreModels
import Foundation

// What all calls of Advanced Commerce have in common.
extension StoreEngine {
    /// Reads a request about a purchase of a customer.
    ///
    /// - Throws: `commerceRefused`
    func commerceRequest(_ body: JSONObject, at storefront: String) throws(StoreError) -> CommerceRequest {
        let request = try CommerceRequest(body)
        try request.check(StoreCountry(code: storefront) ?? .unitedStates)
        // References and nonces are UUIDs that count once, so they are kept together.
        guard !offerState.usedNonces.contains(request.reference) else {
            throw .commerce(
                .repeatedRequestReferenceID,
                "the requestReferenceId \(request.reference.uuidString.lowercased()) was used; each request has its own"
            )
        }
        return request
    }

    /// Marks the reference of a request, which is carried out now, as used.
    mutating func use(_ request: CommerceRequest, for account: String) {
        emit(.commerceRequestUsed, account: account, about: .offerNonce(request.reference))
    }

    /// The subscription of Advanced Commerce that a transaction belongs to, and a request about it.
    ///
    /// - Throws: `unknownTransaction`, `commerceRefused`
    func commerceCall(
        _ body: JSONObject,
        about transactionID: String
    ) throws(StoreError) -> (request: CommerceRequest, chain: StoreSubscription, plan: CommercePlan) {
        let transaction = try transaction(transactionID)
        let request = try commerceRequest(body, at: transaction.storefront)
        let (chain, plan) = try commerceSubscription(of: transaction)
        try check(request.consistencyToken, plan)
        return (request, chain, plan)
    }

    func commerceSubscription(
        of transaction: StoreTransaction
    ) throws(StoreError) -> (StoreSubscription, CommercePlan) {
        let chain = try anySubscription(of: transaction)
        guard let plan = chain.commerce else {
            throw .commerce(
                .subscriptionNotEligible,
                "subscription \(chain.originalTransactionID) is no subscription of Advanced Commerce; migrate it first"
            )
        }
        return (chain, plan)
    }

    /// The subscription that a customer bought with a transaction.
    func anySubscription(of transaction: StoreTransaction) throws(StoreError) -> StoreSubscription {
        guard transaction.productType == .autoRenewableSubscription,
            let chain = chains[transaction.originalTransactionID]
        else {
            throw .commerce(
                .subscriptionDoesNotExist,
                "transaction \(transaction.transactionID) belongs to no auto-renewable subscription"
            )
        }
        guard chain.sharing == nil else {
            throw .commerce(.subscriptionNotEligible, "the subscription came by Family Sharing")
        }
        return chain
    }

    func check(_ token: String?, _ plan: CommercePlan) throws(StoreError) {
        guard let token, token != plan.consistencyToken else { return }
        throw .commerce(
            .invalidConsistencyToken,
            "\"\(token.prefix(64))\" is not the consistencyToken of the latest renewal information"
        )
    }

    func checkActive(_ chain: StoreSubscription) throws(StoreError) {
        guard chain.isLive else {
            throw .commerce(.inactiveACASub, "subscription \(chain.originalTransactionID) has ended")
        }
    }

    /// Refuses what Advanced Commerce does otherwise.
    func checkOrdinary(_ chain: StoreSubscription) throws(StoreError) {
        guard chain.commerce != nil else { return }
        throw StoreError(
            .invalidState,
            "subscription \(chain.originalTransactionID) is one of Advanced Commerce; its items and prices are changed there"
        )
    }

    /// What is left of an amount by the time that is left of a transaction's period.
    func prorated(_ amount: Int64, of transaction: StoreTransaction) -> Int64 {
        let start = transaction.purchaseDate.millisecondsSince1970
        let end = transaction.expiresDate?.millisecondsSince1970 ?? start
        let left = max(0, min(end - now.millisecondsSince1970, end - start))
        guard end > start else { return 0 }
        var (exact, whole) = (Decimal(amount) * Decimal(left) / Decimal(end - start), Decimal())
        NSDecimalRound(&whole, &exact, 0, .plain)
        return NSDecimalNumber(decimal: whole).int64Value
    }
}
