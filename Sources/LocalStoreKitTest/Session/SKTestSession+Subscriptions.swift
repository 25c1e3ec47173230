import AppStoreModels
import CStoreKit
import Foundation
import LocalAppStore

extension SKTestSession {
    /// Ends a subscription now and turns its renewal off.
    ///
    /// - Throws: ``SKTestError`` `invalidProductIdentifier`, `invalidProductType`, `noSubscriptionFound`
    public func expireSubscription(productIdentifier: String) throws {
        let id = try liveSubscription(productIdentifier).originalTransactionID
        try SKTestError.translated { () throws(StoreError) in try store.expire(originalTransactionID: id) }
    }

    /// Ends the period of a subscription now and begins the next one; renewal is on afterwards.
    ///
    /// A renewal that had failed is charged: a period that is paid for is in no billing retry. Whether later renewals fail
    /// stays as the session says.
    ///
    /// - Throws: ``SKTestError`` `invalidProductIdentifier`, `invalidProductType`, `noSubscriptionFound`
    public func forceRenewalOfSubscription(productIdentifier: String) throws {
        let id = try liveSubscription(productIdentifier).originalTransactionID
        try SKTestError.translated { () throws(StoreError) in try store.forceRenewal(originalTransactionID: id) }
    }

    /// Turns renewal off; the subscription ends with its period.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `noSubscriptionFound` if it belongs to none; `invalidAction` if the
    ///   subscription has ended
    public func disableAutoRenewForTransaction(identifier: Int) throws {
        try onSubscription(ofTransaction: identifier) { id throws(StoreError) in
            try store.setAutoRenew(false, originalTransactionID: id)
        }
    }

    /// Turns renewal on.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `noSubscriptionFound` if it belongs to none; `invalidAction` if the
    ///   subscription has ended
    public func enableAutoRenewForTransaction(identifier: Int) throws {
        try onSubscription(ofTransaction: identifier) { id throws(StoreError) in
            try store.setAutoRenew(true, originalTransactionID: id)
        }
    }

    /// Tells the customer that the next period costs one unit of the currency more than it would have, and asks for consent.
    ///
    /// May be repeated: before the customer has answered with the same price, and afterwards with a higher one.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `noSubscriptionFound` if it belongs to none; `invalidAction` if the
    ///   subscription has ended
    public func requestPriceIncreaseConsentForTransaction(identifier: Int) throws {
        try onSubscription(ofTransaction: identifier) { id throws(StoreError) in
            let price = try store.regularPrice(originalTransactionID: id).amount + 1
            try store.requestPriceIncrease(originalTransactionID: id, price: price)
        }
    }

    /// Agrees to a higher price for the customer.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `noSubscriptionFound` if it belongs to none; `invalidAction` if
    ///   nothing waits for consent
    public func consentToPriceIncreaseForTransaction(identifier: Int) throws {
        try onSubscription(ofTransaction: identifier) { id throws(StoreError) in
            try store.answerPriceIncrease(originalTransactionID: id, accepts: true)
        }
    }

    /// Refuses a higher price for the customer: the subscription ends with its period.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `noSubscriptionFound` if it belongs to none; `invalidAction` if
    ///   nothing waits for consent
    public func declinePriceIncreaseForTransaction(identifier: Int) throws {
        try onSubscription(ofTransaction: identifier) { id throws(StoreError) in
            try store.answerPriceIncrease(originalTransactionID: id, accepts: false)
        }
    }

    /// The subscription that a transaction belongs to.
    func subscription(ofTransaction identifier: Int) throws(SKTestError) -> StoreSubscription {
        try SKTestError.translated { () throws(StoreError) in
            let transaction = try store.transaction(String(identifier))
            return try store.subscription(transaction.originalTransactionID)
        }
    }

    private func onSubscription(
        ofTransaction identifier: Int,
        _ body: (String) throws(StoreError) -> Void
    ) throws(SKTestError) {
        catchUp()
        let subscription = try subscription(ofTransaction: identifier)
        try SKTestError.translated { () throws(StoreError) in try body(subscription.originalTransactionID) }
    }

    private func liveSubscription(_ productIdentifier: String) throws(SKTestError) -> StoreSubscription {
        catchUp()
        let item = try SKTestError.translated { () throws(StoreError) in
            try store.products([productIdentifier], account: account).first
        }
        guard let item else {
            throw SKTestError(
                .invalidProductIdentifier,
                reason: "The configuration has no product \(productIdentifier)."
            )
        }
        guard item.type == .autoRenewableSubscription else {
            throw SKTestError(
                .invalidProductType,
                reason: "\(productIdentifier) is not an auto-renewable subscription, but \(item.type)."
            )
        }
        let subscription = store.subscriptions(account: account).first {
            $0.productID == productIdentifier && $0.isLive
        }
        guard let subscription else {
            throw SKTestError(
                .noSubscriptionFound,
                reason: "The customer has no subscription to \(productIdentifier) that is running."
            )
        }
        return subscription
    }
}
