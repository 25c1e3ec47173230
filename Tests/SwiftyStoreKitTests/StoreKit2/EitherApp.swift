import AppReceipt
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport

@testable import SwiftyStoreKit

/// A customer's device with an app that may be launched on either interface of Apple, killed, and launched again.
final class EitherApp: Sendable {
    let store: LocalAppStore
    private let folder: TemporaryFolder
    private let log = Locked([String]())

    init(_ store: LocalAppStore) throws {
        self.store = store
        folder = try TemporaryFolder()
    }

    convenience init(codeOffers: [String] = []) throws { try self.init(SampleShop.open(codeOffers: codeOffers)) }

    /// The products that were delivered, by all launches, in order.
    var delivered: [String] { log.withLock { $0 } }

    /// The customer bought a product on a device of before, where it was delivered.
    func own(_ product: String) throws {
        let bought = try store.buy(productID: product, account: SampleShop.customer)
        try store.finish(transactionID: bought.transactionID)
    }

    /// The customer joins the family of somebody else, who is called rose.
    func joinFamily() throws {
        try store.createAccount(id: "rose")
        try store.createFamily(id: "family", organizer: "rose")
        try store.joinFamily(id: "family", account: SampleShop.customer)
    }

    /// Launches the app.
    func launch(_ storeKit: StoreKitChoice) throws -> EitherLaunch {
        try EitherLaunch(self, receiptURL: folder.file("StoreKit/sandboxReceipt")) { device in
            StoreClient(device: device, storeKit: storeKit)
        }
    }

    /// Launches the app on StoreKit 2, which works as `gate` lets it.
    ///
    /// - Parameter storage: Where the client remembers; what it remembers is not that of other launches.
    func launch(through gate: StoreKit2Gate, storage: any KeyValueStorage = MemoryStorage()) throws -> EitherLaunch {
        try EitherLaunch(self, receiptURL: folder.file("StoreKit/sandboxReceipt")) { device in
            gate.client(device, storage: storage)
        }
    }

    fileprivate func note(_ product: String) { log.withLock { $0.append(product) } }

    /// What the store has as bought and not finished; what was refunded is nobody's any more.
    var unfinished: [String] {
        open.filter { $0.restoredTransactionID == nil }.map(\.productID)
    }

    /// What the queue of StoreKit 1 would show at a launch.
    var queued: [String] { open.map(\.productID) }

    private var open: [StoreTransaction] {
        store.unfinishedTransactions(account: SampleShop.customer).filter { $0.revocationDate == nil }
    }
}

/// One launch: its own process, so to speak. What it leaves behind is in the store and in the app's folder.
final class EitherLaunch: Sendable {
    let app: EitherApp
    let device: LocalDevice
    let client: StoreClient
    private let callbacks = DispatchQueue(label: "callbacks")
    private let work = DispatchQueue(label: "work")
    private let isDead = Locked(false)

    fileprivate init(
        _ app: EitherApp,
        receiptURL: URL,
        client makeClient: (LocalDevice) -> StoreClient
    ) throws {
        self.app = app
        device = try LocalDevice(
            store: app.store,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            receiptURL: receiptURL,
            callbacks: CallbackQueue(callbacks),
            work: CallbackQueue(work)
        )
        client = makeClient(device)
        client.log.sink = { [finished] event in
            if event.kind == .finished { finished.withLock { $0 += 1 } }
        }
    }

    /// What the app's delivery handler does.
    enum Handler: Sendable {
        /// Delivers.
        case delivers
        /// Fails.
        case fails
        /// Is killed in the middle.
        case dies
    }

    /// How many transactions left the queue in this launch.
    let finished = Locked(0)

    /// How often the handler was called in this launch.
    let calls = Locked(0)

    /// The app registers its delivery handler.
    func deliver(_ handler: Handler = .delivers) {
        client.deliver { [weak self] purchase in
            guard let self, !isDead.withLock({ $0 }) else { throw DeliveryTestError() }
            calls.withLock { $0 += 1 }
            switch handler {
            case .delivers: app.note(purchase.productId)
            case .fails: throw DeliveryTestError()
            case .dies:
                kill()
                throw DeliveryTestError()
            }
        }
    }

    /// Hears from now on what is lost.
    func losses() -> Locked<[String]> {
        let lost = Locked([String]())
        client.onEntitlementRevocation { products in lost.withLock { $0 += products } }
        return lost
    }

    /// The app is killed: it hears of nothing any more and does nothing any more.
    func kill() {
        isDead.withLock { $0 = true }
        client.leaveQueue()
        client.state.withLock { $0.desk }?.close()
    }

    /// Buys, and waits for what comes of it.
    @discardableResult
    func buy(_ product: String, atomically: Bool = true, asksToBuy: Bool = false) async -> PurchaseResult {
        await client.purchaseProduct(product, atomically: atomically, simulatesAskToBuyInSandbox: asksToBuy)
    }

    /// Lets everything happen that is under way on the device.
    func settle() async {
        for _ in 0..<8 {
            for queue in [work, callbacks] {
                await withCheckedContinuation { done in queue.async { done.resume() } }
            }
            for _ in 0..<16 { await Task.yield() }
        }
    }
}
