import AppStoreModels
import Foundation
import OrderedCollections

extension StoreEngine {
    /// Buys something, as far as the settings let it through.
    ///
    /// An offer that this customer may not have fails the purchase; the attempt says exactly what was wrong.
    ///
    /// - Throws: `unknownAccount`, `unknownProduct`, `invalidQuantity`, `paymentNotAllowed`; for a purchase in the past also
    ///   `invalidValue` and `invalidState`
    package mutating func purchase(_ request: PurchaseRequest) throws(StoreError) -> PurchaseOutcome {
        try purchase(request, by: .app)
    }

    /// Buys something for an app, or for a customer who is in the App Store.
    mutating func purchase(
        _ request: PurchaseRequest,
        by buyer: SubscriptionOrder.Buyer
    ) throws(StoreError) -> PurchaseOutcome {
        let account = try account(request.accountID)
        let entry = try entry(request.productID)
        try checkQuantity(request.quantity, of: entry)
        guard account.canMakePayments else {
            throw StoreError(.paymentNotAllowed, "account \"\(account.id)\" may not make payments")
        }
        try checkPast(request, entry)
        if let failure = settings.purchaseFailure {
            return fail(request, failure, nil)
        }
        if let fault = strike(.purchaseFails, account: account.id, product: request.productID) {
            let failure = fault.parameters.failure ?? .unknown
            return fail(request, failure, "the store was told to fail: \(failure) (fault \(fault.id))")
        }
        if settings.withdrawnProductIDs.contains(request.productID) {
            return fail(request, .productNotAvailable, "\(request.productID) was removed from sale")
        }
        do throws(OfferRefusal) {
            try checkOffer(of: request, entry, account)
        } catch {
            return fail(request, error.failure, error.reason)
        }
        let request = judgingIntroductoryOffer(request, account)
        if let past = request.past { return .purchased(complete(request, entry, account, past)) }
        if settings.askToBuyEnabled || account.requiresApproval || request.simulatesAskToBuy {
            return .deferred(attempt(request, .waitingForApproval, .purchaseDeferred))
        }
        if settings.interruptedPurchasesEnabled {
            return .interrupted(attempt(request, .interrupted, .purchaseInterrupted))
        }
        return .purchased(complete(request, entry, account, attempt: nil, by: buyer))
    }

    /// Approves a purchase that waits; its transaction is made now.
    ///
    /// - Throws: `unknownAttempt`, `invalidState`, `unknownProduct`; `commerceRefused` for a request of Advanced Commerce that
    ///   breaks a rule by now
    @discardableResult
    package mutating func approve(attempt id: String) throws(StoreError) -> StoreTransaction {
        try complete(attempt: id, expected: .waitingForApproval)
    }

    /// Settles what interrupted a purchase; its transaction is made now.
    ///
    /// - Throws: `unknownAttempt`, `invalidState`, `unknownProduct`
    @discardableResult
    package mutating func resolveInterruption(attempt id: String) throws(StoreError) -> StoreTransaction {
        try complete(attempt: id, expected: .interrupted)
    }

    /// Refuses a purchase that waits.
    ///
    /// - Throws: `unknownAttempt`, `invalidState`
    package mutating func decline(attempt id: String) throws(StoreError) {
        var attempt = try attempt(id, expected: .waitingForApproval)
        let (account, product) = (attempt.request.accountID, attempt.request.productID)
        if fault(.refusalIgnored, account: account, product: product) != nil {
            try approve(attempt: id)
            _ = strike(.refusalIgnored, account: account, product: product)
            return
        }
        attempt.status = .declined
        emit(.purchaseDeclined, attempt: attempt)
    }

    private func checkQuantity(_ quantity: Int, of entry: Catalogue.Entry) throws(StoreError) {
        guard (1...10).contains(quantity) else {
            throw StoreError(.invalidQuantity, "\(quantity) of \(entry.productID): a quantity is 1 to 10")
        }
        if quantity > 1, [.nonConsumable, .autoRenewableSubscription].contains(entry.type) {
            throw StoreError(.invalidQuantity, "\(quantity) of \(entry.productID): nobody can own this more than once")
        }
    }

    mutating func fail(
        _ request: PurchaseRequest,
        _ failure: PurchaseFailure,
        _ reason: String?
    ) -> PurchaseOutcome {
        .failed(attempt(request, .failed, .purchaseFailed, failure: failure, reason: reason), failure)
    }

    mutating func attempt(
        _ request: PurchaseRequest,
        _ status: PurchaseAttempt.Status,
        _ name: StoreEvent.Name,
        failure: PurchaseFailure? = nil,
        reason: String? = nil
    ) -> PurchaseAttempt {
        let attempt = PurchaseAttempt(
            id: identifiers.nextTransactionID(),
            request: request,
            date: now,
            status: status,
            failure: failure,
            transactionID: nil,
            reason: reason
        )
        emit(name, attempt: attempt)
        return attempt
    }

    private func attempt(_ id: String, expected: PurchaseAttempt.Status) throws(StoreError) -> PurchaseAttempt {
        guard let attempt = attemptsByID[id] else {
            throw StoreError(.unknownAttempt, "there is no purchase attempt \(id)")
        }
        guard attempt.status == expected else {
            throw StoreError(.invalidState, "purchase attempt \(id) is \(attempt.status), not \(expected)")
        }
        return attempt
    }

    private mutating func complete(
        attempt id: String,
        expected: PurchaseAttempt.Status
    ) throws(StoreError) -> StoreTransaction {
        let attempt = try attempt(id, expected: expected)
        let entry = try entry(attempt.request.productID)
        let account = try account(attempt.request.accountID)
        if attempt.request.advancedCommerce != nil { return try completeCommerce(attempt) }
        return complete(attempt.request, entry, account, attempt: attempt)
    }
}
