import AppStoreTrust
import Foundation
import LocalAppStore
import Locking

/// What StoreKit 2 does on a device, apart from its types: who listens, and what they have to be told.
///
/// Everything that asks the store runs on the device's work queue, one piece at a time. So a purchase is known as one that
/// `purchase` returned before the store's news of it are looked at. What is told of transactions, and what is not because
/// the app has it already, is for ``LaunchDeliveries`` to say.
final class TransactionCore: Sendable {
    let updates: Listeners<ToldTransaction>
    let statuses = Listeners<Product.SubscriptionInfo.Status>()
    let storefronts = Listeners<Storefront>()
    let messages = Listeners<Message>()
    let intents = Listeners<PurchaseIntent>(.refuses)
    let state = Locked(State())

    struct State: Sendable {
        /// What ``updates`` has to tell as soon as somebody listens, has room, and the store can be asked.
        var due = RecentValues<NewsKind>(limit: TransactionCore.dueLimit)
        /// The messages that were told in this launch, as long as what they say goes on.
        var messages: [Message: ToldMessage] = [:]
        /// Believes those whom the store says are to be trusted.
        var storeVerifier: DocumentVerifier?
        /// Believes those whom the test says are to be trusted instead.
        var otherVerifier: DocumentVerifier?
        /// Between these dates the store's signatures are good: they were at both ends, and certificates have no gaps.
        var believed: ClosedRange<Date>?
    }

    /// For how many seconds ahead it is found out whether the store's signatures will be good: twenty years; if they will
    /// not, because its certificates end before, a good year.
    static let foresights: [TimeInterval] = [7_305 * 86_400, 400 * 86_400]

    /// How many transactions may be due to be told, at least.
    static let dueLimit = 65_536

    /// How many transactions are asked for by name at once.
    private static let batch = 256

    /// - Parameter updatesLimit: How many transactions wait for one listener.
    init(updatesLimit: Int = 4_096) { updates = Listeners(.refuses, limit: updatesLimit) }

    // MARK: Verification

    /// Decides whether this device believes what was signed for it; runs on the work queue.
    ///
    /// - Parameter trustPolicy: Whom the test says it trusts; nil for whom the store says.
    func verifier(for device: LocalDevice, trustPolicy: TrustPolicy?) throws -> DocumentVerifier {
        guard let policy = trustPolicy else { return try storeVerifier(for: device) }
        if let verifier = state.withLock({ $0.otherVerifier }), verifier.policy == policy { return verifier }
        let verifier = DocumentVerifier(policy: policy, device: device.session.verificationID)
        state.withLock { $0.otherVerifier = verifier }
        return verifier
    }

    private func storeVerifier(for device: LocalDevice) throws -> DocumentVerifier {
        if let verifier = state.withLock({ $0.storeVerifier }) { return verifier }
        let verifier = DocumentVerifier(policy: try device.session.trust(), device: device.session.verificationID)
        state.withLock { $0.storeVerifier = verifier }
        return verifier
    }

    /// Whether it is known that what the store signs at a date is good for who follows `policy`.
    func believes(_ date: Date, by policy: TrustPolicy) -> Bool {
        if state.withLock({ $0.believed?.contains(date) ?? false }) { return true }
        // Nearly all stores of a process have the same keys, and sign alike.
        guard let dates = Self.believed.withLock({ $0[policy] }), dates.contains(date) else { return false }
        state.withLock { $0.believed = dates }
        return true
    }

    /// What the store signed at both ends was good for who follows `policy`, which trusts nobody but the store.
    func believe(_ dates: ClosedRange<Date>, by policy: TrustPolicy) {
        let all = Self.believed.withLock { believed in
            let known = believed[policy] ?? dates
            let all = min(known.lowerBound, dates.lowerBound)...max(known.upperBound, dates.upperBound)
            if believed.count >= Self.believedLimit { believed = [:] }
            believed[policy] = all
            return all
        }
        state.withLock { $0.believed = all }
    }

    private static let believed = Locked<[TrustPolicy: ClosedRange<Date>]>([:])

    /// Of how many stores with keys of their own it is remembered that they sign well.
    private static let believedLimit = 64

    // MARK: Listening

    /// Listens to transactions; the first listener of a launch hears what was not finished before.
    func listen(in device: LocalDevice) -> Listener<ToldTransaction> {
        let listener = updates.listen(
            Mailbox.Events(
                onTake: { [weak self, weak device] told in
                    guard let device else { return }
                    self?.took(told, in: device)
                },
                onClose: { [weak self, weak device] left in
                    guard let device else { return }
                    self?.giveBack(left, in: device)
                }
            )
        )
        device.work.enqueue { [self] in
            guard !updates.isEmpty else { return }
            tellDue(in: device)
            if !device.deliveries.withLock({ $0.hasBegun(.storeKit2) }) { tellUnfinished(in: device) }
        }
        return listener
    }

    private func took(_ told: ToldTransaction, in device: LocalDevice) {
        device.deliveries.withLock { $0.take(told.identifier, told.revision) }
        let isDue = state.withLock { !$0.due.isEmpty }
        // Asked for many at a time.
        if isDue, updates.room * 2 >= updates.limit { device.work.enqueue { [self] in tellDue(in: device) } }
    }

    /// What was told and reached nobody is due again, unless somebody else has it.
    private func giveBack(_ left: [ToldTransaction], in device: LocalDevice) {
        guard !left.isEmpty else { return }
        let held = Dictionary(updates.waiting.map { ($0.identifier, [$0.revision]) }, uniquingKeysWith: +)
        let lost = left.filter { told in
            held[told.identifier]?.contains(told.revision) != true
                && device.deliveries.withLock { $0.giveBack(told.identifier, told.revision) }
        }
        note(lost.map { SessionNews.Item(identifier: $0.identifier, kind: $0.kind) })
        if !updates.isEmpty { device.work.enqueue { [self] in tellDue(in: device) } }
    }

    // MARK: Telling

    /// Something happened in the store; runs on the work queue.
    func handle(_ event: SessionEvent, in device: LocalDevice) {
        switch event {
        case .news(let news): handle([news], in: device)
        case .missed: catchUp(in: device)
        case .stateReplaced:
            state.withLock { $0 = State() }
            catchUp(in: device)
        case .priceIncreased(let subscription, let sequence):
            renewMessage(of: subscription, at: sequence)
            tellMessages(in: device)
        default: break
        }
    }

    /// News of the store, oldest first; runs on the work queue.
    func handle(_ news: [SessionNews], in device: LocalDevice) {
        guard !news.isEmpty else { return }
        let items = device.deliveries.withLock { deliveries in news.flatMap { deliveries.learn($0) } }
        // Mostly nothing is due before them, and there is room for all of them.
        if items.count <= min(Self.batch, updates.room), state.withLock({ $0.due.isEmpty }) {
            if !tell(items, in: device) { note(items) }
        } else {
            note(items)
            tellDue(in: device)
        }
        let groups = news.compactMap(\.groupID)
        guard !groups.isEmpty else { return }
        if !statuses.isEmpty { for groupID in groups { tellStatuses(groupID, in: device) } }
        tellMessages(in: device)
    }

    /// Tells what came while the store was away and was not told yet.
    private func catchUp(in device: LocalDevice) {
        // What was told may have changed meanwhile.
        let told = device.deliveries.withLock { $0.told }
        note(told.map { SessionNews.Item(identifier: $0, kind: .change) })
        tellDue(in: device)
        tellUnfinished(in: device)
        if !statuses.isEmpty { tellStatuses(nil, in: device) }
        tellMessages(in: device)
    }

    private func note(_ items: [SessionNews.Item]) {
        state.withLock { state in
            // Who hears of a change has to hear of it even if it is finished.
            for item in items {
                state.due.update(item.identifier, default: item.kind) { if $0 != .change { $0 = item.kind } }
            }
        }
    }

    /// Tells what the payment queue came upon before the news of it; runs on the work queue.
    func deliver(_ identifiers: [String], in device: LocalDevice) {
        note(identifiers.map { SessionNews.Item(identifier: $0, kind: .delivery) })
        tellDue(in: device)
    }

    /// Tells everything that is not finished and that the app does not have; at the first time in a launch, the customer is
    /// asked about higher prices, too.
    private func tellUnfinished(in device: LocalDevice) {
        guard !updates.isEmpty else { return }
        device.learnOfAttempts()
        // A store that cannot be reached is asked again when it can.
        guard let found = try? device.session.documents(DeviceSelection(.unfinished)) else { return }
        if !found.isEmpty {
            guard let look = try? DocumentLook(device) else { return }
            tell(found, by: look, in: device, changed: [])
        }
        let isLaunch = device.deliveries.withLock { deliveries in
            defer { deliveries.begin(.storeKit2) }
            return !deliveries.hasBegun(.storeKit2)
        }
        // Where there are observers, the payment queue asks.
        if isLaunch, device.core.observers.isEmpty { device.core.askAboutPriceIncreases(in: device) }
    }

    /// Tells what is due, as it is now, as long as somebody has room for it.
    func tellDue(in device: LocalDevice) {
        while true {
            let room = min(Self.batch, updates.room)
            let due = state.withLock { $0.due.removeFirst(room) }
            guard !due.isEmpty else { return }
            let items = due.map { SessionNews.Item(identifier: $0.identifier, kind: $0.value) }
            guard tell(items, in: device) else { return note(items) }
            // Then nothing was left behind.
            if due.count < room { return }
        }
    }

    /// Tells transactions as they are now.
    ///
    /// - Returns: false if the store could not be asked.
    private func tell(_ items: [SessionNews.Item], in device: LocalDevice) -> Bool {
        guard !items.isEmpty else { return true }
        let selection = DeviceSelection(
            .all,
            transactionIDs: items.map { $0.identifier },
            includesFinishedConsumables: true
        )
        guard let look = try? DocumentLook(device), let found = try? device.session.documents(selection) else {
            return false
        }
        let changed = Set(items.filter { $0.kind == .change }.map { $0.identifier })
        tell(found, by: look, in: device, changed: changed)
        return true
    }

    /// - Parameter changed: Of which of them a change is told; the others are delivered.
    private func tell(
        _ transactions: [SessionDocument],
        by look: DocumentLook,
        in device: LocalDevice,
        changed: Set<String>
    ) {
        let all = transactions.map { transaction in
            ToldTransaction(
                identifier: transaction.transactionID,
                kind: changed.contains(transaction.transactionID) ? .change : .delivery,
                isFinished: transaction.isFinished,
                result: look.result(of: transaction.document)
            )
        }
        let news = device.deliveries.withLock { deliveries in all.filter { $0.isNew(to: &deliveries) } }
        guard !news.isEmpty else { return }
        // Made anew before anybody hears of what happened, and may look.
        device.receipt.update()
        let sent = updates.send(news)
        giveBack(Array(news.dropFirst(sent)), in: device)
    }

    private func tellStatuses(_ groupID: String?, in device: LocalDevice) {
        for status in (try? device.statusesNow(groupID: groupID)) ?? [] { statuses.send(status) }
    }
}

/// A transaction as ``Transaction/updates`` tells it.
struct ToldTransaction: Sendable {
    let identifier: String
    let kind: NewsKind
    let result: VerificationResult<Transaction>
    let revision: TransactionRevision
    /// Whether it was finished when the store was asked.
    private let isFinished: Bool

    init(identifier: String, kind: NewsKind, isFinished: Bool, result: VerificationResult<Transaction>) {
        (self.identifier, self.kind, self.isFinished, self.result) = (identifier, kind, isFinished, result)
        revision = TransactionRevision(result.unsafePayloadValue)
    }

    /// Whether the app does not have it as it is now; from now on it does.
    func isNew(to deliveries: inout LaunchDeliveries) -> Bool {
        switch kind {
        case .delivery: !isFinished && deliveries.deliver(identifier, revision)
        case .change: deliveries.tell(identifier, revision, isFinished: isFinished)
        }
    }
}
