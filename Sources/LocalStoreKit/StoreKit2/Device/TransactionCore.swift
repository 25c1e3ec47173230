import Foundation
import LocalAppStore
import Locking

/// What StoreKit 2 does on a device, apart from its types: who listens, and what everybody has been told.
///
/// Everything that asks the store runs on the device's work queue, one piece at a time. So a purchase is known as one that
/// `purchase` returned before the store's news of it are looked at.
final class TransactionCore: Sendable {
    let updates = Listeners<VerificationResult<Transaction>>()
    let statuses = Listeners<Product.SubscriptionInfo.Status>()
    let storefronts = Listeners<Storefront>()
    let messages = Listeners<Message>()
    let intents = Listeners<PurchaseIntent>()
    private let state = Locked(State())

    private struct State: Sendable {
        /// What `purchase` returned in this launch.
        var returned = RecentIdentifiers()
        /// What waits for somebody since `purchase` said so.
        var pending = RecentIdentifiers()
        /// What ``updates`` told in this launch.
        var told = ToldTransactions()
        /// What happened while nobody listened.
        var unheard = RecentIdentifiers()
        /// Whether what was not finished before the launch has been told.
        var isReplayed = false
        /// What the messages told in this launch.
        var messages: Set<Message.Reason> = []
        var verifier: DocumentVerifier?
    }

    // MARK: What this device does itself

    /// `purchase` returns this transaction, so that ``updates`` does not tell it.
    func returns(_ identifier: String) { state.withLock { $0.returned.insert(identifier) } }

    /// `purchase` says that this attempt waits; what comes of it is for ``updates``.
    func postpones(_ attempt: String) { state.withLock { $0.pending.insert(attempt) } }

    /// Whether StoreKit 2 tells of an event by itself, so that the queue of StoreKit 1 keeps silent: both have it
    /// unfinished, but one purchase is delivered once in a launch.
    func keeps(_ event: SessionEvent) -> Bool {
        state.withLock { state in
            switch event {
            case .purchased(let purchase): state.returned.contains(purchase.identifier)
            case .completed(let attempt, _): state.pending.contains(attempt)
            default: false
            }
        }
    }

    // MARK: Verification

    /// Decides whether this device believes what was signed for it; runs on the work queue.
    func verifier(for device: LocalDevice) throws -> DocumentVerifier {
        let policy = try device.settings.trustPolicy ?? device.session.trust()
        if let verifier = state.withLock({ $0.verifier }), verifier.policy == policy { return verifier }
        let verifier = DocumentVerifier(policy: policy, device: device.session.verificationID)
        state.withLock { $0.verifier = verifier }
        return verifier
    }

    // MARK: Listening

    /// Listens to transactions; the first listener of a launch hears what was not finished before.
    func listen(in device: LocalDevice) -> AsyncStream<VerificationResult<Transaction>> {
        let stream = updates.stream()
        device.work.enqueue { [self] in replay(in: device) }
        return stream
    }

    /// Tells what was not finished before the launch, once, and what happened while nobody listened.
    func replay(in device: LocalDevice) {
        guard !updates.isEmpty else { return }
        let (isReplayed, unheard) = state.withLock { ($0.isReplayed, $0.unheard.takeAll()) }
        var justTold: Set<String> = []
        if !isReplayed {
            // A store that cannot be reached is asked again when it can.
            guard let found = try? device.session.transactions(DeviceSelection(.unfinished)) else {
                return state.withLock { state in unheard.forEach { state.unheard.insert($0) } }
            }
            let untold = takeUntold(of: found)
            justTold = Set(untold.map(\.transactionID))
            tell(untold, in: device)
        }
        tell(unheard.filter { !justTold.contains($0) }, purchases: [], in: device)
    }

    // MARK: Telling

    /// Something happened in the store; runs on the work queue.
    func handle(_ event: SessionEvent, in device: LocalDevice) {
        switch event {
        case .news(let news): handle(news, in: device)
        case .missed, .stateReplaced:
            state.withLock { $0.isReplayed = false }
            catchUp(in: device)
        case .storefrontChanged:
            if let storefront = device.session.storefront { storefronts.send(Storefront(storefront)) }
        case .promoted: takeIntents(in: device)
        case .priceIncreased: tellMessages(in: device)
        default: break
        }
    }

    private func handle(_ news: SessionNews, in device: LocalDevice) {
        let isOtherAPIs = { (item: SessionNews.Item) in
            item.isPurchase && device.core.tells(of: item.identifier, attempt: news.attemptIdentifier)
        }
        let items = state.withLock { state in
            news.items.filter { !($0.isPurchase && state.returned.contains($0.identifier)) }
        }
        .filter { !isOtherAPIs($0) }
        if updates.isEmpty {
            state.withLock { state in items.forEach { state.unheard.insert($0.identifier) } }
        } else {
            tell(items.map(\.identifier), purchases: Set(items.filter(\.isPurchase).map(\.identifier)), in: device)
        }
        guard let groupID = news.groupID else { return }
        if !statuses.isEmpty { tellStatuses(groupID, in: device) }
        tellMessages(in: device)
    }

    /// Tells what came while the store was away and was not told yet.
    private func catchUp(in device: LocalDevice) {
        replayUntold(in: device)
        if !statuses.isEmpty { tellStatuses(nil, in: device) }
        takeIntents(in: device)
        tellMessages(in: device)
    }

    private func replayUntold(in device: LocalDevice) {
        guard !updates.isEmpty, let found = try? device.session.transactions(DeviceSelection(.unfinished)) else {
            return
        }
        tell(takeUntold(of: found), in: device)
    }

    /// What is not finished and was told in this launch by nobody yet.
    private func takeUntold(
        of unfinished: [DeviceMessages.SignedTransaction]
    ) -> [DeviceMessages.SignedTransaction] {
        state.withLock { state in
            state.isReplayed = true
            return unfinished.filter {
                !state.returned.contains($0.transactionID) && !state.told.contains($0.transactionID)
            }
        }
    }

    /// Tells transactions by their identifiers, as they are now.
    ///
    /// - Parameter purchases: Those that are of no interest any more if they are finished meanwhile.
    func tell(_ identifiers: [String], purchases: Set<String>, in device: LocalDevice) {
        guard !identifiers.isEmpty else { return }
        let selection = DeviceSelection(.all, transactionIDs: identifiers, includesFinishedConsumables: true)
        guard let found = try? device.session.transactions(selection) else {
            return state.withLock { state in identifiers.forEach { state.unheard.insert($0) } }
        }
        tell(found.filter { !($0.isFinished && purchases.contains($0.transactionID)) }, in: device)
    }

    private func tell(_ transactions: [DeviceMessages.SignedTransaction], in device: LocalDevice) {
        for transaction in transactions {
            guard let result = try? device.verified(transaction) else { continue }
            // It may have been among the unfinished ones when the app began to listen.
            let isNew = state.withLock { $0.told.note(result.unsafePayloadValue) }
            if isNew { updates.send(result) }
        }
        if !transactions.isEmpty { device.receipt.update() }
    }

    private func tellStatuses(_ groupID: String?, in device: LocalDevice) {
        for status in (try? device.statusesNow(groupID: groupID)) ?? [] { statuses.send(status) }
    }

    // MARK: Messages and intents

    /// Listens to messages; those that wait come first.
    func listenToMessages(in device: LocalDevice) -> AsyncStream<Message> {
        let stream = messages.stream()
        device.work.enqueue { [self] in tellMessages(in: device) }
        return stream
    }

    /// Whether the app decides when messages are shown.
    var showsMessagesItself: Bool { !messages.isEmpty }

    private func tellMessages(in device: LocalDevice) {
        guard !messages.isEmpty, let statuses = try? device.statusesNow(groupID: nil) else { return }
        let reasons = Set(statuses.flatMap(Message.reasons))
        let new = state.withLock { state in
            // What is over may be told again when it comes again; what goes on is told once.
            state.messages.formIntersection(reasons)
            let new = reasons.subtracting(state.messages)
            state.messages.formUnion(new)
            return new
        }
        for reason in new.sorted(by: { $0.rawValue < $1.rawValue }) {
            messages.send(Message(reason: reason, origin: DeviceOrigin(device)))
        }
    }

    /// Listens to purchases that are begun in the App Store; those that wait come first.
    func listenToIntents(in device: LocalDevice) -> AsyncStream<PurchaseIntent> {
        let stream = intents.stream()
        device.work.enqueue { [self] in takeIntents(in: device) }
        return stream
    }

    /// Takes the purchases that were begun in the App Store, if somebody listens.
    func takeIntents(in device: LocalDevice) {
        guard !intents.isEmpty else { return }
        let begun = device.takeKeptPurchases()
        let elsewhere = (try? device.session.takePurchaseIntents()) ?? []
        for identifier in begun.map(\.productIdentifier) + elsewhere {
            guard let product = (try? device.catalogueProducts([identifier]))?.first else { continue }
            intents.send(PurchaseIntent(product: product, offer: nil))
        }
    }
}

extension Message {
    /// What the App Store has to say about a subscription.
    fileprivate static func reasons(_ status: Product.SubscriptionInfo.Status) -> [Reason] {
        let info = status.renewalInfo.unsafePayloadValue
        var reasons: [Reason] = []
        if info.priceIncreaseStatus == .pending { reasons.append(.priceIncreaseConsent) }
        if info.isInBillingRetry { reasons.append(.billingIssue) }
        if status.state == .expired, !info.eligibleWinBackOfferIDs.isEmpty { reasons.append(.winBackOffer) }
        return reasons
    }
}
