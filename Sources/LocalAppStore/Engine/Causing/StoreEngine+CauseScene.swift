import AppStoreModels
import OrderedCollections
import StoreConfiguration

// Who and what a notification is to be about; what is missing is made.

extension StoreEngine {
    /// The customer: the one that was named, the transaction's, the first there is, or a new one.
    mutating func customer(_ scene: inout CauseScene) throws(StoreError) -> String {
        if let id = scene.cause.transactionID {
            let owner = try transaction(id).accountID
            if let named = scene.cause.accountID, named != owner {
                throw StoreError(.invalidValue, "transaction \(id) is \"\(owner)\"'s, not \"\(named)\"'s")
            }
            return owner
        }
        if let named = scene.cause.accountID {
            return customers.contains(named) ? named : try newCustomer(named, &scene)
        }
        if let first = customers.all.first?.id { return first }
        return try newCustomer("customer", &scene)
    }

    /// Creates a customer, of this name or one that begins so.
    mutating func newCustomer(_ name: String, _ scene: inout CauseScene) throws(StoreError) -> String {
        let id = freeAccountName(name)
        try createAccount(id: id)
        scene.note("created account \(id)")
        return id
    }

    /// Buys something that must go through.
    @discardableResult
    mutating func buyNow(
        _ productID: String,
        for account: String,
        offer: PurchaseOffer? = nil,
        _ scene: inout CauseScene
    ) throws(StoreError) -> StoreTransaction {
        let outcome = try purchase(PurchaseRequest(productID: productID, accountID: account, offer: offer))
        guard let transaction = outcome.transaction else {
            throw StoreError(.notPurchased, "account \"\(account)\" cannot buy \(productID): \(outcome)")
        }
        scene.note("account \(account) bought \(productID): transaction \(transaction.transactionID)")
        return transaction
    }

    /// A product for which something is true, the named one if there is one.
    func product(
        _ scene: CauseScene,
        _ what: String,
        where fits: (Catalogue.Entry) -> Bool
    ) throws(StoreError) -> Catalogue.Entry {
        if let named = scene.cause.productID {
            let entry = try entry(named)
            guard fits(entry) else { throw StoreError(.invalidState, "\(named) is not \(what) that would do") }
            return entry
        }
        let fitting = catalogue.all.filter(fits)
        if let found = fitting.first(where: { !settings.withdrawnProductIDs.contains($0.productID) }) { return found }
        throw StoreError(.unknownProduct, "the catalogue has not \(what) that would do" + offering(fitting))
    }

    /// What to do about products that would do if they were for sale.
    private func offering(_ entries: [Catalogue.Entry]) -> String {
        guard let first = entries.first?.productID else { return "" }
        let others = settings.withdrawnProductIDs.subtracting([first]).sorted().map { "\"\($0)\"" }
        return "; \(first) was removed from sale, offer it again with "
            + "`purser store settings 'withdrawnProductIds=[\(others.joined(separator: ","))]'`"
    }

    /// The subscription that is to change: that of the transaction, one that is live, or a new one. It is charged, and not
    /// free.
    ///
    /// - Parameter product: What it is for, if it has been for that; nil for what the cause names, if it names one. The period
    ///   that begins here, where one must, is not the one with which a planned change to another product comes.
    mutating func paidChain(
        _ scene: inout CauseScene,
        keeping product: String? = nil
    ) throws(StoreError) -> StoreSubscription {
        var chain = try liveChain(&scene)
        let isFree = ledger[chain.latestTransactionID]?.offer?.paymentMode == .freeTrial
        if isFree || chain.isInBillingRetryPeriod, chain.productID == product ?? scene.cause.productID {
            takeBackPlannedChange(of: &chain, &scene)
        }
        if chain.isInBillingRetryPeriod {
            try letCharge(true, chain.accountID, &scene)
            try resolveBilling(originalTransactionID: chain.originalTransactionID)
            scene.note("charged the failed renewal of subscription \(chain.originalTransactionID)")
            chain = try subscription(chain.originalTransactionID)
        }
        if ledger[chain.latestTransactionID]?.offer?.paymentMode == .freeTrial {
            try forceRenewal(originalTransactionID: chain.originalTransactionID)
            scene.note("ended the free trial of subscription \(chain.originalTransactionID)")
            chain = try subscription(chain.originalTransactionID)
        }
        return chain
    }

    /// Lets a subscription renew to what it is.
    private mutating func takeBackPlannedChange(of chain: inout StoreSubscription, _ scene: inout CauseScene) {
        guard chain.autoRenewProductID != chain.productID else { return }
        chain.autoRenewProductID = chain.productID
        emit(.renewalPreferenceChanged, notification: StoreNotification(.didChangeRenewalPref), subscription: chain)
        scene.note("took back the change of subscription \(chain.originalTransactionID) to another product")
    }

    /// A subscription that is not over.
    mutating func liveChain(_ scene: inout CauseScene) throws(StoreError) -> StoreSubscription {
        let account = try customer(&scene)
        if let id = scene.cause.transactionID {
            let transaction = try transaction(id)
            guard transaction.productType == .autoRenewableSubscription else {
                throw StoreError(.invalidState, "transaction \(id) is of no auto-renewable subscription")
            }
            let chain = try purchasedSubscription(transaction.originalTransactionID)
            if chain.isLive { return chain }
            try buyNow(chain.productID, for: account, &scene)
            return try subscription(chain.originalTransactionID)
        }
        let wanted = scene.cause.productID
        let live = chains.records(of: account).last { chain in
            chain.isLive && chain.sharing == nil && chain.commerce == nil
                && (wanted == nil || wanted == chain.productID)
        }
        if let live { return live }
        let entry = try product(scene, "an auto-renewable subscription") { $0.subscription != nil }
        let bought = try buyNow(entry.productID, for: account, &scene)
        return try subscription(bought.originalTransactionID)
    }

    /// A purchase that was paid for and not refunded, for which something is true; bought if there is none.
    mutating func purchase(
        _ scene: inout CauseScene,
        _ what: String,
        of types: [ProductType]
    ) throws(StoreError) -> StoreTransaction {
        if let id = scene.cause.transactionID { return try transaction(id) }
        let account = try customer(&scene)
        let wanted = scene.cause.productID
        let found = ledger.records(of: account).last { transaction in
            !transaction.isRestored && transaction.revocationDate == nil && transaction.ownership == .purchased
                && types.contains(transaction.productType) && (wanted == nil || wanted == transaction.productID)
        }
        if let found { return found }
        let entry = try product(scene, what) { types.contains($0.type) }
        return try buyNow(entry.productID, for: account, &scene)
    }

    /// Lets renewals of a customer be charged, or not.
    mutating func letCharge(_ works: Bool, _ account: String, _ scene: inout CauseScene) throws(StoreError) {
        let customer = try self.account(account)
        guard customer.renewalChargesFail == works else { return }
        try setRules(
            AccountRules(
                canMakePayments: customer.canMakePayments,
                requiresApproval: customer.requiresApproval,
                renewalChargesFail: !works
            ),
            account: account
        )
        scene.note("renewals of account \(account) " + (works ? "can be charged again" : "cannot be charged any more"))
    }
}
