import Foundation

/// What the app has heard of each transaction in this launch, and by which API. Both APIs ask it before they deliver.
///
/// 1. What the app bought is delivered by the API that it bought it with, and by no other.
/// 2. What was unfinished before the launch is delivered by both, once by each, as each API promises for itself.
/// 3. What else happens in the launch `updates` delivers, if somebody listens to them; else the API that comes upon it first.
///    What is bought elsewhere before either API has looked counts as before the launch, for nobody could tell it from that.
///
/// StoreKit 2 also tells what changes about a transaction, such as a refund, whoever delivered it: each revision once.
struct LaunchDeliveries: Sendable {
    /// Who delivers.
    enum API: Sendable {
        case storeKit1, storeKit2
    }

    private struct Record: Sendable {
        /// The one API that delivers it in this launch; nil for both.
        var owner: API?
        /// Who came upon it first.
        var first: API?
        /// Whether it is known not to be from before the launch.
        var isOfThisLaunch = false
        /// Whether StoreKit 2 delivered it.
        var isDelivered = false
        /// What StoreKit 2 said of it last.
        var told: TransactionRevision?
        /// What of that has reached somebody.
        var taken: TransactionRevision?

        /// Whether an API may deliver it.
        func allows(_ api: API) -> Bool { (owner ?? api) == api && !(api == .storeKit2 && isDelivered) }

        /// Whether an API delivers it; if so, it has from now on.
        ///
        /// - Parameter hasBegun: Whether the API has delivered what was unfinished before the launch.
        mutating func claim(by api: API, hasBegun: Bool) -> Bool {
            guard allows(api) else { return false }
            first = first ?? api
            if hasBegun || isOfThisLaunch { (owner, isOfThisLaunch) = (api, true) }
            isDelivered = isDelivered || api == .storeKit2
            return true
        }
    }

    /// As many as ``TransactionCore`` has to tell at most: of what is told there has to be a record.
    private var records = RecentValues<Record>(limit: TransactionCore.dueLimit)
    /// What waits for somebody, by the API that asked for it.
    private var attempts = RecentValues<API>()
    /// Who has delivered what was unfinished before the launch.
    private var begun: Set<API> = []

    // MARK: What the app does

    /// The app bought it.
    mutating func buy(_ identifier: String, with api: API) {
        change(identifier) { $0.owner = api }
    }

    /// `purchase` of StoreKit 2 returns it.
    mutating func returns(_ identifier: String, _ revision: TransactionRevision) {
        change(identifier) { record in
            (record.owner, record.isDelivered) = (.storeKit2, true)
            (record.told, record.taken) = (revision, revision)
        }
    }

    /// A purchase waits for somebody.
    mutating func wait(for attempt: String, with api: API) { attempts[attempt] = api }

    /// Whether a purchase waits for somebody.
    var isWaiting: Bool { !attempts.isEmpty }

    /// The app finished it: should it come again, it is a new delivery.
    mutating func finish(_ identifier: String) {
        change(identifier) { ($0.owner, $0.first, $0.isDelivered) = (nil, nil, false) }
    }

    // MARK: What the store says

    /// It is to be delivered since this launch. Who came upon it before the news of it owns it: that it is of this launch was
    /// not known then.
    ///
    /// - Returns: Whether StoreKit 2 may deliver it.
    mutating func hear(of identifier: String) -> Bool {
        change(identifier) { record in
            if record.owner == nil { record.owner = record.first }
            return record.allows(.storeKit2)
        }
    }

    /// What waited has become a purchase, which is for the API that asked for it.
    mutating func complete(_ attempt: String, as identifier: String) {
        guard let api = attempts[attempt] else { return }
        attempts[attempt] = nil
        buy(identifier, with: api)
    }

    /// Hears news; gives what of them StoreKit 2 has to tell.
    mutating func learn(_ news: SessionNews) -> [SessionNews.Item] {
        news.items.filter { item in
            guard item.kind == .delivery else { return true }
            let isAllowed = hear(of: item.identifier)
            guard let attempt = news.attemptIdentifier else { return isAllowed }
            complete(attempt, as: item.identifier)
            return allows(.storeKit2, item.identifier)
        }
    }

    /// What has become of everything that waits.
    mutating func learn(_ found: [String: SessionAttempt]) {
        for attempt in attempts.identifiers {
            switch found[attempt] {
            case .completed(let identifier): complete(attempt, as: identifier)
            case .declined: attempts[attempt] = nil
            case .open, nil: break
            }
        }
    }

    /// The store has them no more.
    mutating func forget(_ identifiers: Set<String>) {
        for identifier in identifiers { records[identifier] = nil }
    }

    // MARK: The launch

    /// Whether an API has delivered what was unfinished before the launch.
    func hasBegun(_ api: API) -> Bool { begun.contains(api) }

    /// An API has delivered what was unfinished before the launch.
    mutating func begin(_ api: API) { begun.insert(api) }

    // MARK: Delivering

    /// Whether a transaction came after StoreKit 2 had looked at everything that was unfinished, and is not known here: then it is
    /// of this launch, also if the payment queue comes upon it before the news of it.
    func isNews(_ identifier: String) -> Bool { hasBegun(.storeKit2) && records[identifier] == nil }

    /// Whether an API may deliver a transaction.
    func allows(_ api: API, _ identifier: String) -> Bool {
        records[identifier]?.allows(api) ?? true
    }

    /// Whether an API delivers a transaction that it comes upon; if so, it has from now on.
    mutating func claim(_ identifier: String, by api: API) -> Bool {
        let hasBegun = hasBegun(api)
        return records.update(identifier, default: Record()) { $0.claim(by: api, hasBegun: hasBegun) }
    }

    /// Whether StoreKit 2 delivers a transaction as it is now.
    mutating func deliver(_ identifier: String, _ revision: TransactionRevision) -> Bool {
        let hasBegun = hasBegun(.storeKit2)
        return records.update(identifier, default: Record()) { record in
            guard record.claim(by: .storeKit2, hasBegun: hasBegun) else { return false }
            record.told = revision
            return true
        }
    }

    /// Whether StoreKit 2 has not told a transaction as it is now; if so, it has from now on.
    mutating func tell(_ identifier: String, _ revision: TransactionRevision, isFinished: Bool) -> Bool {
        let hasBegun = hasBegun(.storeKit2)
        return records.update(identifier, default: Record()) { record in
            guard record.told != revision else { return false }
            // Who is told that it changed has it, too.
            if !isFinished { _ = record.claim(by: .storeKit2, hasBegun: hasBegun) }
            record.told = revision
            return true
        }
    }

    /// Somebody has taken what StoreKit 2 told.
    mutating func take(_ identifier: String, _ revision: TransactionRevision) {
        records.update(identifier) { $0.taken = revision }
    }

    /// What StoreKit 2 told has reached nobody; whether it has to be told again.
    mutating func giveBack(_ identifier: String, _ revision: TransactionRevision) -> Bool {
        guard var record = records[identifier], record.told == revision, record.taken != revision else { return false }
        record.told = record.taken
        record.isDelivered = record.taken != nil
        records[identifier] = record
        return true
    }

    /// The transactions that StoreKit 2 said something of.
    var told: [String] { records.identifiers.filter { records[$0]?.told != nil } }

    private mutating func change<Result>(_ identifier: String, _ body: (inout Record) -> Result) -> Result {
        records.update(identifier, default: Record()) { record in
            record.isOfThisLaunch = true
            return body(&record)
        }
    }
}

/// What may change about a transaction.
struct TransactionRevision: Sendable, Hashable {
    private let revocationDate: Date?
    private let expirationDate: Date?
    private let isUpgraded: Bool

    init(_ transaction: Transaction) {
        revocationDate = transaction.revocationDate
        expirationDate = transaction.expirationDate
        isUpgraded = transaction.isUpgraded
    }
}
