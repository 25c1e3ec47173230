import AppStoreModels
import Entitlements
public import Foundation

/// The developer's purchase server, as the app sees it: what the customer may use, and where purchases go.
///
/// ```swift
/// let server = PurchaseBackend(configuration)
/// SwiftyStoreKit.deliver(to: server)
/// if await server.access().has("pro") { unlock() }
/// ```
///
/// What the server says a customer may use counts only if one of the pinned keys signed it for this app, this customer and
/// this request. While the server is away its last word counts for a while, and after that what the device itself knows; see
/// <doc:WhatToTrust>, also for the few answers that are not signed. Nothing is done before it is asked for the first time.
///
/// A call takes no longer than `RequestLimits.deadline`, whatever it has to ask, beside the time that the device needs to
/// read its own purchases.
///
/// ## Topics
/// - ``init(_:)``
/// - ``access()``
/// - ``current()``
/// - ``refresh()``
/// - ``updates()``
/// - ``keepFresh(every:)``
/// - ``logIn(as:token:)``
/// - ``logOut()``
/// - ``customer``
/// - ``appAccountToken``
/// - ``upload(_:)``
/// - ``upload(signedTransactions:signedRenewalInfo:)``
/// - ``restore(with:)``
/// - ``offerings()``
/// - ``promotionalOffer(_:of:transactionID:)``
/// - ``promotionalOfferV1(_:of:applicationUsername:)``
/// - ``introductoryOffer(of:transactionID:)``
public actor PurchaseBackend {
    nonisolated let configuration: PurchaseBackendConfiguration
    private nonisolated let broadcast = AccessBroadcast()
    nonisolated let memory: BackendMemory
    private nonisolated let verifier: StatementVerifier
    nonisolated let judge: AccessJudge
    private var isOpen = false
    var known: AppCustomer
    private var statement: SignedStatement?
    private var clock: StatementClock?
    private var keptClock: StatementClock?
    private var requests = 0
    private var newestAnswer = 0
    /// What the server is being asked, for all who ask meanwhile; nil if nobody asks, or what was asked is out of date.
    var question: SharedQuestion?
    var questions = 0
    /// Transactions that the server has of this customer.
    var deliveredTransactions: Set<String> = []
    /// What was bought and it has yet to be given.
    var waitingTransactions: Set<String> = []

    /// The server that the configuration tells of.
    public init(_ configuration: PurchaseBackendConfiguration) {
        self.configuration = configuration
        memory = BackendMemory(storage: configuration.storage)
        verifier = StatementVerifier(pins: configuration.pins, bundleID: configuration.bundleID)
        judge = AccessJudge(
            window: configuration.trustWindow,
            catalogue: configuration.levels,
            environments: configuration.environments
        )
        known = AppCustomer(anonymous: configuration.makeUUID())
    }

    // MARK: Who

    /// Who uses the app, by the name that the server is asked with.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed`, while the device cannot say who that is: the Keychain is
    ///   locked until somebody has unlocked the device once.
    public var customer: String {
        get throws(PurchaseBackendError) { try opened().name }
    }

    /// What to give to the App Store as `applicationUsername`, so that a purchase is the customer's wherever it turns up;
    /// nil for an account whose name is no UUID.
    ///
    /// - Throws: As ``customer``.
    public var appAccountToken: UUID? {
        get throws(PurchaseBackendError) { try opened().appAccountToken }
    }

    // MARK: What

    /// What the customer may use: what the server says now, or the best that can be known without it.
    ///
    /// Calls at the same time share one request, unless something was uploaded, or somebody logged in or out, in between.
    public func access() async -> CustomerAccess {
        do { return try await refresh() } catch {
            configuration.onProblem(error)
            return await current()
        }
    }

    /// What the customer may use as far as it is known without the network.
    ///
    /// While the device cannot say who uses the app, ``CustomerAccess/customer`` is empty, and only the device's own purchases
    /// are the answer.
    public func current() async -> CustomerAccess {
        let asked: AppCustomer
        do throws(PurchaseBackendError) { asked = try opened() } catch {
            configuration.onProblem(error)
            return await deviceAccess()
        }
        let device = await deviceEntitlements(at: read()?.date ?? configuration.now())
        // Somebody else may have come meanwhile.
        guard isStill(asked) else { return await current() }
        // Only now: what the server has said since then counts, and by its clock.
        let moment = read()
        let date = moment?.date ?? configuration.now()
        var access = judge.access(of: asked.name, device: device, at: date)
        let (bought, waiting) = (device ?? [], waitingTransactions)
        if let statement, let moment,
            let last = judge.access(statement, at: moment, device: bought, waiting: waiting)
        {
            access = last
        }
        broadcast.send(access)
        return access
    }

    /// Asks the server. Calls at the same time share one request, as those of ``access()``.
    ///
    /// - Throws: ``PurchaseBackendError`` if it is away, or if what came is not to be believed.
    @discardableResult
    public func refresh() async throws(PurchaseBackendError) -> CustomerAccess {
        try await sharedAnswer().get()
    }

    /// The answers as they change, beginning with the last one that was given. It ends with this object.
    ///
    /// When somebody logs in or out, an answer without any rights comes first: what the one before had is over.
    public nonisolated func updates() -> AsyncStream<CustomerAccess> { broadcast.stream() }

    /// Asks again and again until the task is cancelled; what changes comes to ``updates()``.
    ///
    /// - Parameter seconds: The wait between two questions.
    public func keepFresh(every seconds: TimeInterval) async {
        while !Task.isCancelled {
            _ = await access()
            do { try await configuration.sleep(max(seconds, 1)) } catch { return }
        }
    }

    func access(_ connection: ServerConnection) async -> CustomerAccess {
        do {
            return try await refresh(connection)
        } catch {
            configuration.onProblem(error)
            return await current()
        }
    }

    @discardableResult
    func refresh(_ connection: ServerConnection) async throws(PurchaseBackendError) -> CustomerAccess {
        let asked = try opened()
        requests += 1
        let number = requests
        let began = (device: configuration.now(), uptime: configuration.uptime())
        let nonce = configuration.makeNonce()
        let today = read()?.date ?? began.device
        let pins = configuration.pins.filter { $0.isValid(at: today) }
        let answer = try await send(
            ServerConnection.Call(
                path: ["customers", asked.name],
                query: [("nonce", nonce)] + pins.map { ("key", $0.keyID) },
                demands: ["signedStatement"]
            ),
            connection
        )
        try checkStill(asked)
        guard let text = answer.json[string: "signedStatement"] else {
            throw PurchaseBackendError(.malformedAnswer, "the answer is not signed; look who is in between")
        }
        let new = try verifier.verify(text, of: asked.name, nonce: nonce, at: today)
        guard new.date <= new.validUntil else {
            throw PurchaseBackendError(.statementExpired, "the statement ended before it was made; look at the server")
        }
        let access = judge.access(new)
        // Of several requests at a time the one that was sent last counts.
        guard number > newestAnswer else { return access }
        newestAnswer = number
        accept(new, StatementClock(serverDate: new.date, device: began.device, uptime: began.uptime))
        broadcast.send(access)
        return access
    }

    // MARK: The parts

    /// For all that one call of the app asks.
    func connection(_ limits: RequestLimits) -> ServerConnection { ServerConnection(configuration, limits) }

    /// Whether the one who was asked for still uses the app.
    func isStill(_ asked: AppCustomer) -> Bool { known.name == asked.name }

    func checkStill(_ asked: AppCustomer) throws(PurchaseBackendError) {
        guard isStill(asked) else {
            throw PurchaseBackendError(.customerChanged, "somebody logged in or out meanwhile; ask again")
        }
    }

    /// Somebody else uses the app from now on; what the server said about who did before is forgotten.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed`; then nothing has changed.
    func change(to customer: AppCustomer) throws(PurchaseBackendError) {
        try memory.keep(customer)
        let isAnother = customer.name != known.name
        known = customer
        guard isAnother else { return }
        memory.forgetStatement()
        (statement, clock, keptClock) = (nil, nil, nil)
        (deliveredTransactions, waitingTransactions) = ([], [])
        question = nil
        broadcast.send(judge.access(of: customer.name, device: nil, at: configuration.now()))
    }

    /// Reads once what is kept. Nothing is read before it is needed.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed`, where it cannot be read; then nothing is kept either, and the
    ///   next call reads again.
    func opened() throws(PurchaseBackendError) -> AppCustomer {
        guard !isOpen else { return known }
        let kept = try memory.customer()
        let last = try keptStatement()
        isOpen = true
        if let name = configuration.customer, let given = named(name) {
            known = kept?.name == given.name ? kept ?? given : given
        } else if let kept {
            known = kept
        }
        if kept != known {
            do throws(PurchaseBackendError) { try memory.keep(known) } catch { configuration.onProblem(error) }
        }
        if let last { open(last) }
        return known
    }

    private func named(_ name: String) -> AppCustomer? {
        do throws(PurchaseBackendError) { return try AppCustomer(named: name) } catch {
            configuration.onProblem(error)
            return nil
        }
    }

    private func keptStatement() throws(PurchaseBackendError) -> BackendMemory.Record? {
        do throws(PurchaseBackendError) { return try memory.statement() } catch {
            guard error.code != .storageFailed else { throw error }
            configuration.onProblem(error)
            memory.forgetStatement()
            return nil
        }
    }

    private func open(_ kept: BackendMemory.Record) {
        do throws(PurchaseBackendError) {
            // How late it is hangs on the date in the statement, which is believed when its signature was checked, by a key
            // that is believed at that moment.
            let date = try verifier.verify(kept.text, of: known.name, nonce: kept.nonce, at: .distantPast).date
            let stored = StatementClock(serverDate: date, kept.clock)
            var clock = stored
            let moment = readClock(&clock)
            statement = try verifier.verify(kept.text, of: known.name, nonce: kept.nonce, at: moment.date)
            (self.clock, keptClock) = (clock, stored)
        } catch {
            configuration.onProblem(error)
            memory.forgetStatement()
        }
    }

    private func readClock(_ clock: inout StatementClock) -> StatementClock.Moment {
        clock.read(device: configuration.now(), uptime: configuration.uptime())
    }

    /// What time it is since the server last said so; nil if it never did.
    private func read() -> StatementClock.Moment? {
        guard var reading = clock, let statement else { return nil }
        let moment = readClock(&reading)
        clock = reading
        if let keptClock, reading.isLater(than: keptClock) { keep(statement, reading) }
        return moment
    }

    private func accept(_ new: SignedStatement, _ newClock: StatementClock) {
        statement = new
        clock = newClock
        keep(new, newClock)
    }

    private func keep(_ statement: SignedStatement, _ clock: StatementClock) {
        keptClock = clock
        do throws(PurchaseBackendError) { try memory.keep(statement, clock) } catch { configuration.onProblem(error) }
    }
}
