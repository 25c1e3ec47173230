public import Foundation

extension LocalAppStore {
    /// Buys something, as far as the settings let it through.
    ///
    /// - Throws: `unknownAccount`, `unknownProduct`, `invalidQuantity`, `paymentNotAllowed`
    public func purchase(_ request: PurchaseRequest) throws(StoreError) -> PurchaseOutcome {
        try perform { engine throws(StoreError) in try engine.purchase(request) }
    }

    /// Buys something and expects it to go through.
    ///
    /// - Throws: What ``purchase(_:)`` throws; `notPurchased` if it waits, was interrupted or failed.
    @discardableResult
    public func buy(
        productID: String,
        account: String,
        quantity: Int = 1,
        appAccountToken: UUID? = nil,
        applicationUsername: String? = nil
    ) throws(StoreError) -> StoreTransaction {
        let request = PurchaseRequest(
            productID: productID,
            accountID: account,
            quantity: quantity,
            appAccountToken: appAccountToken,
            applicationUsername: applicationUsername
        )
        return try purchase(request).purchase()
    }

    /// Begins a purchase in the App Store: the app is asked whether to continue.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - account: Who taps on it.
    ///   - winBackOfferID: The win-back offer that the customer saw there, which the app hears of with StoreKit 2; whether
    ///     the customer may have it is found out when the app buys with it.
    /// - Throws: `unknownAccount`, `unknownProduct`, `unknownOffer`
    public func promotePurchase(
        productID: String,
        account: String,
        winBackOfferID: String? = nil
    ) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.promotePurchase(productID: productID, account: account, winBackOfferID: winBackOfferID)
        }
    }

    /// Follows a link that begins a purchase:
    /// `itms-services://?action=purchaseIntent&bundleId=…&productIdentifier=…`.
    ///
    /// - Throws: `invalidLink`, `unknownAccount`, `unknownProduct`
    public func openPurchaseIntent(url: String, account: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.openPurchaseIntent(url: url, account: account) }
    }

    /// All purchase attempts in order: those that wait, failed, or became transactions later.
    public var attempts: [PurchaseAttempt] { engine.attempts }

    /// Approves a purchase that waits; its transaction is made now.
    ///
    /// - Throws: `unknownAttempt`, `invalidState`, `unknownProduct`
    @discardableResult
    public func approve(attempt id: String) throws(StoreError) -> StoreTransaction {
        try perform { engine throws(StoreError) in try engine.approve(attempt: id) }
    }

    /// Refuses a purchase that waits.
    ///
    /// - Throws: `unknownAttempt`, `invalidState`
    public func decline(attempt id: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.decline(attempt: id) }
    }

    /// Settles what interrupted a purchase; its transaction is made now.
    ///
    /// - Throws: `unknownAttempt`, `invalidState`, `unknownProduct`
    @discardableResult
    public func resolveInterruption(attempt id: String) throws(StoreError) -> StoreTransaction {
        try perform { engine throws(StoreError) in try engine.resolveInterruption(attempt: id) }
    }
}

extension PurchaseOutcome {
    /// The transaction, where one is expected.
    ///
    /// - Throws: `notPurchased` if it waits, was interrupted or failed
    func purchase() throws(StoreError) -> StoreTransaction {
        switch self {
        case .purchased(let transaction): return transaction
        case .deferred(let attempt): throw StoreError(.notPurchased, "attempt \(attempt.id) waits for approval")
        case .interrupted(let attempt): throw StoreError(.notPurchased, "attempt \(attempt.id) was interrupted")
        case .failed(let attempt, let failure): throw StoreError(.notPurchased, "attempt \(attempt.id): \(failure)")
        }
    }
}
