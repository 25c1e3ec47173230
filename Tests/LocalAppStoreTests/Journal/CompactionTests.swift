import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import Locking
import StoreConfiguration
import TestSupport
import Testing

@Suite("Snapshots in place of a long log")
struct CompactionTests {
    private let scratch: TemporaryFolder
    private var folder: URL { scratch.file("store") }

    init() throws { scratch = try TemporaryFolder() }

    private var log: URL { folder.appendingPathComponent("events.jsonl") }
    private var snapshot: URL { folder.appendingPathComponent("snapshot") }

    private func withFolder(_ body: () throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Shop.putKeys(in: folder)
        try body()
    }

    private func open(
        app: StoreApp = Shop.app,
        compactsLog: Bool = true,
        replaying observer: (StoreEvent) -> Void = { _ in }
    ) throws -> LocalAppStore {
        try LocalAppStore.open(
            folder: folder,
            configuration: try Shop.configuration(),
            app: app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 3,
            compactsLog: compactsLog,
            replaying: observer
        )
    }

    @Test("Whoever still needs the events keeps them: the log stays, and nothing is left of the snapshot")
    func stillNeeded() throws {
        try withFolder {
            let store = try busyStore()
            let logged = store.loggedEventCount
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(throws: StoreError(.snapshotFailed, "")) {
                try store.compactLog { count throws(StoreError) in
                    #expect(count == store.eventCount)
                    throw StoreError(.snapshotFailed, "not yet")
                }
            }
            #expect(store.loggedEventCount == logged)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
            try store.compactLog { _ throws(StoreError) in }
            #expect(store.loggedEventCount == 0)
        }
    }

    /// A store with some history.
    private func busyStore() throws -> LocalAppStore {
        let store = try open()
        try store.createAccount(id: Shop.flora)
        try store.buy(productID: Shop.posy, account: Shop.flora, appAccountToken: UUID())
        try store.buy(productID: Shop.seeds, account: Shop.flora, quantity: 3, applicationUsername: "röse \"1\"")
        let house = try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        try store.refund(transactionID: house.transactionID)
        try store.advance(by: 40 * 86_400)
        return store
    }

    @Test("After compaction the folder opens with the same state and goes on; nothing of before is replayed")
    func compacting() throws {
        try withFolder {
            var engine = try { () throws -> StoreEngine in
                let store = try busyStore()
                try store.compactLog()
                return store.engine
            }()
            let header = try Data(contentsOf: log)
            for round in 1...3 {
                var replayed = 0
                let store = try open(replaying: { _ in replayed += 1 })
                #expect(store.engine == engine)
                #expect(replayed == round - 1)
                try store.createAccount(id: "fern-\(round)")
                engine = store.engine
            }
            #expect(try Data(contentsOf: log).starts(with: header))
            try open().compactLog()
            #expect(try open().engine == engine)
            #expect(try Data(contentsOf: log).count < header.count + 2)
        }
    }

    @Test("A crash between snapshot and new log loses nothing and repeats nothing")
    func crashInBetween() throws {
        try withFolder {
            try busyStore().createAccount(id: "fern")
            for _ in 0..<2 {
                let oldLog = try Data(contentsOf: log)
                let engine = try { () throws -> StoreEngine in
                    let store = try open()
                    try store.compactLog()
                    return store.engine
                }()
                // As if the process had died before the new log had its name.
                try oldLog.write(to: log)
                try Data("torn".utf8).write(to: log.appendingPathExtension("new"))
                #expect(try open().engine == engine)
                try open().advance(by: 60)
                #expect(try open().eventCount == engine.eventCount + 1)
            }
        }
    }

    @Test("A crash while the snapshot was written loses nothing of what happened meanwhile")
    func crashWithEvents() throws {
        try withFolder {
            try busyStore().createAccount(id: "fern")
            let oldLog = try Data(contentsOf: log)
            try open().compactLog()
            let written = try Data(contentsOf: snapshot)
            // As if the old log had gone on while the snapshot was written, and the process had died before the new one.
            try FileManager.default.removeItem(at: snapshot)
            try oldLog.write(to: log)
            let engine = try { () throws -> StoreEngine in
                let store = try open(compactsLog: false)
                try store.buy(productID: Shop.seeds, account: "fern")
                try store.advance(by: 40 * 86_400)
                return store.engine
            }()
            try written.write(to: snapshot)
            var replayed: [StoreEvent.Name] = []
            #expect(try open(replaying: { replayed.append($0.name) }).engine == engine)
            #expect(replayed == [.purchased, .renewed, .clockMoved])
            #expect(try open().engine == engine)
        }
    }

    @Test("The store goes on selling while a snapshot is written, and nothing of it is lost")
    func concurrent() throws {
        try withFolder {
            let engine = try { () throws -> StoreEngine in
                let store = try open()
                for number in 0..<200 { try store.createAccount(id: "customer-\(number)") }
                DispatchQueue.concurrentPerform(iterations: 4) { worker in
                    for number in 0..<50 {
                        switch worker {
                        case 0: try? store.compactLog()
                        default: _ = try? store.buy(productID: Shop.seeds, account: "customer-\(worker * 50 + number)")
                        }
                    }
                }
                return store.engine
            }()
            #expect(engine.transactions(account: "customer-60").count == 1)
            #expect(engine.eventCount == 350)
            let store = try open()
            #expect(store.engine == engine)
            #expect(store.loggedEventCount < 350)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.filter { $0.hasSuffix("draft") } == [])
        }
    }

    @Test("Observers hear of everything before it is in a snapshot, and an observer cannot compact")
    func heard() throws {
        try withFolder {
            let store = try open()
            let heard = Locked(0)
            let observation = store.observe { [weak store] _ in
                heard.withLock { $0 += 1 }
                try? store?.compactLog()
            }
            try store.createAccount(id: "fern")
            #expect(store.loggedEventCount == 1)
            try store.compactLog()
            #expect(heard.withLock { $0 } == 1)
            #expect(store.loggedEventCount == 0)
            observation.cancel()
        }
    }

    @Test("A restored state has the last word over a snapshot that was begun before")
    func restoring() throws {
        try withFolder {
            let engine = try { () throws -> StoreEngine in
                let store = try busyStore()
                let bytes = try store.snapshot()
                DispatchQueue.concurrentPerform(iterations: 2) { worker in
                    for _ in 0..<20 {
                        if worker == 0 { try? store.compactLog() } else { try? store.restore(snapshot: bytes) }
                    }
                }
                return store.engine
            }()
            #expect(try open().engine == engine)
        }
    }

    @Test("A torn end behind a snapshot is dropped, and the rest can be done again")
    func torn() throws {
        try withFolder {
            try busyStore().compactLog()
            let count = try open().eventCount
            try open().createAccount(id: "fern")
            let data = try Data(contentsOf: log)
            let lineEnd = data.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? 0
            for length in stride(from: lineEnd + 1, to: data.count, by: 11) {
                try data.prefix(length).write(to: log)
                let store = try open()
                #expect(store.eventCount == count, "\(length) bytes")
                try store.createAccount(id: "fern")
            }
            #expect(try open().accounts.map(\.id) == [Shop.flora, "fern"])
        }
    }

    @Test("A damaged snapshot is an error that says what to do, and nothing is written")
    func damaged() throws {
        try withFolder {
            try busyStore().compactLog()
            let good = try Data(contentsOf: snapshot)
            let logBefore = try Data(contentsOf: log)
            for position in [0, 5, 14, 30, 60, 100, good.count / 2, good.count - 1] {
                var bad = good
                bad[position] ^= 0x01
                try bad.write(to: snapshot)
                let error = #expect(throws: StoreError.self, "byte \(position)") { try open() }
                #expect(error?.code == .snapshotDamaged, "byte \(position)")
                #expect(error?.reason.contains("snapshot") == true)
                #expect(try Data(contentsOf: snapshot) == bad)
                #expect(try Data(contentsOf: log) == logBefore)
            }
            try Data().write(to: snapshot)
            #expect(throws: StoreError(.snapshotDamaged, "")) { try open() }
            try good.write(to: snapshot)
            #expect(try open().accounts.count == 1)
        }
    }

    @Test("A snapshot or a log that is gone, or belongs to another time, is never mistaken for an empty store")
    func missing() throws {
        try withFolder {
            try busyStore().compactLog()
            let first = (log: try Data(contentsOf: log), snapshot: try Data(contentsOf: snapshot))
            try FileManager.default.removeItem(at: snapshot)
            #expect(throws: StoreError(.snapshotDamaged, "")) { try open() }
            try first.snapshot.write(to: snapshot)
            try FileManager.default.removeItem(at: log)
            #expect(throws: StoreError(.journalDamaged, "")) { try open() }
            try first.log.write(to: log)
            for _ in 0..<2 { try open().compactLog() }
            let third = (log: try Data(contentsOf: log), snapshot: try Data(contentsOf: snapshot))
            try first.log.write(to: log)
            #expect(throws: StoreError(.snapshotDamaged, "")) { try open() }
            try third.log.write(to: log)
            try first.snapshot.write(to: snapshot)
            #expect(throws: StoreError(.snapshotDamaged, "")) { try open() }
            #expect(throws: StoreError(.folderOfAnotherApp, "")) {
                try open(app: StoreApp(bundleID: "com.example.other"))
            }
        }
    }

    @Test("A long log is compacted when the folder is opened, unless told not to")
    func automatic() throws {
        try withFolder {
            let engine = try { () throws -> StoreEngine in
                let store = try open()
                try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
                try store.createAccount(id: Shop.flora)
                try store.buy(productID: Shop.bouquet, account: Shop.flora)
                try store.advance(by: 2 * 20_000)
                return store.engine
            }()
            #expect(try open(compactsLog: false).engine == engine)
            #expect(!FileManager.default.fileExists(atPath: snapshot.path))
            var replayed = 0
            #expect(try open(replaying: { _ in replayed += 1 }).engine == engine)
            #expect(replayed == engine.eventCount)
            #expect(FileManager.default.fileExists(atPath: snapshot.path))
            #expect(try open(replaying: { _ in replayed += 1 }).engine == engine)
            #expect(replayed == engine.eventCount)
        }
    }

    @Test("A restored state is on the disk, and so is what is done after it")
    func restoredState() throws {
        try withFolder {
            let engine = try { () throws -> StoreEngine in
                let store = try busyStore()
                let snapshot = try store.snapshot()
                try store.createAccount(id: "gone")
                try store.restore(snapshot: snapshot)
                try store.createAccount(id: "fern")
                return store.engine
            }()
            #expect(engine.accounts.map(\.id) == [Shop.flora, "fern"])
            #expect(try open().engine == engine)
        }
    }

    @Test("Only the owner may read the snapshot")
    func permissions() throws {
        try withFolder {
            try busyStore().compactLog()
            let attributes = try FileManager.default.attributesOfItem(atPath: snapshot.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }
}
