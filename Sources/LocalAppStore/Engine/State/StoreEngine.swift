import AppStoreModels
package import Foundation
import OrderedCollections
package import StoreConfiguration

/// The store as a pure value: commands go in, events come out, nothing else happens.
///
/// No clock, no randomness, no disk, no lock: the same commands on the same seed give the same state. Time moves only
/// by ``advance(to:)``, which does everything that falls due on the way, each at its own moment.
///
/// A command that throws changes nothing.
package struct StoreEngine: Sendable {
    /// The app whose purchases are kept.
    package let app: StoreApp
    /// What time it is in the store.
    package private(set) var now: Date
    /// How the store behaves.
    package private(set) var settings: StoreSettings
    /// How many events there have been.
    package private(set) var eventCount = 0

    let catalogue: Catalogue
    /// The server's In-App Purchase key, with which offers may be signed, too; no log and no snapshot has it.
    var serverKey: OffersVerificationKey?
    var identifiers: IdentifierSequence
    private(set) var ledger = TransactionLedger()
    private(set) var customers = AccountTable()
    private(set) var attemptsByID: OrderedDictionary<String, PurchaseAttempt> = [:]
    private(set) var chains = SubscriptionLedger()
    private(set) var familyState = FamilyState()
    private(set) var offerState = OfferState()
    private(set) var faultState = FaultState()
    private(set) var refundState = RefundState()
    private(set) var massExtensions = MassExtensionState()
    private(set) var externalPurchases = ExternalPurchaseState()
    /// The notifications of the command under way; nil while nobody asks which.
    var told: [ToldNotification]?
    private(set) var messagingState = MessagingState()
    private(set) var agenda = Agenda()
    private var emitted: [StoreEvent] = []
    /// What the last events replaced; nil while nobody may ask for it.
    var past: StorePast?
    /// Whether events wait to be taken; false while nobody would hear of them, so that they cost nothing.
    var keepsEvents = true
    /// What the change under way replaced; nil while none can be taken back.
    private var change: StoreChange?

    /// A new store without accounts.
    ///
    /// - Parameters:
    ///   - configuration: What is for sale, and the first settings.
    ///   - app: The app whose purchases are kept.
    ///   - start: What time it is.
    ///   - seed: Decides all identifiers.
    ///   - settings: The first settings; nil for the configuration's.
    package init(
        configuration: StoreConfiguration,
        app: StoreApp,
        start: Date,
        seed: UInt64,
        settings: StoreSettings? = nil
    ) {
        self.app = app
        now = start.inMilliseconds
        self.settings = settings ?? StoreSettings(configuration.settings)
        catalogue = Catalogue(configuration)
        identifiers = IdentifierSequence(seed: seed)
    }

    /// The events since this was last called, in order.
    package mutating func takeEvents() -> [StoreEvent] {
        defer { emitted = [] }
        return emitted
    }

    /// Puts the records of an event that happened earlier in place, as when a log is read.
    package mutating func replay(_ event: StoreEvent) { put(event) }
}

// MARK: Changing the state: only here

extension StoreEngine {
    /// Puts the records of a new event in place, and keeps it for those who hear of it.
    mutating func take(_ event: StoreEvent) {
        put(event)
        if keepsEvents { emitted.append(event) }
    }

    /// Puts the records of an event in place of which nobody hears; it only counts.
    mutating func countUnheard(_ transactions: [StoreTransaction], _ subscription: StoreSubscription?) {
        eventCount += 1
        put(transactions, subscription)
    }

    /// The same for a renewal that is packed already.
    ///
    /// - Parameter row: Of the subscription, which is due at the moment in `subscription`.
    mutating func countUnheard(_ transaction: PackedTransaction, _ subscription: PackedSubscription, row: Int) {
        eventCount += 1
        note(.transaction(ledger.append(transaction, changedBy: eventCount)))
        let old = chains.table[row]
        chains.table[row] = subscription
        note(.subscription(SubscriptionLedger.Replaced(row: row, old: old, oldDetails: nil), nil))
        plan(row, at: subscription.nextDueDate)
    }

    /// The number of terms that transactions have in common, which are kept if they are new.
    mutating func number(of terms: TransactionTerms) -> UInt32 { ledger.terms.add(terms) }

    private mutating func put(_ event: StoreEvent) {
        eventCount = event.sequence
        now = event.date
        identifiers.count = event.identifierCount
        if let account = event.account {
            note(.account(account.id, customers.put(account)))
        }
        if let attempt = event.attempt {
            note(.attempt(attempt.id, attemptsByID.updateValue(attempt, forKey: attempt.id)))
        }
        if let settings = event.settings { self.settings = settings }
        if let family = event.family {
            note(.family(family.id, familyState.groups.updateValue(family, forKey: family.id)))
        }
        for code in event.offerCodes {
            note(.offerCode(code.code, offerState.codes.updateValue(code, forKey: code.code)))
        }
        if let nonce = event.usedOfferNonce, offerState.usedNonces.insert(nonce).inserted { note(.offerNonce(nonce)) }
        if let faultState = event.faultState { self.faultState = faultState }
        if let request = event.refundRequest { note(.refundRequest(request.id, refundState.put(request))) }
        if let mass = event.massExtension { note(.massExtension(mass.key, massExtensions.put(mass))) }
        if let state = event.externalPurchases { externalPurchases = state }
        if let messaging = event.messaging { messagingState.apply(messaging) }
        put(event.transactions, event.subscription)
        if !event.deletedTransactionIDs.isEmpty { remove(Set(event.deletedTransactionIDs)) }
    }

    private mutating func put(_ transactions: [StoreTransaction], _ subscription: StoreSubscription?) {
        rememberWhatIsReplaced(transactions, subscription)
        for transaction in transactions { note(.transaction(ledger.put(transaction, changedBy: eventCount))) }
        if let subscription { put(subscription) }
    }

    /// Puts what a snapshot has in place.
    mutating func place(
        _ state: SnapshotState,
        _ accounts: [StoreAccount],
        _ ledger: TransactionLedger,
        _ chains: SubscriptionLedger
    ) {
        eventCount = state.eventCount
        identifiers.count = state.identifierCount
        self.ledger = ledger
        for account in accounts { customers.put(account) }
        for request in state.refundRequests { _ = refundState.put(request) }
        for mass in state.massExtensions { _ = massExtensions.put(mass) }
        for (account, products) in state.purchaseIntents { complete(account) { $0.purchaseIntents = products } }
        for (id, offers) in state.purchaseIntentOffers { complete(id) { $0.purchaseIntentOffers = offers } }
        for attempt in state.attempts { attemptsByID[attempt.id] = attempt }
        for family in state.families { familyState.groups[family.id] = family }
        for code in state.offerCodes { offerState.codes[code.code] = code }
        offerState.usedNonces = Set(state.usedOfferNonces)
        faultState = state.faults
        for (account, date) in state.consentRescissions { complete(account) { $0.consentRescindedDate = date } }
        externalPurchases = state.externalPurchases
        messagingState = state.messaging
        // One by one, so that what is found by them and what is due follow as from events.
        for subscription in chains.all { put(subscription) }
    }

    private mutating func complete(_ id: String, _ change: (inout StoreAccount) -> Void) {
        guard var account = customers[id] else { return }
        change(&account)
        customers.put(account)
    }

    /// Counts on from the later of two numbers of events.
    mutating func countOn(from number: Int) { eventCount = max(eventCount, number) }

    private mutating func put(_ subscription: StoreSubscription) {
        let change = chains.put(subscription)
        var share: StoreChange.Share?
        if change.isNew, let sharing = subscription.sharing {
            let copy = subscription.originalTransactionID
            familyState.copies[sharing.originalTransactionID, default: []].append(copy)
            share = StoreChange.Share(of: sharing.originalTransactionID, subscription.originalTransactionID)
        }
        note(.subscription(change, share))
        plan(change.row, at: chains.newDueDate(after: change))
    }

    /// Puts a subscription on the agenda; nil if it is there already or never due.
    private mutating func plan(_ row: Int, at due: Int64?) {
        if let due { agenda.add(Agenda.Entry(dueMilliseconds: due, subscriptionRow: row)) }
        dropOutdatedEntries()
        // What was moved again and again leaves entries behind.
        if agenda.count > 4 * chains.count + 1_024 { agenda = Agenda(chains.dueDates) }
    }

    /// Keeps the first entry of the agenda true: what is due next.
    private mutating func dropOutdatedEntries() {
        while let entry = agenda.first, !chains.isDue(row: entry.subscriptionRow, at: entry.dueMilliseconds) {
            agenda.removeFirst()
        }
    }

    private mutating func remove(_ transactionIDs: Set<String>) {
        rememberWhatIsDeleted(transactionIDs)
        // Rare, so that a copy may cost something.
        if change != nil { note(.tables(ledger, chains, familyState.copies, agenda, refundState)) }
        refundState.remove(transactionIDs)
        ledger.remove(transactionIDs)
        for id in transactionIDs {
            guard let chain = chains[id] else { continue }
            chains.remove(id)
            if let sharing = chain.sharing { familyState.copies[sharing.originalTransactionID]?.remove(id) }
        }
        dropOutdatedEntries()
        // Without subscriptions no row is spoken of any more.
        guard chains.count == 0 else { return }
        chains = SubscriptionLedger()
        familyState.copies = [:]
        agenda = Agenda()
    }

    /// Sets the clock for what is done next; never backwards.
    mutating func moveClock(to date: Date) { now = max(now, date) }

    /// Takes the next subscription that is due at `limit` or before off the agenda.
    ///
    /// - Returns: Its row.
    mutating func nextDueRow(until limit: Date) -> Int? {
        let limitMilliseconds = limit.millisecondsSince1970
        while let entry = agenda.first, entry.dueMilliseconds <= limitMilliseconds {
            agenda.removeFirst()
            if chains.isDue(row: entry.subscriptionRow, at: entry.dueMilliseconds) { return entry.subscriptionRow }
        }
        return nil
    }
}

// MARK: Taking a change back

extension StoreEngine {
    /// From now on what changes can be taken back.
    mutating func beginChange() {
        change = StoreChange(of: self)
    }

    /// What changed stays.
    mutating func keepChange() { change = nil }

    /// Makes everything as it was when the change began.
    mutating func undoChange() {
        guard let change else { return }
        self.change = nil
        emitted = []
        past?.takeBack(after: change.eventCount)
        for step in change.steps.reversed() { takeBack(step) }
        now = change.now
        settings = change.settings
        eventCount = change.eventCount
        identifiers.count = change.identifierCount
        faultState = change.faultState
        externalPurchases = change.externalPurchases
        messagingState = change.messagingState
        ledger.names.keepFirst(change.ledger.names)
        ledger.terms.keepFirst(change.ledger.terms)
        chains.names.keepFirst(change.chains.names)
        chains.terms.keepFirst(change.chains.terms)
        dropOutdatedEntries()
    }

    private mutating func note(_ step: StoreChange.Step) { change?.steps.append(step) }

    private mutating func takeBack(_ step: StoreChange.Step) {
        switch step {
        case .account(let id, let old): customers.takeBack(id, old: old)
        case .refundRequest(let id, let old): refundState.takeBack(id, old: old)
        case .massExtension(let key, let old): massExtensions.takeBack(key, old: old)
        case .attempt(let id, let old): attemptsByID[id] = old
        case .family(let id, let old): familyState.groups[id] = old
        case .offerCode(let code, let old): offerState.codes[code] = old
        case .offerNonce(let nonce): offerState.usedNonces.remove(nonce)
        case .transaction(let replaced): ledger.takeBack(replaced)
        case .subscription(let change, let share):
            chains.takeBack(change)
            if let share { familyState.copies[share.original]?.remove(share.copy) }
            // It may have been taken off the agenda; twice on it does no harm.
            guard let due = change.old?.nextDueDate, due != NumberedIdentifiers.absent else { return }
            agenda.add(Agenda.Entry(dueMilliseconds: due, subscriptionRow: change.row))
        case .tables(let ledger, let chains, let copies, let agenda, let refunds):
            refundState = refunds
            self.ledger = ledger
            self.chains = chains
            familyState.copies = copies
            self.agenda = agenda
        }
    }
}
