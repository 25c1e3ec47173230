import LocalAppStore

/// What happened to an account, as StoreKit 2 tells it.
struct SessionNews: Sendable, Hashable {
    /// A transaction that is new or was changed.
    struct Item: Sendable, Hashable {
        var identifier: String
        /// Whether the customer bought it, instead of the store having renewed, refunded or shared it.
        var isPurchase: Bool
    }

    var items: [Item] = []
    /// The group of the subscription that changed.
    var groupID: String?
    /// The attempt that became a purchase.
    var attemptIdentifier: String?

    /// Nil for what StoreKit 2 says nothing of.
    init?(_ event: StoreEvent) {
        items = event.toldTransactions.map { transaction in
            Item(identifier: transaction.transactionID, isPurchase: event.isPurchase)
        }
        groupID = event.subscription?.groupID
        attemptIdentifier = event.attempt?.id
        if items.isEmpty, groupID == nil { return nil }
    }
}

extension StoreEvent {
    fileprivate var isPurchase: Bool { [.purchased, .redelivered, .upgraded].contains(name) || attempt != nil }

    /// The transactions that the app has to hear of: those that are to be delivered, and those that were taken back.
    ///
    /// An expiry, and a renewal that is turned off or goes to another product, change no transaction.
    fileprivate var toldTransactions: [StoreTransaction] {
        switch name {
        case .purchased, .redelivered, .renewed, .billingRecovered, .upgraded, .familyShared:
            transactions.filter { !$0.isFinished && !$0.isRestored }
        case .refunded, .refundReversed, .familyRevoked, .renewalExtended: transactions.filter { !$0.isRestored }
        default: attempt?.status == .completed ? transactions.filter { $0.transactionID == attempt?.transactionID } : []
        }
    }
}
