public import AppStoreModels
public import AppStoreTrust
public import Foundation
import Locking
public import StoreConfiguration

/// An App Store in the process: customers, a clock, purchases, subscriptions, refunds, receipts and signed transactions.
///
/// ```swift
/// let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
/// try store.createAccount(id: "flora")
/// try store.buy(productID: "com.example.flowershop.club.posy", account: "flora")
/// try store.advance(months: 12)
/// let receipt = try store.receipt(account: "flora", device: device)
/// ```
///
/// Every function may be called from any thread. What a function did is on the disk when it returns, if the store has a
/// folder. All rules are in `StoreEngine`; this class adds the lock, the log, the observers and the signatures.
public final class LocalAppStore: Sendable {
    /// The app whose purchases are kept.
    public let app: StoreApp
    /// What the store was made from.
    public let configuration: StoreConfiguration
    let signer: StoreSigner
    /// What signed data says of where it comes from, if the settings do not say it.
    let openedEnvironment: AppStoreEnvironment
    let seed: UInt64
    /// What time it was when the store was new.
    let start: Date
    private let folder: StoreFolder?
    let core: FairLocked<StoreCore>
    let delivery = EventDelivery()

    /// A store that lives in memory.
    ///
    /// - Parameters:
    ///   - configuration: What is for sale, and the first settings.
    ///   - app: The app whose purchases are kept.
    ///   - authority: Signs what the store issues.
    ///   - start: What time it is in the store.
    ///   - seed: Decides all identifiers.
    ///   - environment: What signed data says of where it comes from.
    public init(
        configuration: StoreConfiguration,
        app: StoreApp,
        authority: CertificateAuthority,
        start: Date,
        seed: UInt64 = 0,
        environment: AppStoreEnvironment = .sandbox
    ) {
        self.configuration = configuration
        self.app = app
        signer = StoreSigner(authority)
        openedEnvironment = environment
        self.seed = seed
        self.start = start
        folder = nil
        let engine = StoreEngine(configuration: configuration, app: app, start: start, seed: seed)
        core = FairLocked(StoreCore(engine: engine, log: nil))
    }

    private init(
        configuration: StoreConfiguration,
        folder: StoreFolder,
        log: StoreLog,
        engine: StoreEngine,
        authority: CertificateAuthority,
        environment: AppStoreEnvironment
    ) {
        self.configuration = configuration
        app = engine.app
        signer = StoreSigner(authority)
        openedEnvironment = environment
        (seed, start) = (log.seed, log.start)
        self.folder = folder
        core = FairLocked(StoreCore(engine: engine, log: log))
    }

    /// A store that lives in a folder: created there, or found there as it was left, even by SIGKILL.
    ///
    /// - Parameters:
    ///   - url: The folder; created if missing; readable by its owner only.
    ///   - configuration: What is for sale; may have changed since the store was created.
    ///   - app: Must have the bundle identifier that the folder was created for; the version may change.
    ///   - start: What time it is, for a new store.
    ///   - seed: Decides all identifiers, for a new store.
    ///   - environment: What signed data says of where it comes from.
    ///   - authority: Signs what the store issues, for example one that several stores share; nil for the folder's own,
    ///     made with the folder. A folder that was begun with another one is refused.
    ///   - compactsLog: Whether a long log of events may be replaced by a snapshot once it was read, see
    ///     ``compactLog()``. Without it, opening takes longer and longer.
    ///   - observer: Called with every event that is read back, in order; those of a snapshot are not.
    /// - Throws: `folderUnusable`, `folderInUse`, `folderOfAnotherApp`, `journalDamaged`, `journalFailed`,
    ///   `snapshotDamaged`
    public static func open(
        folder url: URL,
        configuration: StoreConfiguration,
        app: StoreApp,
        start: Date,
        seed: UInt64 = 0,
        environment: AppStoreEnvironment = .sandbox,
        authority: CertificateAuthority? = nil,
        compactsLog: Bool = true,
        replaying observer: (StoreEvent) -> Void = { _ in }
    ) throws(StoreError) -> LocalAppStore {
        try open(
            folder: url,
            on: .system,
            configuration: configuration,
            app: app,
            start: start,
            seed: seed,
            environment: environment,
            authority: authority,
            compactsLog: compactsLog,
            replaying: observer
        )
    }

    /// Like ``open(folder:configuration:app:start:seed:environment:authority:compactsLog:replaying:)``, on a disk that may
    /// fail, and remembering what was true at each event after a given one.
    package static func open(
        folder url: URL,
        on disk: StoreDisk,
        configuration: StoreConfiguration,
        app: StoreApp,
        start: Date,
        seed: UInt64 = 0,
        environment: AppStoreEnvironment = .sandbox,
        authority: CertificateAuthority? = nil,
        compactsLog: Bool = true,
        rememberingSince lastEvent: Int? = nil,
        replaying observer: (StoreEvent) -> Void = { _ in }
    ) throws(StoreError) -> LocalAppStore {
        let folder = try StoreFolder(url, on: disk)
        if let authority { try folder.begin(with: authority) }
        var new = StoreEngine(configuration: configuration, app: app, start: start, seed: seed)
        // As much as was read back can be asked for.
        new.past = lastEvent.map { StorePast(since: $0, limit: .max / 2) }
        var (engine, log) = try StoreLog.open(
            folder,
            new: new,
            configuration: configuration,
            observer: observer
        )
        engine.past?.begin(notAfter: engine.eventCount)
        let store = LocalAppStore(
            configuration: configuration,
            folder: folder,
            log: log,
            engine: engine,
            authority: try folder.authority(name: "Local App Store", date: start, mayBeMade: engine.customers.isEmpty),
            environment: environment
        )
        if compactsLog { try store.compactLongLog() }
        return store
    }

    // MARK: The authority

    /// Signs receipts and transactions. Its anchors must be trusted by whoever verifies them.
    public var authority: CertificateAuthority { signer.authority }

    /// From now on certificates say where they can be asked about, as Apple's do. The keys and the roots stay; what was
    /// signed before stays good.
    ///
    /// - Parameter ocspURL: Where an OCSP responder answers for ``authority``.
    /// - Throws: `signingFailed`; `folderUnusable` if the new certificates cannot be written down.
    public func nameResponder(at ocspURL: String) throws(StoreError) {
        guard authority.ocspURL != ocspURL else { return }
        let named: CertificateAuthority
        do {
            named = try authority.naming(ocspURL: ocspURL)
        } catch {
            throw StoreError(.signingFailed, "\(error)")
        }
        try folder?.replace(named)
        signer.replace(named)
    }

    // MARK: Commands and state

    /// What signed data says of where it comes from: what the settings say, else what the store was opened with.
    public var environment: AppStoreEnvironment { look { $0.settings.environment } ?? openedEnvironment }

    /// Runs a function of the engine; its events are written down and delivered before this returns.
    func perform<Result: Sendable>(
        _ body: (inout StoreEngine) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        // Also when something fails half-way: what was written down until then has happened.
        defer { deliver() }
        return try core.withLock { core throws(StoreError) in try core.perform(body) }
    }

    /// Looks at the state without copying it.
    func look<Result: Sendable, Failure>(_ body: (StoreEngine) throws(Failure) -> Result) throws(Failure) -> Result {
        try core.withLock { core throws(Failure) in try body(core.engine) }
    }

    /// The whole state at this moment, a value of its own.
    package var engine: StoreEngine { core.withLock { $0.engine } }

    /// How many subscriptions there are, live or not.
    package var subscriptionCount: Int { look { $0.chains.count } }

    /// How many events there have been: the number of the last one.
    public var eventCount: Int { core.withLock { $0.engine.eventCount } }

    // MARK: A disk that fails

    /// Why what happens cannot be written down, as far as was tried; nil if it can, and for a store that lives in memory.
    ///
    /// Until then every function that would change the store throws this, and changes nothing. It works again by itself
    /// once the disk does: each of them tries.
    public var writeFailure: StoreError? { core.withLock { $0.writeFailure } }

    /// After a failure, looks whether the disk takes something again.
    ///
    /// - Returns: ``writeFailure`` as it is now.
    @discardableResult
    public func tryWritingAgain() -> StoreError? { core.withLock { $0.tryWritingAgain() } }

    // MARK: Observers

    /// Calls `observer` with every event from now on, one at a time, in order, never inside the store's lock.
    ///
    /// When a function that changes the store returns, every observer has heard of what it did; only calls made by an
    /// observer return before, and their events come after the current one. Those of tasks that an observer begins are its
    /// own too, so it may wait for them; it must not wait for a call that another thread or queue makes. Devices of this
    /// process have been told of an event, and of those that came with it, when an observer hears of it.
    ///
    /// A task that takes its time reads ``events``, which hold nobody up.
    ///
    /// - Returns: Keep it: the observer is detached when it goes.
    public func observe(_ observer: @escaping @Sendable (StoreEvent) -> Void) -> StoreObservation {
        observation(core.withLock { $0.addObserver(observer) })
    }

    /// Calls `observer` from now on with all events at once that nobody has been told of yet: those of one command, of one
    /// portion of the clock's way, or of what several threads did. Observers of ``observe(_:)`` hear of them after it.
    ///
    /// For devices, which only pass them on. It must call no foreign code, and can ask about the present only: the store does
    /// not remember for it what was true at each event.
    ///
    /// - Returns: Keep it: the observer is detached when it goes.
    package func observePortions(_ observer: @escaping @Sendable ([StoreEvent]) -> Void) -> StoreObservation {
        observation(core.withLock { $0.addPortionObserver(observer) })
    }

    private func observation(_ number: Int) -> StoreObservation {
        StoreObservation { [weak self] in
            self?.core.withLock { $0.removeObserver(number) }
        }
    }

    /// Tells the observers what they have not heard of yet.
    func deliver() {
        // An observer's own call leaves the rest to who delivers; another thread waits until its events have been heard.
        guard let number = delivery.begin(upTo: core.withLock({ $0.lastQueued })) else { return }
        delivery.run(number) {
            while true {
                let (events, last, portionObservers, hasOthers) = core.withLock {
                    ($0.takeQueue(), $0.lastQueued, $0.currentPortionObservers, $0.hasObservers)
                }
                guard !events.isEmpty else { return delivery.end(heard: last) }
                for observer in portionObservers { observer(events) }
                guard hasOthers else {
                    delivery.note(heard: last)
                    continue
                }
                for event in events {
                    for observer in core.withLock({ $0.currentObservers }) { observer(event) }
                    delivery.note(heard: event.sequence)
                }
            }
        }
    }
}
