import Foundation
import LocalAppStore
import Locking

/// One device with the app on it, signed in to one account of a local store.
///
/// ```swift
/// let store = try LocalAppStore(catalogue: "FlowerShop.storekit")
/// let device = LocalDevice.use(store, account: "flora")
/// device.settings.paymentSheet = { _ in .cancel }
/// ```
///
/// The StoreKit classes work for the device in use: the one that ``use(_:)`` named, or, inside
/// `perform(_:)`, the one that performs. Callbacks run as if performed by the device that makes them, so that
/// several devices can live in one process, each with its own queue, receipt and observers.
public final class LocalDevice: Sendable {
    let session: any StoreSession
    let receipt: DeviceReceipt
    let work: WorkQueue
    let core = PaymentQueueCore()
    let transactions = TransactionCore()
    /// What the app has heard of in this launch.
    let deliveries = Locked(LaunchDeliveries())
    package let queue: SKPaymentQueue
    private let callbacks: CallbackQueue
    private let companions = DeviceCompanions()
    private let state = Locked(State())
    private let scope = LocalDevice.scope

    private struct State {
        var settings = LocalDeviceSettings()
        /// What was begun in the App Store and waits for an observer.
        var storePurchases: [PaymentFields] = []
        var observation: (any Sendable)?
        /// What happened in the store and has yet to be handled.
        var events: [SessionEvent] = []
    }

    init(session: any StoreSession, receiptURL: URL?, callbacks: CallbackQueue, work: CallbackQueue) {
        self.session = session
        receipt = DeviceReceipt(session, url: receiptURL)
        self.callbacks = callbacks
        self.work = WorkQueue(work)
        queue = SKPaymentQueue(core: core)
        core.attach(to: self, callbacks: callbacks)
        #if os(Linux)
            _ = BundleReceipt.isInstalled
        #endif
        let token = session.observe { [weak self] events in self?.receive(events) }
        state.withLock { $0.observation = token }
    }

    /// How the customer and the device behave.
    public var settings: LocalDeviceSettings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// One of the ``settings``, without the others.
    func setting<Value: Sendable>(_ read: (LocalDeviceSettings) -> Value) -> Value {
        state.withLock { read($0.settings) }
    }

    /// The app comes back from the background: everything that is not finished is delivered again, and the customer is asked
    /// about higher prices.
    public func enterForeground() {
        work.enqueue { [self] in transactions.tellDue(in: self) }
        guard !core.observers.isEmpty else { return core.askAboutPriceIncreases(in: self) }
        core.synchronise(with: self)
    }

    /// The store's own time.
    package var storeTime: Date { session.now }

    /// Tells the store's own time: at once for a store in this process, else as soon as it has said so on the work queue.
    ///
    /// A store that cannot be reached, and never could, tells nothing.
    package func tellStoreTime(_ hear: @escaping @Sendable (Date) -> Void) {
        askStoreTime { if let heard = $0 { hear(heard) } }
    }

    /// The same, content with the time that this device heard last.
    package func tellHeardStoreTime(_ hear: @escaping @Sendable (Date) -> Void) {
        if let heard = session.heardNow { return hear(heard) }
        askStoreTime { if let heard = $0 { hear(heard) } }
    }

    /// Tells the store's own time, and always answers: at once for a store in this process, else when the work queue has asked
    /// it; of a store that cannot be reached, what was heard of it last, or nil.
    package func askStoreTime(_ hear: @escaping @Sendable (Date?) -> Void) {
        if let now = session.nowAtOnce { return hear(now) }
        work.enqueue { [session] in
            // Who asks has heard it.
            _ = session.now
            hear(session.heardNow)
        }
    }

    /// The store's own time, as it was heard last; nil if it never was. Nobody is asked.
    package var heardStoreTime: Date? { session.heardNow }

    var canMakePayments: Bool { settings.canMakePayments && session.canMakePayments }

    var deliversOtherPurchasesAtOnce: Bool { settings.deliversOtherPurchasesAtOnce }

    /// Runs `body` on the callback queue, for this device.
    package func deliver(_ body: @escaping @Sendable () -> Void) {
        callbacks.enqueue { [self] in
            LocalDevice.$scope.withValue(scope) { perform(body) }
        }
    }

    /// The one object of its type that lives as long as the device: made when it is first asked for.
    ///
    /// `make` may use the device, also its other companions: nothing is locked while it runs.
    package func companion<Companion: AnyObject & Sendable>(_ make: () -> Companion) -> Companion {
        companions.companion(make)
    }

    /// Throws what the settings say that `operation` fails with.
    func checkFailure(of operation: StoreOperation) throws {
        if let error = settings.failure(operation) { throw error }
    }

    /// How many purchases that were begun in the App Store wait.
    static let maximumStorePurchases = 100

    /// Keeps a purchase that was begun in the App Store until somebody asks for it; of too many the newest.
    func keep(_ payment: PaymentFields) {
        state.withLock { state in
            state.storePurchases.append(payment)
            if state.storePurchases.count > Self.maximumStorePurchases { state.storePurchases.removeFirst() }
        }
    }

    /// The purchases that were begun in the App Store, here or elsewhere; they wait no more.
    func takeBegunPurchases() -> [PaymentFields] {
        // A store that cannot be reached keeps them until it can.
        let elsewhere = (try? session.takePurchaseIntents()) ?? []
        let kept = state.withLock { state in
            defer { state.storePurchases = [] }
            return state.storePurchases
        }
        return kept
            + elsewhere.map { PaymentFields(productIdentifier: $0.productID, winBackOfferID: $0.winBackOfferID) }
    }

    /// Events that come while others wait for the work queue are handled together with these.
    private func receive(_ events: [SessionEvent]) {
        guard !events.isEmpty else { return }
        let isFirst = state.withLock { state in
            defer { state.events += events }
            return state.events.isEmpty
        }
        guard isFirst else { return }
        work.enqueue { [self] in
            let events = state.withLock { state in
                defer { state.events = [] }
                return state.events
            }
            handle(events)
        }
    }
}
