package import AppStoreModels
import Foundation

// What stands between a request of Advanced Commerce and its transaction, as with every other purchase.
extension StoreEngine {
    /// Buys what a request of Advanced Commerce says, as far as settings, faults and whoever must approve let it through.
    ///
    /// What breaks a rule is refused before anybody is asked.
    ///
    /// - Throws: What ``purchaseCommerce(_:productID:account:)`` throws
    package mutating func orderCommerce(
        _ body: JSONObject,
        productID: String,
        account accountID: String
    ) throws(StoreError) -> PurchaseOutcome {
        // On a copy: nothing of it happens before it goes through.
        var trial = self
        trial.keepsEvents = false
        try trial.purchaseCommerce(body, productID: productID, account: accountID)
        let account = try account(accountID)
        var request = PurchaseRequest(
            productID: productID,
            accountID: accountID,
            appAccountToken: body[object: "requestInfo"]?[string: "appAccountToken"].flatMap(UUID.init(uuidString:))
        )
        request.advancedCommerce = JSONValue.object(body).serialized()
        if let failure = settings.purchaseFailure { return fail(request, failure, nil) }
        if let fault = strike(.purchaseFails, account: account.id, product: productID) {
            let failure = fault.parameters.failure ?? .unknown
            return fail(request, failure, "the store was told to fail: \(failure) (fault \(fault.id))")
        }
        if settings.askToBuyEnabled || account.requiresApproval {
            return .deferred(attempt(request, .waitingForApproval, .purchaseDeferred))
        }
        if settings.interruptedPurchasesEnabled {
            return .interrupted(attempt(request, .interrupted, .purchaseInterrupted))
        }
        return .purchased(try purchaseCommerce(body, productID: productID, account: accountID))
    }

    /// Makes the transaction of an attempt that nothing holds up any more.
    mutating func completeCommerce(_ attempt: PurchaseAttempt) throws(StoreError) -> StoreTransaction {
        guard let text = attempt.request.advancedCommerce, let body = (try? JSONValue(parsing: text))?.object else {
            throw StoreError(.invalidState, "purchase attempt \(attempt.id) says nothing of Advanced Commerce")
        }
        let transaction = try purchaseCommerce(
            body,
            productID: attempt.request.productID,
            account: attempt.request.accountID
        )
        emit(
            .commerceOrderCompleted,
            account: attempt.request.accountID,
            attempt: attempt.completed(by: transaction)
        )
        return transaction
    }
}
