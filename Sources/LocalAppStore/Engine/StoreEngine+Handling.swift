extension StoreEngine {
    /// Does what a command says.
    ///
    /// - Returns: The events, in order.
    /// - Throws: What the function of the same name throws; then nothing has changed.
    @discardableResult
    public mutating func handle(_ command: StoreCommand) throws(StoreError) -> [StoreEvent] {
        try run(command)
        return takeEvents()
    }

    /// Does what a command says; its events wait to be taken.
    mutating func run(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .createAccount, .setStorefront, .setAccountRules, .setSettings: try handleAccount(command)
        case .purchase, .promotePurchase, .openPurchaseIntent, .approve, .decline, .resolveInterruption:
            try handlePurchase(command)
        case .finish, .restore, .delete, .clearTransactions: try handleQueue(command)
        case .refund, .declineRefund, .reverseRefund, .requestRefund: try handleRefund(command)
        case .createFamily, .joinFamily, .leaveFamily, .setFamilySharing: try handleFamily(command)
        case .createOneTimeCodes, .createCustomCode, .redeemCode: try handleOfferCode(command)
        case .setFault(let fault): try setFault(fault)
        case .clearFault(let id): try clearFault(id)
        case .clearFaults: clearFaults()
        case .advance(let date): try advance(to: date)
        default: try handleSubscription(command)
        }
    }

    private mutating func handleAccount(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .createAccount(let id, let storefront): try createAccount(id: id, storefront: storefront)
        case .setStorefront(let code, let account): try setStorefront(code, account: account)
        case .setAccountRules(let account, let rules): try setRules(rules, account: account)
        case .setSettings(let settings): try setSettings(settings)
        default: break
        }
    }

    private mutating func handlePurchase(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .purchase(let request): _ = try purchase(request)
        case .promotePurchase(let productID, let account): try promotePurchase(productID: productID, account: account)
        case .openPurchaseIntent(let url, let account): try openPurchaseIntent(url: url, account: account)
        case .approve(let attempt): try approve(attempt: attempt)
        case .decline(let attempt): try decline(attempt: attempt)
        case .resolveInterruption(let attempt): try resolveInterruption(attempt: attempt)
        default: break
        }
    }

    private mutating func handleQueue(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .finish(let id): try finish(transactionID: id)
        case .restore(let account, let username): _ = try restore(account: account, applicationUsername: username)
        case .delete(let id): try delete(transactionID: id)
        case .clearTransactions(let account): try clearTransactions(account: account)
        default: break
        }
    }

    private mutating func handleRefund(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .refund(let id, let reason): try refund(transactionID: id, reason: reason)
        case .declineRefund(let id): try declineRefund(transactionID: id)
        case .reverseRefund(let id): try reverseRefund(transactionID: id)
        case .requestRefund(let id, let reason): try requestRefund(transactionID: id, reason: reason)
        default: break
        }
    }

    private mutating func handleFamily(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .createFamily(let id, let organizer): try createFamily(id: id, organizer: organizer)
        case .joinFamily(let id, let account): try joinFamily(id: id, account: account)
        case .leaveFamily(let account): try leaveFamily(account: account)
        case .setFamilySharing(let isOn, let id): try setFamilySharing(isOn, originalTransactionID: id)
        default: break
        }
    }

    private mutating func handleOfferCode(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .createOneTimeCodes(let productID, let referenceName, let count, let expires):
            try createOneTimeCodes(productID: productID, referenceName: referenceName, count: count, expires: expires)
        case .createCustomCode(let code, let productID, let referenceName, let limit, let expires):
            try createCustomCode(
                code,
                productID: productID,
                referenceName: referenceName,
                limit: limit,
                expires: expires
            )
        case .redeemCode(let code, let account): try redeemCode(code, account: account)
        default: break
        }
    }

    private mutating func handleSubscription(_ command: StoreCommand) throws(StoreError) {
        switch command {
        case .setAutoRenew(let isOn, let id): try setAutoRenew(isOn, originalTransactionID: id)
        case .setRenewalProduct(let product, let id): try setRenewalProduct(product, originalTransactionID: id)
        case .forceRenewal(let id): try forceRenewal(originalTransactionID: id)
        case .expire(let id): try expire(originalTransactionID: id)
        case .end(let id, let intent): try end(originalTransactionID: id, because: intent)
        case .resolveBilling(let id): try resolveBilling(originalTransactionID: id)
        case .extendRenewal(let id, let days): try extendRenewal(originalTransactionID: id, days: days)
        case .requestPriceIncrease(let id, let price, let needsConsent):
            try requestPriceIncrease(originalTransactionID: id, price: price, needsConsent: needsConsent)
        case .answerPriceIncrease(let id, let accepts):
            try answerPriceIncrease(originalTransactionID: id, accepts: accepts)
        default: break
        }
    }
}
