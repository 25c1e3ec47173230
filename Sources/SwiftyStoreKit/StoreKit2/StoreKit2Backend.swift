import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// The store by StoreKit 2.
///
/// What `purchase()` returns, what `updates` tells and what is unfinished goes into one book, which shows each purchase
/// once. A transaction that is not verified is reported and touched no further. What is shown stays unfinished until the
/// client finishes it, in the store too: a killed app is shown it again, by either interface.
final class StoreKit2Backend: StoreBackend {
    let context: StoreKit2Context
    private let state = Locked(State())
    /// Finishes that the store has not heard of yet.
    private let finishes = RunningFinishes()
    /// When this launch began: what was bought later and is not known is new.
    private let beginning: Moment
    /// Writes down what was taken away and may be given back.
    let owedWriter = SingleWriter()

    /// All that changes.
    private struct State: Sendable {
        var book = TransactionBook()
        weak var client: StoreClient?
        var listening: [Task<Void, Never>] = []
    }

    /// For how many seconds a purchase holds back what else arrives of its product.
    static let longestHold: TimeInterval = 10

    /// For how many seconds a restore waits for finishes that are on their way.
    static let longestFinish: TimeInterval = 10

    /// The allowance for store and device clocks that disagree, in seconds.
    static let clockAllowance: TimeInterval = 60

    init(_ context: StoreKit2Context) {
        self.context = context
        beginning = Moment(context.tellTime)
    }

    var client: StoreClient? { state.withLock { $0.client } }

    /// Reads or changes the book. Nobody is told of anything while it is locked.
    func withBook<Result: Sendable>(_ body: @Sendable (inout TransactionBook) -> Result) -> Result {
        state.withLock { body(&$0.book) }
    }

    var storeKit: StoreKitChoice { .storeKit2 }

    var storefront: SKStorefront? { context.queue()?.storefront }

    func begin(telling client: StoreClient) {
        state.withLock { $0.client = client }
        // Read before anything is restored in this launch, which is not lost.
        let lost = client.restoredLedger.lost(on: .storeKit2)
        resumeOwed(of: client)
        let tasks = [listenToUpdates(resuming: lost), listenToStorefronts(), listenToIntents()].compactMap { $0 }
        state.withLock { $0.listening += tasks }
    }

    func end() {
        let tasks = state.withLock { state in
            defer { (state.listening, state.client) = ([], nil) }
            return state.listening
        }
        for task in tasks { task.cancel() }
    }

    func finish(_ transaction: SKPaymentTransaction) {
        guard let transaction = transaction as? StoreKit2Transaction,
            let left = withBook({ $0.finish(transaction) })
        else { return }
        let signed = transaction.transactionState == .purchased ? transaction.signed : nil
        if let signed, withBook({ $0.settle(signed.id) }) { keepOwed() }
        finishes.begin()
        let work: @Sendable () async -> Void = { [weak self, finishes] in
            // A finish that the store did not hear is no error: the transaction comes back at the next launch.
            await signed?.transaction.finish()
            finishes.end()
            self?.client?.removed(left)
        }
        guard context.run(work) == nil else { return }
        // With nobody to ask it is finished as far as this launch goes.
        finishes.end()
        client?.removed(left)
    }

    func lookAgain() async {
        await context.run { [weak self] in _ = await self?.sweep() }?.value
    }

    /// Waits until the store has heard of every finish, so that a restore right after a delivery gives back what was
    /// delivered: what is unfinished is not restored.
    func finished() async { await finishes.over(within: Self.longestFinish, context.sleep) }

    #if os(iOS) || os(visionOS) || os(Linux)
        func showPriceConsentIfNeeded() { context.queue()?.showPriceConsentIfNeeded() }

        func presentCodeRedemptionSheet() {
            #if os(Linux)
                _ = context.run { try? await AppStore.presentOfferCodeRedeemSheet() }
            #else
                // The sheet of StoreKit 2 wants a window; this one is the same, and what it brings comes through `updates`.
                context.queue()?.presentCodeRedemptionSheet()
            #endif
        }
    #endif

    #if !os(visionOS)
        /// StoreKit 2 has no hosted content.
        func perform(_ change: DownloadChange, on downloads: [SKDownload]) {}
    #endif

    // MARK: What happens

    /// Tells the client of transactions that have moved on.
    func announce(_ transactions: [StoreKit2Transaction]) {
        guard !transactions.isEmpty else { return }
        client?.updated(transactions) { withBook { $0.identifiers } }
    }

    /// Reports what is not verified, once.
    func report(_ transaction: UnverifiedTransaction) {
        guard withBook({ $0.report(transaction) }) else { return }
        client?.unverified(transaction)
    }

    /// Shows what is unfinished and not known yet.
    ///
    /// - Returns: The identifiers of all that is unfinished.
    @discardableResult
    func sweep() async -> Set<String> {
        let unfinished = await StoreKit2Context.read(Transaction.unfinished) { report($0) }
        for signed in unfinished where signed.transaction.revocationDate != nil { await revoke(signed) }
        show(unfinished.filter { $0.transaction.revocationDate == nil })
        return Set(unfinished.map(\.id))
    }

    /// Something was told by `updates`.
    func take(_ result: VerificationResult<Transaction>) async {
        switch SignedTransaction.reading(result) {
        case .failure(let error): report(error.transaction)
        case .success(let signed) where signed.transaction.revocationDate != nil: await revoke(signed)
        case .success(let signed):
            client?.keep(signed.id)
            if await isToDeliver(signed) { show([signed]) } else { tell(signed) }
        }
    }

    /// Shows what has arrived, unless it is known, or held until a purchase ends that it may belong to.
    func show(_ arrived: [SignedTransaction]) {
        var shown: [StoreKit2Transaction] = []
        for signed in arrived {
            switch withBook({ $0.arrive(signed) }) {
            case .known: continue
            case .held(let isFirst): if isFirst { releaseLater(signed) }
            case .shown(let transaction): shown.append(transaction)
            }
        }
        announce(shown)
    }

    private func releaseLater(_ signed: SignedTransaction) {
        // Asked now: what else they hold is released, too, whatever has become of this one by then.
        let holders = withBook { $0.holders(of: signed.id) }
        Task { [weak self, sleep = context.sleep] in
            try? await sleep(Self.longestHold)
            guard let self else { return }
            for holder in holders { show(withBook { $0.stopHolding(holder) }) }
        }
    }

    /// Whether a transaction is one to deliver, and not the news that an old one was upgraded or extended.
    private func isToDeliver(_ signed: SignedTransaction) async -> Bool {
        if withBook({ $0.knows(signed.id) }) { return !withBook { $0.isFinished(signed.id) } }
        if withBook({ $0.isLost(signed.id) }) { return !signed.transaction.isUpgraded }
        let isNew = isNew(signed)
        // What adds up is looked for in any case: of what another device has finished there may be news, too, such as a refund
        // that was taken back, and they must not grant it twice. With each of many renewals the look would cost more.
        let addsUp = [.consumable, .nonRenewable].contains(signed.transaction.productType)
        if isNew, !addsUp { return true }
        let isUnfinished: Bool?? = await context.answer {
            let found = await StoreKit2Context.read(Transaction.unfinished) { _ in }
            // Sequences are empty where they fail.
            if found.isEmpty, !(await Product.isStoreReached()) { return nil }
            return found.contains { $0.id == signed.id }
        }
        return (isUnfinished ?? nil) ?? isNew
    }

    /// Whether a transaction was made since the launch, and is as it was made; no, as long as nobody has said when that was.
    private func isNew(_ signed: SignedTransaction) -> Bool {
        guard let beginning = beginning.date, !signed.transaction.isUpgraded else { return false }
        return signed.transaction.purchaseDate >= beginning.addingTimeInterval(-Self.clockAllowance)
            && !withBook { $0.wasTakenAway(signed.id) }
    }

    /// News of what is not to be delivered: for those who watch, and nobody else.
    func tell(_ signed: SignedTransaction) {
        client?.transactionFeed.send(Purchase(StoreKit2Transaction(purchased: signed), needsFinish: false))
    }

    // MARK: Listening

    /// - Parameter lost: The restores of earlier launches to go on with.
    private func listenToUpdates(resuming lost: [RestoredLedger.Entry]) -> Task<Void, Never>? {
        let iterator = context.make { Transaction.updates.makeAsyncIterator() }
        guard let iterator else { return nil }
        // Detached, because a task that inherits a device would keep it alive for as long as it listens.
        return Task.detached { [weak self] in
            await self?.sweepInContext(resuming: lost)
            var iterator = iterator.value
            while let result = await iterator.next() { await self?.take(result) }
        }
    }

    private func listenToStorefronts() -> Task<Void, Never>? {
        let iterator = context.make { Storefront.updates.makeAsyncIterator() }
        guard let iterator else { return nil }
        return Task.detached { [weak self] in
            var iterator = iterator.value
            while await iterator.next() != nil { self?.client?.storefrontChanged() }
        }
    }

    private func listenToIntents() -> Task<Void, Never>? {
        #if os(iOS) || os(macOS) || os(Linux)
            guard #available(iOS 16.4, macOS 14.4, *) else { return nil }
            let iterator = context.make { PurchaseIntent.intents.makeAsyncIterator() }
            guard let iterator else { return nil }
            return Task.detached { [weak self] in
                var iterator = iterator.value
                while let intent = await iterator.next() { self?.takeIntent(intent) }
            }
        #else
            return nil
        #endif
    }

    #if os(iOS) || os(macOS) || os(Linux)
        @available(iOS 16.4, macOS 14.4, *)
        private func takeIntent(_ intent: PurchaseIntent) {
            let product = StoreKit2Product(intent.product, winBackOfferID: winBackOfferID(of: intent))
            let payment = SKMutablePayment()
            payment.productIdentifier = product.productIdentifier
            let begun = StorePayment(payment: payment, product: product)
            guard client?.isWanted(begun) == true else { return }
            buy(payment, of: product, winBackOfferID: begun.winBackOfferID)
        }

        /// The offer with which the customer comes back: without it the full price would be charged.
        @available(iOS 16.4, macOS 14.4, *)
        private func winBackOfferID(of intent: PurchaseIntent) -> String? {
            guard #available(iOS 18, macOS 15, *), let offer = intent.offer, offer.type == .winBack else { return nil }
            return offer.id
        }
    #endif

    private func sweepInContext(resuming lost: [RestoredLedger.Entry]) async {
        await context.run { [weak self] in
            await self?.sweep()
            await self?.showGivenBack()
            await self?.resumeRestores(lost)
        }?.value
    }
}
