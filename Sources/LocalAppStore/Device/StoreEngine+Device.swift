import Foundation

/// What a device asks, with the faults that strike on the way.
///
/// A refusal is returned, not thrown: the strike that caused it has happened and is written down.
extension StoreEngine {
    /// The account that a device is really signed in to.
    func signedInAccount(_ account: String) -> String {
        fault(.accountSwitch, account: account)?.parameters.otherAccountID ?? account
    }

    /// Whether a device of the account hears nothing from the store.
    func isCutOff(_ account: String) -> Bool {
        fault(.offline, account: account) != nil || fault(.connectionLost, account: account) != nil
    }

    /// Begins an operation of a device.
    mutating func start(
        _ operation: DeviceOperation,
        account: String,
        product: String?
    ) -> Result<DeviceStart, StoreError> {
        if let refusal = strikeConnection(account) { return .failure(refusal) }
        var start = DeviceStart()
        switch operation {
        case .products:
            if let fault = strike(.productRequestSlow, account: account) {
                start.pauseSeconds = fault.parameters.seconds ?? 0
            }
            if let refusal = strikeFailure(.productRequestFails, account) { return .failure(refusal) }
        case .purchase:
            strikeStorefront(account, product)
            start.showsSheet = strike(.sheetNeverShown, account: account, product: product) == nil
        case .restore:
            if let refusal = strikeFailure(.restoreFails, account) { return .failure(refusal) }
        case .receiptRefresh: break
        }
        return .success(start)
    }

    /// Buys for a device.
    ///
    /// - Throws: What ``purchase(_:)`` throws.
    mutating func devicePurchase(_ request: PurchaseRequest) throws(StoreError) -> DevicePurchase {
        let (account, product) = (request.accountID, request.productID)
        var request = request
        request.accountID = signedInAccount(account)
        return conclude(try self.purchase(request), account: account, product: product)
    }

    /// Redeems an offer code for a device: the customer's sheet is the App Store's, but what is redeemed is a purchase.
    ///
    /// - Throws: What ``redeemCode(_:account:)`` throws.
    mutating func deviceRedeem(
        _ code: String,
        account: String
    ) throws(StoreError) -> Result<DevicePurchase, StoreError> {
        let signedIn = signedInAccount(account)
        if let refusal = strikeConnection(account) { return .failure(refusal) }
        let product = try redemption(of: code, by: signedIn).0.productID
        strikeStorefront(account, product)
        if let refusal = strikeFailure(.purchaseFails, account, product) { return .failure(refusal) }
        do throws(StoreError) {
            let transaction = try redeemCode(code, account: signedIn)
            return .success(conclude(.purchased(transaction), account: account, product: product))
        } catch {
            return .failure(error)
        }
    }

    /// What the app hears of a purchase.
    mutating func conclude(_ outcome: PurchaseOutcome, account: String, product: String) -> DevicePurchase {
        var purchase = DevicePurchase(outcome: outcome)
        _ = strike(.accountSwitch, account: account)
        guard outcome.transaction != nil else { return purchase }
        if strike(.cancelledAfterSuccess, account: account, product: product) != nil {
            purchase.failure = .cancelled
        } else if let fault = strike(.chargeThenError, account: account, product: product) {
            purchase.failure = fault.parameters.failure ?? .unknown
        } else if strike(.duplicateDelivery, account: account, product: product) != nil {
            purchase.deliveries = 2
        }
        return purchase
    }

    /// Finishes for a device: now, later, or never.
    mutating func deviceFinish(_ transactionID: String, account: String) throws(StoreError) -> Result<Void, StoreError>
    {
        guard let product = ledger.terms(of: transactionID)?.productID else {
            throw unknownTransaction(transactionID)
        }
        if let refusal = strikeConnection(account) { return .failure(refusal) }
        if strike(.finishLost, account: account, product: product) != nil { return .success(()) }
        if let fault = strike(.finishLate, account: account, product: product) {
            let transaction = try transaction(transactionID)
            var state = faultState
            state.finish(transactionID, at: now.adding(seconds: fault.parameters.seconds ?? 0).inMilliseconds)
            emit(.finishPutOff, account: transaction.accountID, about: .faults(state, fault))
            return .success(())
        }
        try finish(transactionID: transactionID)
        return .success(())
    }

    /// Lets the faults of the connection strike.
    mutating func strikeConnection(_ account: String) -> StoreError? {
        if strike(.offline, account: account) != nil {
            return StoreError(.offline, "the device is offline: a fault of the store")
        }
        if strike(.connectionLost, account: account) != nil {
            return StoreError(.connectionLost, "the connection to the store service was lost: a fault of the store")
        }
        return nil
    }

    /// Moves the account to another storefront, if a fault says so.
    private mutating func strikeStorefront(_ account: String, _ product: String?) {
        guard let fault = strike(.storefrontSwitch, account: account, product: product) else { return }
        let storefront = fault.parameters.storefront ?? settings.storefront
        // Account and storefront were checked when the fault was set.
        try? setStorefront(storefront, account: signedInAccount(account))
    }

    private mutating func strikeFailure(
        _ kind: StoreFault.Kind,
        _ account: String,
        _ product: String? = nil
    ) -> StoreError? {
        guard let fault = strike(kind, account: account, product: product) else { return nil }
        let failure = fault.parameters.failure ?? .unknown
        return StoreError(.failing(failure), "\(kind): a fault of the store")
    }
}
