import AppReceipt
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport

@testable import SwiftyStoreKit

/// Counts down to the moment in which the app is killed.
final class Fuse: Sendable {
    private let remaining: Locked<Int>

    /// A fuse that burns for this many steps; nil for ever.
    init(steps: Int?) { remaining = Locked(steps ?? .max) }

    var isDead: Bool { remaining.withLock { $0 <= 0 } }

    /// Burns a step; false once the app is dead.
    @discardableResult
    func burn() -> Bool {
        remaining.withLock { remaining in
            guard remaining > 0 else { return false }
            remaining -= 1
            return remaining > 0
        }
    }
}

/// A storage that a killed app does not write to any more.
struct FusedStorage: KeyValueStorage {
    let storage: MemoryStorage
    let fuse: Fuse

    func data(forKey key: String) throws -> Data? { storage.data(forKey: key) }

    func set(_ data: Data?, forKey key: String) throws {
        guard fuse.burn() else { throw DeliveryTestError() }
        storage.set(data, forKey: key)
    }
}

/// One launch of an app on one device: its own process, so to speak. What it leaves behind is in the store and in
/// `storage`.
final class Launch: Sendable {
    let queue = ManualQueue()
    let sleeper = ManualSleeper()
    let device: LocalDevice
    let client: StoreClient
    let fuse: Fuse

    init(
        _ store: LocalAppStore,
        storage: MemoryStorage,
        account: String = SampleShop.customer,
        receiptURL: URL,
        fuse: Fuse = Fuse(steps: nil)
    ) throws {
        let queue = queue
        let sleeper = sleeper
        let callbacks = CallbackQueue { queue.enqueue($0) }
        let device = try LocalDevice(
            store: store,
            account: account,
            identifier: try SampleShop.device(),
            receiptURL: receiptURL,
            callbacks: callbacks,
            work: callbacks
        )
        self.device = device
        self.fuse = fuse
        client = StoreClient(
            queue: device.queue,
            services: StoreServices(
                products: { _, _ in StoreRequest {} },
                refreshReceipt: { _ in StoreRequest {} },
                receipt: { try? Data(contentsOf: receiptURL) },
                now: { store.now },
                sleep: { await sleeper.sleep($0) },
                storage: FusedStorage(storage: storage, fuse: fuse)
            ),
            callbacks: CallbackQueue { [weak device] block in device?.deliver(block) }
        )
    }

    /// One step of the app; false once nothing is left to do now, or the app is dead.
    func step() -> Bool {
        fuse.burn() && queue.step()
    }

    /// Lets the app run until everything is delivered.
    func settle() async {
        while !fuse.isDead {
            while step() {}
            sleeper.wake()
            await Task.yield()
            if client.isDelivered && queue.count == 0 { return }
        }
    }
}
