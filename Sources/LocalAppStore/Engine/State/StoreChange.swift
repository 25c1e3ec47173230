import Foundation
import OrderedCollections

/// What a change of a `StoreEngine` replaced, so that it can be taken back if it cannot be written down.
///
/// A copy of the engine would do the same; but copies of millions of records, made for every command, cost more than the
/// commands. This costs a few entries of an array, and is used only when the disk fails.
struct StoreChange: Sendable {
    // What is small is kept as a whole.
    let now: Date
    let settings: StoreSettings
    let eventCount: Int
    let identifierCount: Int
    let faultState: FaultState
    let externalPurchases: ExternalPurchaseState
    let messagingState: MessagingState
    /// How many names and terms the ledgers had: those of refused commands shall not pile up.
    let ledger, chains: (names: LedgerNames.Counts, terms: Int)
    /// The rest piece by piece, in the order in which it was replaced.
    var steps: [Step] = []

    /// What was replaced: the old value, nil for something new.
    enum Step: Sendable {
        case account(String, StoreAccount?)
        case attempt(String, PurchaseAttempt?)
        case family(String, FamilyGroup?)
        case offerCode(String, OfferCode?)
        case offerNonce(UUID)
        case refundRequest(String, StoreRefundRequest?)
        case massExtension(String, MassExtension?)
        case transaction(TransactionLedger.Replaced)
        case subscription(SubscriptionLedger.Replaced, Share?)
        /// Everything about transactions, before some were deleted.
        case tables(TransactionLedger, SubscriptionLedger, [String: OrderedSet<String>], Agenda, RefundState)
    }

    /// A family member's subscription that came to be known as a repetition of the purchaser's.
    struct Share: Sendable {
        let original, copy: String

        init(of original: String, _ copy: String) {
            self.original = original
            self.copy = copy
        }
    }
}

extension StoreChange {
    /// Remembers what is small, and how much there is of the rest.
    init(of engine: StoreEngine) {
        self.init(
            now: engine.now,
            settings: engine.settings,
            eventCount: engine.eventCount,
            identifierCount: engine.identifiers.count,
            faultState: engine.faultState,
            externalPurchases: engine.externalPurchases,
            messagingState: engine.messagingState,
            ledger: (engine.ledger.names.counts, engine.ledger.terms.count),
            chains: (engine.chains.names.counts, engine.chains.terms.count)
        )
    }
}
