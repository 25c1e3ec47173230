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
/// What the server says counts only if one of the pinned keys signed it for this app, this customer and this request. While
/// the server is away its last word counts for a while, and after that what the device itself knows; see
/// <doc:WhatToTrust>. Nothing is done before it is asked for the first time.
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
    private nonisolated let memory: BackendMemory
    private nonisolated let verifier: StatementVerifier
    private nonisolated let judge: AccessJudge
    private var isOpen = false
    private var known: AppCustomer
    private var statement: SignedStatement?
    private var clock: StatementClock?
    private var keptClock: StatementClock?
    private var requests = 0
    private var newestAnswer = 0
    /// Transactions that the server has of this customer.
    var deliveredTransactions: Set<String> = []

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
    public var customer: String { opened().name }

    /// What to give to the App Store as `applicationUsername`, so that a purchase is the customer's wherever it turns up;
    /// nil for an account whose name is no UUID.
    public var appAccountToken: UUID? { opened().appAccountToken }

    // MARK: What

    /// What the customer may use: what the server says now, or the best that can be known without it.
    public func access() async -> CustomerAccess {
        do {
            return try await refresh()
        } catch {
            configuration.onProblem(error)
            return await current()
        }
    }

    /// What the customer may use as far as it is known without the network.
    public func current() async -> CustomerAccess {
        let asked = opened()
        let moment = read()
        let date = moment?.date ?? configuration.now()
        let device = await deviceEntitlements(at: date)
        // Somebody else may have come meanwhile.
        guard known.name == asked.name else { return await current() }
        var access = judge.access(of: asked.name, device: device, at: date)
        if let statement, let moment, let last = judge.access(statement, at: moment, device: device ?? []) {
            access = last
        }
        broadcast.send(access)
        return access
    }

    /// Asks the server.
    ///
    /// - Throws: ``PurchaseBackendError`` if it is away, or if what came is not to be believed.
    @discardableResult
    public func refresh() async throws(PurchaseBackendError) -> CustomerAccess {
        try await refresh(configuration.limits)
    }

    /// The answers as they change, beginning with the last one that was given. It ends with this object.
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

    func refresh(_ limits: RequestLimits) async throws(PurchaseBackendError) -> CustomerAccess {
        let asked = opened()
        requests += 1
        let number = requests
        let began = (device: configuration.now(), uptime: configuration.uptime())
        let nonce = makeNonce()
        let today = read()?.date ?? began.device
        let pins = configuration.pins.filter { $0.isValid(at: today) }
        let answer = try await send(
            ServerConnection.Call(
                path: ["customers", asked.name],
                query: [("nonce", nonce)] + pins.map { ("key", $0.keyID) }
            ),
            limits
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

    /// Asks as the customer; somebody without an account gets a token first where the server wants one.
    func send(_ call: ServerConnection.Call, _ limits: RequestLimits) async throws(PurchaseBackendError)
        -> ServerConnection.Answer
    {
        let asked = opened()
        var call = call
        call.customerToken = asked.token
        do throws(PurchaseBackendError) {
            return try await connection(limits).send(call)
        } catch {
            guard error.serverCode == "customer-token-missing", asked.isAnonymous, asked.token == nil else {
                throw error
            }
        }
        try await makeContact(as: asked, limits)
        call.customerToken = known.token
        return try await connection(limits).send(call)
    }

    private func makeContact(as asked: AppCustomer, _ limits: RequestLimits) async throws(PurchaseBackendError) {
        let answer: ServerConnection.Answer
        do throws(PurchaseBackendError) {
            answer = try await connection(limits).send(
                ServerConnection.Call(method: "POST", path: ["customers", asked.name, "tokens"])
            )
        } catch {
            // Another call of ours was quicker.
            guard error.serverCode == "customer-token-exists", known.name == asked.name, known.token != nil else {
                throw error
            }
            return
        }
        try checkStill(asked)
        known.token = answer.json[string: "customerToken"]
        do throws(PurchaseBackendError) { try memory.keep(known) } catch { configuration.onProblem(error) }
    }

    func connection(_ limits: RequestLimits) -> ServerConnection {
        ServerConnection(
            url: configuration.url,
            publicKey: configuration.publicKey,
            bundleID: configuration.bundleID,
            limits: limits,
            transport: configuration.transport,
            uptime: configuration.uptime,
            sleep: configuration.sleep
        )
    }

    func checkStill(_ asked: AppCustomer) throws(PurchaseBackendError) {
        guard known.name == asked.name else {
            throw PurchaseBackendError(.customerChanged, "somebody logged in or out meanwhile; ask again")
        }
    }

    /// Somebody else uses the app from now on; what the server said about who did before is forgotten.
    ///
    /// - Throws: ``PurchaseBackendError``, code `storageFailed`; then nothing has changed.
    func change(to customer: AppCustomer) throws(PurchaseBackendError) {
        try memory.keep(customer)
        if customer.name != known.name {
            memory.forgetStatement()
            (statement, clock, keptClock) = (nil, nil, nil)
            deliveredTransactions = []
        }
        known = customer
    }

    /// Reads once what is kept. Nothing is read before it is needed.
    func opened() -> AppCustomer {
        guard !isOpen else { return known }
        isOpen = true
        let kept = memory.customer()
        if let name = configuration.customer, let given = named(name) {
            known = kept?.name == given.name ? kept ?? given : given
        } else if let kept {
            known = kept
        }
        if kept != known {
            do throws(PurchaseBackendError) { try memory.keep(known) } catch { configuration.onProblem(error) }
        }
        openStatement()
        return known
    }

    private func named(_ name: String) -> AppCustomer? {
        do throws(PurchaseBackendError) { return try AppCustomer(named: name) } catch {
            configuration.onProblem(error)
            return nil
        }
    }

    private func openStatement() {
        guard memory.hasStatement else { return }
        do throws(PurchaseBackendError) {
            guard var kept = memory.statement() else {
                throw PurchaseBackendError(.malformedAnswer, "what was kept of the server's last word is damaged")
            }
            let stored = kept.clock
            let moment = readClock(&kept.clock)
            statement = try verifier.verify(kept.text, of: known.name, nonce: kept.nonce, at: moment.date)
            (clock, keptClock) = (kept.clock, stored)
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

    /// What the device knows; nil if it cannot say.
    private func deviceEntitlements(at date: Date) async -> [Entitlement]? {
        guard !configuration.device.isNothing else { return nil }
        return try? await configuration.device.entitlements(at: date, rules: configuration.rules)
    }

    private func makeNonce() -> String {
        let number = configuration.makeUUID().uuid
        return withUnsafeBytes(of: number) { Base64.urlSafe(Array($0)) }
    }
}
