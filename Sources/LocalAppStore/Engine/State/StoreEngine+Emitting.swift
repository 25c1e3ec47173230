import OrderedCollections

extension StoreEngine {
    /// Records that something happened and puts its records in place.
    ///
    /// - Parameters:
    ///   - accountID: To whom; nil for the account that the records are of, if there is one.
    ///   - subject: What changes besides purchases.
    mutating func emit(
        _ name: StoreEvent.Name,
        account accountID: String? = nil,
        notification: StoreNotification? = nil,
        transactions: [StoreTransaction] = [],
        subscription: StoreSubscription? = nil,
        attempt: PurchaseAttempt? = nil,
        about subject: StoreEvent.Subject? = nil
    ) {
        let product = transactions.first?.productID
        let customer = accountID ?? transactions.first?.accountID ?? subscription?.accountID
        let (notification, faults) = faulty(notification, account: customer, product: product)
        if told != nil, let notification {
            told?.append(ToldNotification(notification, eventCount + 1, customer, transactions.first))
        }
        if attempt == nil, subject == nil, faults == nil, !keepsEvents, familyState.groups.isEmpty {
            // Nobody would hear of it, so there need be no event.
            return countUnheard(transactions, subscription)
        }
        var event = StoreEvent(
            sequence: eventCount + 1,
            date: now,
            name: name,
            accountID: accountID ?? transactions.first?.accountID ?? subscription?.accountID
                ?? attempt?.request.accountID ?? subject?.accountID,
            notification: notification,
            transactions: transactions,
            subscription: subscription,
            attempt: attempt,
            identifierCount: identifiers.count
        )
        if let subject { event.tell(of: subject) }
        if let faults { event.tell(of: .faults(faults)) }
        take(event)
        if !familyState.groups.isEmpty { passOnToFamily(event) }
    }

    /// Records something about a subscription whose latest transaction does not change.
    mutating func emit(_ name: StoreEvent.Name, notification: StoreNotification?, latestOf chain: StoreSubscription) {
        let latest = ledger[chain.latestTransactionID].map { [$0] } ?? []
        emit(name, notification: notification, transactions: latest, subscription: chain)
    }
}
