import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import PurchaseServerClient
import SwiftyStoreKit

/// A customer's device with the app on it, which is opened and killed again and again. What it keeps it keeps.
final class SimulatedApp {
    /// Which customer.
    let number: Int
    /// The account of the store.
    let account: String
    private let world: SimulatedWorld.Parts
    private let identifier: DeviceIdentifier
    private let receiptURL: URL
    private let storage = MemoryStorage()
    private(set) var launch: Launch?
    /// What the server said last that the app has heard, as it was signed.
    private(set) var lastWord: StatedAccess?

    /// One launch of the app: from its start until it is killed.
    final class Launch {
        let life: AppLife
        let bell: SimulatedBell
        let queue: SimulatedQueue
        let timers: SimulatedTimers
        let device: LocalDevice
        let client: StoreClient
        let backend: PurchaseBackend

        init(_ app: SimulatedApp) throws {
            let store = app.world.store
            bell = SimulatedBell()
            life = AppLife(bell)
            queue = SimulatedQueue(bell)
            timers = SimulatedTimers(bell) { store.now }
            device = try LocalDevice(
                store: store,
                account: app.account,
                identifier: app.identifier,
                receiptURL: app.receiptURL,
                callbacks: queue.callbacks,
                work: queue.callbacks
            )
            client = StoreClient(device: device, sleep: { [timers] in try await timers.sleep($0) })
            backend = PurchaseBackend(app.configuration(life, timers))
        }

        /// Lets the app go on until it has nothing to do but wait for time to pass, or is killed.
        func rest(while isBusy: () -> Bool = { false }) async throws {
            for _ in 0..<SimulatedApp.mostTurns {
                guard !life.isOver else { return }
                let seen = bell.count
                queue.run { !life.isOver }
                guard bell.count == seen else { continue }
                let waiting = client.waitingDeliveryCount
                if !isBusy(), timers.count >= waiting, queue.isEmpty { return }
                await waitForNews(after: seen, deliveries: waiting > 0)
            }
            throw SimulationError(.stuck, "an app does not come to rest")
        }

        private func waitForNews(after seen: Int, deliveries: Bool) async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [bell] in await bell.wait(after: seen) }
                if deliveries { group.addTask { [client] in await client.delivered() } }
                group.addTask { try? await Task.sleep(for: .seconds(SimulatedApp.patience)) }
                _ = await group.next()
                group.cancelAll()
            }
        }
    }

    /// After how many turns an app that still has something to do is taken for one that never ends.
    private static let mostTurns = 20_000
    /// How many seconds of real time it may do nothing that anybody hears of.
    private static let patience = 20

    init(number: Int, in world: SimulatedWorld.Parts, folder: URL) throws {
        self.number = number
        account = "account-\(number)"
        self.world = world
        var bytes = [UInt8](repeating: 0x5A, count: 16)
        withUnsafeBytes(of: UInt32(number).bigEndian) { bytes.replaceSubrange(12..<16, with: $0) }
        identifier = try DeviceIdentifier(bytes: bytes)
        let device = folder.appendingPathComponent("device-\(number)")
        try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
        receiptURL = device.appendingPathComponent("receipt")
        try world.store.createAccount(id: account)
        guard number == 0 else { return }
        // As the app keeps it when the developer's server has given it to who logged in.
        let customer: JSONObject = [
            "customer": .string(world.seams.name(number)), "customerToken": .string(world.server.customerToken),
        ]
        storage.set(JSONValue.object(customer).jsonData, forKey: "purchase-server-customer")
    }

    private func configuration(_ life: AppLife, _ timers: SimulatedTimers) -> PurchaseBackendConfiguration {
        let store = world.store
        var configuration = PurchaseBackendConfiguration(
            url: SimulatedWorld.serverURL,
            publicKey: world.server.publicKey,
            bundleID: SimulatedWorld.app.bundleID,
            pins: world.server.pins,
            storage: storage
        )
        configuration.customer = world.seams.name(number)
        configuration.transport = world.network.end(of: .apps, customer: number, life: life)
        configuration.rules = EntitlementRules(productTypes: SimulatedGoods.kinds)
        configuration.limits = .once
        configuration.trustWindow = SimulatedWorld.trustWindow
        configuration.now = { store.now }
        configuration.uptime = { 1_000 + store.now.timeIntervalSince(SimulatedWorld.start) }
        configuration.sleep = { try await timers.sleep($0) }
        world.seams.app(&configuration)
        return configuration
    }

    // MARK: What happens

    /// Opens the app, if it is not open.
    func open() async throws {
        guard launch == nil else { return }
        let launch = try Launch(self)
        self.launch = launch
        let retry = DeliveryRetry(firstDelay: 60, factor: 4, maximumDelay: 6 * 3_600)
        world.seams.deliver(launch.client, launch.backend, retry)
        try await launch.rest()
        _ = await launch.backend.access()
    }

    /// Kills the app.
    func kill() {
        guard let launch else { return }
        self.launch = nil
        launch.life.end()
        launch.timers.end()
        launch.queue.clear()
    }

    /// The app comes to the front.
    func comeForward() async throws {
        guard let launch else { return try await open() }
        launch.device.enterForeground()
        try await launch.rest()
        _ = await launch.backend.access()
    }

    /// Buys something, and waits until the app has heard how that went.
    ///
    /// - Returns: How it went, in a word.
    func buy(_ product: String) async throws -> String {
        try await open()
        guard let launch, !launch.life.isOver else { return "not running" }
        let outcome = Locked<String?>(nil)
        launch.client.purchaseProduct(product) { result in
            outcome.withLock { outcome in
                switch result {
                case .success: outcome = "bought"
                case .deferred: outcome = "deferred"
                case .error(let error): outcome = "refused \(error.code.rawValue)"
                }
            }
            launch.bell.ring()
        }
        try await launch.rest { outcome.withLock { $0 } == nil }
        return outcome.withLock { $0 } ?? "killed"
    }

    /// Brings purchases back.
    func restore() async throws -> String {
        try await open()
        guard let launch, !launch.life.isOver else { return "not running" }
        let outcome = Locked<String?>(nil)
        launch.client.restorePurchases { results in
            outcome.withLock {
                $0 = "restored \(results.restoredPurchases.count), failed \(results.restoreFailedPurchases.count)"
            }
            launch.bell.ring()
        }
        try await launch.rest { outcome.withLock { $0 } == nil }
        return outcome.withLock { $0 } ?? "killed"
    }

    /// Asks the server.
    func refresh() async throws {
        try await open()
        guard let launch, !launch.life.isOver else { return }
        _ = await launch.backend.access()
    }

    /// Time has passed: what waited for it goes on.
    func goOn() async throws {
        guard let launch else { return }
        launch.timers.wake()
        try await launch.rest()
    }

    /// The app has heard something.
    func hear(_ exchange: SimulatedExchange) {
        guard exchange.isHeard, exchange.response.status == 200, exchange.request.method == "GET",
            let json = try? JSONValue(parsing: exchange.response.body).object,
            let text = json[string: "signedStatement"], let word = StatedAccess(statement: text)
        else { return }
        lastWord = word
    }
}
