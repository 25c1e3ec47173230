import AppStoreModels
import Foundation
import LocalAppStore

extension SessionTransaction {
    init(_ transaction: StoreTransaction, originalDate: Date? = nil) {
        var payment = PaymentFields()
        payment.productIdentifier = transaction.productID
        payment.quantity = transaction.quantity
        payment.applicationUsername = transaction.applicationUsername ?? transaction.appAccountToken?.uuidString
        self.init(
            identifier: transaction.transactionID,
            date: transaction.purchaseDate,
            payment: payment,
            original: transaction.restoredTransactionID.map { restored in
                Original(identifier: restored, date: originalDate ?? transaction.originalPurchaseDate)
            }
        )
    }
}

extension SessionPurchase {
    /// What redeeming a code gave; nil for a transaction that was delivered long ago, whose subscription goes on with the
    /// offer later.
    init?(redeemed transaction: StoreTransaction?, deliveries: Int) {
        guard let transaction, transaction.isNew else { return nil }
        self = .purchased(SessionTransaction(transaction), deliveries: deliveries)
    }
}

extension SessionEvent {
    /// What an event of the store means to the device.
    static func events(_ event: StoreEvent) -> [SessionEvent] {
        let news: [SessionEvent] = SessionNews(event).map { [.news($0)] } ?? []
        // The customer is asked again each time; what the news say of the subscription asks nobody twice.
        return event.name == .priceIncreaseRequested ? queueEvents(event) + news : news + queueEvents(event)
    }

    /// What it means to the payment queue.
    private static func queueEvents(_ event: StoreEvent) -> [SessionEvent] {
        if let attempt = event.attempt { return events(event, of: attempt) }
        switch event.name {
        case .refunded, .familyRevoked:
            let products = event.transactions.filter(\.isEntitlement).map(\.productID)
            return products.isEmpty ? [] : [.revoked(productIdentifiers: Array(Set(products)))]
        case .purchasePromoted: return [.promoted]
        case .priceIncreaseRequested:
            guard let subscription = event.subscription, subscription.priceIncrease?.isAccepted == false else {
                return []
            }
            return [.priceIncreased(subscription: subscription.originalTransactionID, sequence: event.sequence)]
        case .storefrontChanged: return [.storefrontChanged]
        case .deleted: return [.deleted(identifiers: Set(event.deletedTransactionIDs))]
        case .stateRestored: return [.stateReplaced]
        case .restored, .finished: return []
        default: return event.transactions.filter { $0.isNew }.map { .purchased(SessionTransaction($0)) }
        }
    }

    private static func events(_ event: StoreEvent, of attempt: PurchaseAttempt) -> [SessionEvent] {
        switch attempt.status {
        case .completed:
            guard let transaction = event.transactions.first(where: { $0.transactionID == attempt.transactionID })
            else { return [] }
            return [.completed(pendingIdentifier: attempt.id, SessionTransaction(transaction))]
        case .declined: return [.declined(pendingIdentifier: attempt.id)]
        default: return []
        }
    }
}

extension StoreEvent {
    /// Whether a fault is over that cut a device of the account off, so that what happened meanwhile has to be fetched.
    func reconnects(_ account: String) -> Bool {
        guard let fault, [.faultStruck, .faultCleared].contains(name) else { return false }
        return [.offline, .connectionLost].contains(fault.kind)
            && (fault.accountID == nil || fault.accountID == account)
    }
}

extension StoreTransaction {
    /// Whether the app still has to deliver it.
    fileprivate var isNew: Bool { !isFinished && !isRestored && revocationDate == nil }

    /// Whether it gives something that can be taken back.
    fileprivate var isEntitlement: Bool {
        revocationDate != nil && [.nonConsumable, .autoRenewableSubscription].contains(productType)
    }
}

extension SessionAttempt {
    init(_ attempt: PurchaseAttempt) {
        switch attempt.status {
        case .completed: self = attempt.transactionID.map { .completed(transaction: $0) } ?? .open
        case .declined, .failed: self = .declined
        default: self = .open
        }
    }
}

extension SessionPriceIncrease {
    /// The higher price of a subscription that the customer has not answered; nil if there is none.
    init?(_ subscription: StoreSubscription) {
        guard let increase = subscription.priceIncrease, !increase.isAccepted else { return nil }
        self.init(
            identifier: subscription.originalTransactionID,
            sheet: SheetPriceIncrease(
                productIdentifier: subscription.autoRenewProductID,
                price: increase.price.amount,
                currency: increase.price.currency
            )
        )
    }
}

extension PurchaseRequest {
    /// What a payment asks of the store.
    init(_ payment: PaymentFields, account: String) {
        if let request = payment.request {
            self = request
            accountID = account
            return
        }
        self.init(
            productID: payment.productIdentifier,
            accountID: account,
            quantity: payment.quantity,
            applicationUsername: payment.applicationUsername,
            simulatesAskToBuy: payment.simulatesAskToBuyInSandbox,
            offer: payment.paymentDiscount.map { PurchaseOffer($0) }
        )
    }
}

extension PurchaseOffer {
    /// The promotional offer that a discount names and signs.
    init(_ discount: SKPaymentDiscount) {
        // What is not base64 goes on as it is: it is no signature, and the store says so.
        let signature = Data(base64: discount.signature) ?? Data(discount.signature.utf8)
        self = .promotional(
            identifier: discount.identifier,
            signature: PromotionalOfferSignature(
                keyID: discount.keyIdentifier,
                nonce: discount.nonce,
                timestamp: discount.timestamp.int64Value,
                signature: signature
            )
        )
    }
}
