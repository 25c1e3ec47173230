import AppStoreModels
import Foundation
import LocalAppStore

/// A function of the engine with its arguments, to be made up, shown in a failure, and carried out by two engines alike.
enum EngineCommand: Sendable, Hashable {
    case createAccount(id: String, storefront: String?)
    case setStorefront(String, account: String)
    case setAccountRules(account: String, AccountRules)
    case setSettings(StoreSettings)
    case purchase(PurchaseRequest)
    case promotePurchase(productID: String, account: String)
    case approve(attempt: String)
    case decline(attempt: String)
    case resolveInterruption(attempt: String)
    case finish(transactionID: String)
    case restore(account: String, applicationUsername: String?)
    case advance(to: Date)
    case setAutoRenew(Bool, originalTransactionID: String)
    case setRenewalProduct(String, originalTransactionID: String)
    case forceRenewal(originalTransactionID: String)
    case expire(originalTransactionID: String)
    case resolveBilling(originalTransactionID: String)
    case extendRenewal(originalTransactionID: String, days: Int)
    case requestPriceIncrease(originalTransactionID: String, price: Decimal, needsConsent: Bool)
    case answerPriceIncrease(originalTransactionID: String, accepts: Bool)
    case refund(transactionID: String, reason: RevocationReason)
    case declineRefund(transactionID: String)
    case reverseRefund(transactionID: String)
    case requestRefund(transactionID: String, reason: String)
    case reportConsumption(transactionID: String, StoreConsumptionAnswer)
    case settleRefund(transactionID: String)
    case setAppAccountToken(UUID, originalTransactionID: String)
    case extendAll(MassExtension)
    case end(originalTransactionID: String, because: ExpirationIntent)
    case createFamily(id: String, organizer: String)
    case joinFamily(id: String, account: String)
    case leaveFamily(account: String)
    case setFamilySharing(Bool, originalTransactionID: String)
    case createOneTimeCodes(productID: String, referenceName: String, count: Int, expires: Date?)
    case redeemCode(String, account: String)
    case setFault(StoreFault)
    case clearFaults
    case delete(transactionID: String)
    case clearTransactions(account: String?)
}

extension StoreEngine {
    /// Does what a command says.
    ///
    /// - Returns: The events, in order.
    @discardableResult
    mutating func handle(_ command: EngineCommand) throws(StoreError) -> [StoreEvent] {
        try run(command)
        return takeEvents()
    }

    /// Does what a command says; its events wait to be taken.
    mutating func run(_ command: EngineCommand) throws(StoreError) {
        switch command {
        case .createAccount(let id, let storefront): try createAccount(id: id, storefront: storefront)
        case .setStorefront(let code, let account): try setStorefront(code, account: account)
        case .setAccountRules(let account, let rules): try setRules(rules, account: account)
        case .setSettings(let settings): try setSettings(settings)
        case .purchase(let request): _ = try purchase(request)
        case .promotePurchase(let productID, let account): try promotePurchase(productID: productID, account: account)
        case .approve(let attempt): try approve(attempt: attempt)
        case .decline(let attempt): try decline(attempt: attempt)
        case .resolveInterruption(let attempt): try resolveInterruption(attempt: attempt)
        case .finish(let id): try finish(transactionID: id)
        case .restore(let account, let username): _ = try restore(account: account, applicationUsername: username)
        case .delete(let id): try delete(transactionID: id)
        case .clearTransactions(let account): try clearTransactions(account: account)
        case .refund(let id, let reason): try refund(transactionID: id, reason: reason)
        case .declineRefund(let id): try declineRefund(transactionID: id)
        case .reverseRefund(let id): try reverseRefund(transactionID: id)
        case .reportConsumption(let id, let answer): try reportConsumption(transactionID: id, answer)
        case .settleRefund(let id): try settleRefund(transactionID: id)
        case .setAppAccountToken(let token, let id): try setAppAccountToken(token, originalTransactionID: id)
        case .extendAll(let wanted): try extendAll(wanted)
        case .requestRefund(let id, let reason): try requestRefund(transactionID: id, reason: reason)
        case .createFamily(let id, let organizer): try createFamily(id: id, organizer: organizer)
        case .joinFamily(let id, let account): try joinFamily(id: id, account: account)
        case .leaveFamily(let account): try leaveFamily(account: account)
        case .setFamilySharing(let isOn, let id): try setFamilySharing(isOn, originalTransactionID: id)
        case .createOneTimeCodes(let productID, let referenceName, let count, let expires):
            try createOneTimeCodes(productID: productID, referenceName: referenceName, count: count, expires: expires)
        case .redeemCode(let code, let account): try redeemCode(code, account: account)
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
        case .setFault(let fault): try setFault(fault)
        case .clearFaults: clearFaults()
        case .advance(let date): try advance(to: date)
        }
    }
}
