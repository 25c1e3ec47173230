public import AppStoreTrust
public import Entitlements
public import Foundation
import Locking

/// Which products the customer owns, by the transactions that the App Store signed: without a server, and offline.
///
/// ```swift
/// let owned = SignedEntitlements(verifier: verifier)
/// Task { await owned.run() }
/// switch owned.state.knowledge {
/// case .confirmed, .remembered: unlock(owned.state.productIDs)
/// case .stale, .notKnownYet: show("Not known yet")
/// }
/// ```
///
/// What StoreKit has is kept as it was signed and verified in each launch, against roots that are in the app. A subscription
/// ends when its own signed end is over, whatever is remembered. A refund can only be heard of from the store, so what is
/// remembered counts for ``window`` after StoreKit said so, and then for nothing; the clock cannot be set back for that.
///
/// Both kinds of clients have it: StoreKit 2 is asked also where StoreKit 1 buys.
public final class SignedEntitlements: Sendable {
    /// For how many seconds the last answer of StoreKit counts.
    public let window: TimeInterval
    private let client: StoreClient
    private let verifier: SignedDataVerifier
    private let storage: any KeyValueStorage
    private let clock: TrustedClock
    private let rules: EntitlementRules
    private let knowledge: Locked<Knowledge>
    /// StoreKit is asked once at a time: of two answers it would not be known which is the newer.
    let refreshes = FollowingRun<SignedEntitlementState>()

    private struct Knowledge: Sendable {
        var history: VerifiedHistory?
        /// Whether StoreKit answered in this launch.
        var isConfirmed = false
        /// What those who follow were told is owned; nil before the first answer.
        var told: Set<String>?
    }

    /// What is owned by the client's signed transactions.
    ///
    /// - Parameters:
    ///   - client: The client; nil for the one of ``SwiftyStoreKit/SwiftyStoreKit``.
    ///   - verifier: Whose signatures count, and for which app.
    ///   - window: For how many seconds an answer counts; a week if nothing is said.
    ///   - storage: Where to remember; nil for the client's own place.
    ///   - clock: What time it is; nil for one that cannot be set back.
    ///   - rules: What the App Store does not say, for example ``ProductCatalogue/rules``.
    public init(
        client: StoreClient? = nil,
        verifier: SignedDataVerifier,
        window: TimeInterval = 7 * 86_400,
        storage: (any KeyValueStorage)? = nil,
        clock: TrustedClock? = nil,
        rules: EntitlementRules = EntitlementRules()
    ) {
        let client = client ?? SwiftyStoreKit.client
        let storage = storage ?? client.services.storage
        self.client = client
        self.verifier = verifier
        self.window = window
        self.storage = storage
        self.clock = clock ?? TrustedClock(storage: storage, time: client.services.time)
        self.rules = rules
        // What cannot be read is as good as nothing: StoreKit is asked anyway.
        let data = (try? storage.data(forKey: SignedHistory.key)) ?? nil
        let history = data.flatMap { try? JSONDecoder().decode(SignedHistory.self, from: $0) }
        knowledge = Locked(Knowledge(history: history.map { VerifiedHistory($0, verifier) }))
    }

    /// What is owned now.
    public var state: SignedEntitlementState { state(of: knowledge.withLock { $0 }, at: clock.known) }

    /// Whether the customer may use a product now.
    public func owns(_ productID: String) -> Bool { state.productIDs.contains(productID) }

    /// Asks StoreKit: when the app starts, after each purchase, restore and refund, when a subscription moves on, when
    /// something that is owned ends, and when the storefront changes, until the task is cancelled.
    public func run() async {
        await client.followOwnership(
            statuses: client.listenToStatuses(),
            secondsLeft: { [self] in secondsLeft },
            look: { [self] cause in await refresh(because: cause) }
        )
    }

    /// In how many seconds something ends, or an answer of long ago is about to count no more.
    private var secondsLeft: TimeInterval? {
        let (knowledge, now) = (knowledge.withLock { $0 }, clock.known)
        let known = state(of: knowledge, at: now)
        // It ended while StoreKit answered.
        if let told = knowledge.told, !told.isSubset(of: known.productIDs) { return 0 }
        guard let report = known.report, let now else { return nil }
        let ends = report.entitlements.filter(\.isEntitled).compactMap(\.accessEndDate)
        return (ends + [known.trustedUntil].compactMap(\.self)).min()?.timeIntervalSince(now)
    }

    /// Asks StoreKit for all transactions that it has on the device; no password is wanted, and no network.
    ///
    /// An empty answer, where something is remembered, changes nothing: StoreKit also says nothing while it cannot answer.
    /// When the window closes, nothing is left of it.
    ///
    /// While StoreKit is being asked, those who call this share the next answer, and the cause of the first of them.
    ///
    /// - Parameter cause: Why; it goes into the changes.
    /// - Returns: What is owned now.
    @discardableResult
    public func refresh(because cause: EntitlementChange.Cause = .request) async -> SignedEntitlementState {
        await refreshes.value { await self.ask(because: cause) }
    }

    private func ask(because cause: EntitlementChange.Cause) async -> SignedEntitlementState {
        // What is told from now on may be newer than the answer.
        let lost = client.lostProducts
        // The time first: what is owned now is judged by it. Without one the store says nothing else either.
        let date = await clock.asked()
        let before = state
        if let date, let new = await client.signedHistory(at: date), !new.transactions.isEmpty || before.report == nil {
            keep(new)
        }
        // As of the question. What ends while StoreKit answers may have been renewed, which the next answer says.
        let after = state(of: knowledge.withLock { $0 }, at: date)
        // What has ended by itself meanwhile was told nobody yet.
        let told = knowledge.withLock { knowledge in
            defer { knowledge.told = after.productIDs }
            return knowledge.told ?? before.productIDs
        }
        client.announce(
            EntitlementChange(
                added: after.productIDs.subtracting(told.subtracting(lost)),
                removed: told.subtracting(after.productIDs),
                cause: cause
            )
        )
        return state
    }

    private func keep(_ history: SignedHistory) {
        let known = knowledge.withLock { $0.history }
        let verified = VerifiedHistory(history, knowing: known, verifier)
        knowledge.withLock { ($0.history, $0.isConfirmed) = (verified, true) }
        do {
            try storage.set(JSONEncoder().encode(history), forKey: SignedHistory.key)
        } catch {
            client.log.note(.storageFailed, error: error)
        }
    }

    private func state(of knowledge: Knowledge, at now: Date?) -> SignedEntitlementState {
        guard let verified = looked(at: knowledge.history), let now else {
            return SignedEntitlementState(knowledge: .notKnownYet, report: nil, confirmedAt: nil, trustedUntil: nil)
        }
        let confirmedAt = verified.history.confirmation(at: now, verifier)
        let trustedUntil = confirmedAt.addingTimeInterval(window)
        let counts = now <= trustedUntil
        let report = counts ? EntitlementReport(verified.facts, at: now, rules: rules) : nil
        return SignedEntitlementState(
            knowledge: counts ? (knowledge.isConfirmed ? .confirmed : .remembered) : .stale,
            report: report,
            confirmedAt: confirmedAt,
            trustedUntil: trustedUntil
        )
    }

    /// A history, with those signatures looked at again that did not hold.
    private func looked(at known: VerifiedHistory?) -> VerifiedHistory? {
        guard let known, !known.isComplete else { return known }
        return VerifiedHistory(known.history, knowing: known, verifier)
    }
}

extension EntitlementReport {
    /// What follows from facts at a moment.
    fileprivate init(_ facts: PurchaseFacts, at date: Date, rules: EntitlementRules) {
        self.init(asOf: date, entitlements: facts.entitlements(at: date, rules: rules))
    }
}
