import LocalAppStore

/// What happened to an account, as StoreKit 2 tells it.
struct SessionNews: Sendable, Hashable {
    /// A transaction that is new or was changed.
    struct Item: Sendable, Hashable {
        var identifier: String
        var kind: NewsKind
    }

    var items: [Item] = []
    /// The group of the subscription that changed.
    var groupID: String?
    /// The attempt that became a purchase.
    var attemptIdentifier: String?

    /// Nil for what StoreKit 2 says nothing of.
    init?(_ event: StoreEvent) {
        let kind: NewsKind = event.isDelivery ? .delivery : .change
        items = event.toldTransactions.map { Item(identifier: $0.transactionID, kind: kind) }
        groupID = event.subscription?.groupID
        attemptIdentifier = event.attempt?.id
        if items.isEmpty, groupID == nil { return nil }
    }
}

/// Why the app hears of a transaction.
enum NewsKind: Sendable, Hashable {
    /// It is to be delivered; of no interest any more once it is finished.
    case delivery
    /// Something about it changed: it was refunded, or goes on for longer.
    case change
}

extension StoreEvent {
    fileprivate var isDelivery: Bool {
        attempt != nil
            || [.purchased, .redelivered, .renewed, .billingRecovered, .upgraded, .familyShared].contains(name)
    }

    /// The transactions that the app has to hear of: those that are to be delivered, and those that were changed.
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
