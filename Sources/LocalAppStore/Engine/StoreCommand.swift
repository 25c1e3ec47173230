public import AppStoreModels
public import Foundation

/// What the store can be told to do; each is a function of ``StoreEngine`` too.
///
/// Commands are values so that scripts, faces and tests can keep, send and generate them.
public enum StoreCommand: Sendable, Hashable {
    /// Create an account; a nil storefront is the settings' one.
    case createAccount(id: String, storefront: String?)
    /// Move an account to another storefront.
    case setStorefront(String, account: String)
    /// Change what an account may do.
    case setAccountRules(account: String, AccountRules)
    /// Change the settings.
    case setSettings(StoreSettings)
    /// Buy something.
    case purchase(PurchaseRequest)
    /// Begin a purchase in the App Store, for the app to continue.
    case promotePurchase(productID: String, account: String)
    /// Approve a purchase that waits.
    case approve(attempt: String)
    /// Refuse a purchase that waits.
    case decline(attempt: String)
    /// Settle what interrupted a purchase.
    case resolveInterruption(attempt: String)
    /// Finish a transaction.
    case finish(transactionID: String)
    /// Restore what an account bought.
    case restore(account: String, applicationUsername: String?)
    /// Move the clock.
    case advance(to: Date)
    /// Turn renewal on or off.
    case setAutoRenew(Bool, originalTransactionID: String)
    /// Choose what the next renewal buys.
    case setRenewalProduct(String, originalTransactionID: String)
    /// End the period now and begin the next.
    case forceRenewal(originalTransactionID: String)
    /// End the subscription now.
    case expire(originalTransactionID: String)
    /// Charge a failed renewal.
    case resolveBilling(originalTransactionID: String)
    /// Move the end of the period.
    case extendRenewal(originalTransactionID: String, days: Int)
    /// Tell the customer of a higher price.
    case requestPriceIncrease(originalTransactionID: String, price: Decimal, needsConsent: Bool)
    /// Answer for the customer.
    case answerPriceIncrease(originalTransactionID: String, accepts: Bool)
    /// Refund a purchase.
    case refund(transactionID: String, reason: RevocationReason)
    /// Refuse a refund.
    case declineRefund(transactionID: String)
    /// Take a refund back.
    case reverseRefund(transactionID: String)
    /// Tell the developer that the customer asks for a refund.
    case requestRefund(transactionID: String, reason: String)
    /// End the subscription now for a reason of choice.
    case end(originalTransactionID: String, because: ExpirationIntent)
    /// Create a family with one member.
    case createFamily(id: String, organizer: String)
    /// Add an account to a family.
    case joinFamily(id: String, account: String)
    /// Take an account out of its family.
    case leaveFamily(account: String)
    /// Share a purchase with the family, or no longer.
    case setFamilySharing(Bool, originalTransactionID: String)
    /// Make codes that can be redeemed once each.
    case createOneTimeCodes(productID: String, referenceName: String, count: Int, expires: Date?)
    /// Make a code with a word of choice.
    case createCustomCode(String, productID: String, referenceName: String, limit: Int?, expires: Date?)
    /// Redeem a code.
    case redeemCode(String, account: String)
    /// Follow a link that begins a purchase in the app.
    case openPurchaseIntent(url: String, account: String)
    /// Let something go wrong.
    case setFault(StoreFault)
    /// End a fault.
    case clearFault(String)
    /// End all faults.
    case clearFaults
    /// Delete a transaction and what came of it.
    case delete(transactionID: String)
    /// Delete all transactions of an account, or of all accounts.
    case clearTransactions(account: String?)
}

/// What an account may do.
public struct AccountRules: Sendable, Hashable {
    /// Whether purchases are allowed at all.
    public var canMakePayments: Bool
    /// Whether a parent must approve each purchase.
    public var requiresApproval: Bool
    /// Whether renewals cannot be charged.
    public var renewalChargesFail: Bool

    /// Rules; by default everything is allowed and works.
    public init(canMakePayments: Bool = true, requiresApproval: Bool = false, renewalChargesFail: Bool = false) {
        self.canMakePayments = canMakePayments
        self.requiresApproval = requiresApproval
        self.renewalChargesFail = renewalChargesFail
    }
}
