#if os(Linux) || os(macOS)
    import AppStoreModels
    import AppStoreTrust
    import Foundation
    import LocalAppStore
    import Locking
    import StoreConfiguration
    import TestSupport
    import Testing

    /// Each of these runs a store in a process of its own, which SIGKILL ends in the middle of its work.
    @Suite("Killing the store", .tags(.slow), .serialized)
    struct KillTests {
        @Test(
            "Everything that was acknowledged is there after SIGKILL, nothing half, and the store goes on",
            arguments: [1, 2, 3, 4, 6, 7, 9, 14, 20, 21, 33, 50]
        )
        func kill(acknowledged limit: Int) async throws {
            let scratch = try TemporaryFolder()
            defer { withExtendedLifetime(scratch) {} }
            let folder = scratch.file("store")
            try Shop.putKeys(in: folder)
            let path = folder.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, limit = limit as Int] in
                try DoomedStore(folder: URL(fileURLWithPath: path)).run(until: limit)
            }
            let acknowledged = try String(contentsOf: folder.appendingPathComponent("acknowledged"), encoding: .utf8)
                .split(separator: "\n").map(String.init)
            let store = try DoomedStore(folder: folder).open()
            #expect(acknowledged.count >= limit)
            let known = Set(store.transactions(account: Shop.flora).map(\.transactionID))
            #expect(known.isSuperset(of: acknowledged), "\(acknowledged.count) were acknowledged")
            // At most the purchase under way may be there without having been acknowledged.
            #expect(known.count - Set(acknowledged).count <= 1)
            let next = try store.buy(productID: Shop.seeds, account: Shop.flora)
            #expect(!known.contains(next.transactionID))
        }
    }

    /// A store that buys, compacts its log and restores snapshots as fast as it can, and writes down what was acknowledged.
    private struct DoomedStore {
        let folder: URL

        func open() throws -> LocalAppStore {
            try LocalAppStore.open(
                folder: folder,
                configuration: try Shop.configuration(),
                app: Shop.app,
                start: Shop.date("2026-01-31T10:00:00Z"),
                seed: 3
            )
        }

        /// Another thread kills the process once so many purchases were acknowledged, while this one works on.
        func run(until limit: Int) throws {
            let file = folder.appendingPathComponent("acknowledged").path
            let acknowledged = Foundation.open(file, O_WRONLY | O_APPEND | O_CREAT, 0o600)
            let store = try open()
            try store.createAccount(id: Shop.flora)
            let count = Locked(0)
            Thread.detachNewThread {
                while count.withLock({ $0 }) < limit {}
                Foundation.kill(getpid(), SIGKILL)
            }
            for number in 1... {
                let transaction = try store.buy(productID: Shop.seeds, account: Shop.flora)
                let line = transaction.transactionID + "\n"
                _ = line.withCString { write(acknowledged, $0, strlen($0)) }
                count.withLock { $0 += 1 }
                if number.isMultiple(of: 3) { try store.compactLog() }
                if number.isMultiple(of: 7) { try store.restore(snapshot: store.snapshot()) }
            }
        }
    }
#endif
