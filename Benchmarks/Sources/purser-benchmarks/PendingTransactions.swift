import AppReceipt
import Foundation
import LocalAppStore
import LocalStoreKit
import StoreConfiguration
import SwiftyStoreKit

/// How long an app takes that finds thousands of unfinished purchases when it starts: from the launch until the last one
/// is delivered, recorded on the disk, and finished in the store.
struct PendingTransactions {
    /// How many there were.
    let count: Int
    /// How long it took, by the clock on the wall.
    let seconds: Double

    /// Microseconds for each one.
    var each: Double { seconds / Double(count) * 1_000_000 }

    static func measure(isQuick: Bool) throws -> [PendingTransactions] {
        let counts = isQuick ? [100, 1_000] : [1_000, 5_000, 10_000]
        // The first launch of the process pays for what every later one finds done.
        _ = try seconds(100)
        return try counts.map { count in
            PendingTransactions(count: count, seconds: try seconds(count))
        }
    }

    static func seconds(_ count: Int) throws -> Double {
        let store = try store(pending: count)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pending-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let counter = Counter(count)
        let observation = store.observe { event in
            if event.name == .finished { counter.countDown() }
        }
        let begin = ContinuousClock.now
        let device = try LocalDevice(
            store: store,
            account: "flora",
            identifier: try DeviceIdentifier("3B76A7BD-8F5B-4B0A-9E0D-1D3C5E7F9A0B"),
            receiptURL: folder.appendingPathComponent("receipt"),
            callbackQueue: DispatchQueue(label: "pending")
        )
        let client = StoreClient(device: device)
        client.deliver { _ in }
        counter.wait()
        let elapsed = (ContinuousClock.now - begin).components
        withExtendedLifetime((client, observation)) {}
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    }

    private static func store(pending count: Int) throws -> LocalAppStore {
        let catalogue = """
            {"version":{"major":3,"minor":0},"settings":{},"products":[{"productID":"seeds","type":"Consumable",
            "displayPrice":"0.99","internalID":"1","localizations":[]}],"subscriptionGroups":[]}
            """
        let store = LocalAppStore(
            configuration: try StoreConfiguration(data: Data(catalogue.utf8)),
            app: StoreApp(bundleID: SampleStore.bundleID),
            authority: try SampleStore().authority,
            start: SampleStore.date,
            seed: 1
        )
        try store.createAccount(id: "flora")
        for _ in 0..<count { try store.buy(productID: "seeds", account: "flora") }
        return store
    }

    /// Waits until something has happened so many times.
    // Sendable is safe: the count is read and written only while the condition is locked.
    private final class Counter: @unchecked Sendable {
        private let condition = NSCondition()
        private var remaining: Int

        init(_ count: Int) { remaining = count }

        func countDown() {
            condition.withLock {
                remaining -= 1
                condition.signal()
            }
        }

        func wait() {
            condition.withLock {
                while remaining > 0 { condition.wait() }
            }
        }
    }
}
