import AppStoreModels
import Foundation
import Locking
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStore

/// What is done while the disk fails.
private enum Deed: CaseIterable, Sendable {
    case createAccount, buy, subscribe, advance, refund, delete, clear, share, fault, compact, restore, reset, change

    func run(in store: LocalAppStore) throws {
        switch self {
        case .createAccount: try store.createAccount(id: "rose")
        case .buy:
            try store.buy(productID: Shop.seeds, account: "fern", quantity: 2, applicationUsername: "röse \"2\"")
        case .subscribe: try store.buy(productID: Shop.bouquet, account: "fern", appAccountToken: UUID())
        case .advance: try store.advance(by: 3 * 3_600)
        case .refund: try store.refund(transactionID: Self.latest(in: store))
        case .delete: try store.delete(transactionID: Self.latest(in: store))
        case .clear: try store.clearTransactions()
        case .share: try store.createFamily(id: "bloom", organizer: Shop.flora)
        case .fault: try store.setFault(StoreFault(.offline))
        case .compact: try store.compactLog()
        case .restore: try store.restore(snapshot: Self.older())
        case .reset: try store.reset()
        case .change:
            try store.changeAccount(Shop.flora, storefront: "DEU", consents: false) { $0.requiresApproval = true }
        }
    }

    private static func latest(in store: LocalAppStore) -> String {
        store.transactions(account: Shop.flora).last?.transactionID ?? ""
    }

    /// A state from before.
    private static func older() throws -> Data {
        var engine = try Shop.engine(seed: 3)
        _ = try engine.buy(Shop.posy)
        return try engine.snapshot()
    }
}

@Suite("A disk that is full, fails, or may not be written")
struct FullDiskTests {
    private let scratch: TemporaryFolder
    private var root: URL { scratch.file("disk") }

    init() throws { scratch = try TemporaryFolder() }

    private func open(_ folder: URL, on disk: StoreDisk = .system) throws -> LocalAppStore {
        try LocalAppStore.open(
            folder: folder,
            on: disk,
            configuration: try Shop.configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 3
        )
    }

    /// A folder with some history, some of it in a snapshot.
    private func makeHistory(in folder: URL) throws {
        try Shop.putKeys(in: folder)
        let store = try open(folder)
        try store.createAccount(id: Shop.flora)
        try store.createAccount(id: "fern")
        try store.updateSettings { $0.timeRate = .monthlyRenewalEveryFiveMinutes }
        try store.buy(productID: Shop.posy, account: Shop.flora)
        try store.compactLog()
        try store.buy(productID: Shop.seeds, account: Shop.flora, quantity: 3)
        try store.advance(by: 3_600)
    }

    /// A copy of a folder, as another process would find it after a crash at this moment.
    private func copy(_ folder: URL) throws -> URL {
        let copy = root.appendingPathComponent(UUID().uuidString)
        try FileManager.default.copyItem(at: folder, to: copy)
        return copy
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appendingPathComponent("store")
        try makeHistory(in: folder)
        try body(folder)
    }

    @Test(
        "Whatever call of the system fails, a refused command did not happen, and works when the disk does",
        arguments: Deed.allCases
    )
    private func everyCall(_ deed: Deed) throws {
        try withFolder { original in
            let calls = try { () throws -> Int in
                let disk = FailingDisk()
                let store = try open(try copy(original), on: disk.disk)
                disk.fail(nil)
                try deed.run(in: store)
                return disk.calls
            }()
            #expect(calls >= 2, "nothing was flushed")
            for call in 0..<calls {
                for count in [1, 2, nil] {
                    let error = [ENOSPC, EIO, EROFS][call % 3]
                    let plan = FailingDisk.Plan(healthyCalls: call, failingCalls: count, error: error)
                    try failing(deed, plan, in: try copy(original))
                }
            }
        }
    }

    private func failing(_ deed: Deed, _ plan: FailingDisk.Plan, in folder: URL) throws {
        let disk = FailingDisk()
        let store = try open(folder, on: disk.disk)
        let heard = Locked<[Int]>([])
        let observation = store.observe { event in heard.withLock { $0.append(event.sequence) } }
        let before = store.engine
        disk.fail(plan)
        let refusal = Result { try deed.run(in: store) }.failure as? StoreError
        let what = "\(deed), \(plan)"
        if let refusal {
            #expect(refusal.code == .journalFailed, "\(what): \(refusal)")
            // A long way of the clock comes as far as it was written down.
            if deed != .advance { #expect(store.engine == before, "\(what)") }
            #expect(heard.withLock { $0 } == Array(before.eventCount..<store.eventCount).map { $0 + 1 }, "\(what)")
            // What a restart would find now. With a disk that lets nothing be cut off, the refused line may be there.
            let found = try open(try copy(folder)).engine
            let mayBeThere = plan.failingCalls == nil && found.eventCount > before.eventCount
            #expect(found == store.engine || mayBeThere, "\(what)")
            disk.fail(nil)
            // Nothing of the refused command is in the way of the next one, or of itself.
            #expect(store.tryWritingAgain() == nil, "\(what)")
            try store.createAccount(id: "ivy")
            try deed.run(in: store)
        }
        disk.fail(nil)
        try store.createAccount(id: "moss")
        #expect(store.writeFailure == nil, "\(what)")
        let engine = store.engine
        #expect(try open(try copy(folder)).engine == engine, "\(what)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.filter { $0.hasSuffix(".new") || $0.hasSuffix(".draft") } == [], "\(what)")
        withExtendedLifetime(observation) {}
    }

    @Test("A full disk refuses command after command, forgets none of what was acknowledged, and then goes on")
    func fullForLong() throws {
        try withFolder { folder in
            let disk = FailingDisk()
            let store = try open(folder, on: disk.disk)
            let before = store.engine
            disk.fail(FailingDisk.Plan(healthyCalls: 0, failingCalls: nil, error: ENOSPC))
            for number in 0..<200 {
                let error = #expect(throws: StoreError.self) { try store.createAccount(id: "customer-\(number)") }
                #expect(error?.code == .journalFailed)
                #expect(error?.reason.contains("No space left on device") == true)
            }
            #expect(store.engine == before)
            #expect(store.writeFailure?.code == .journalFailed)
            #expect(store.tryWritingAgain()?.code == .journalFailed)
            #expect(store.accounts.count == 2)
            disk.fail(nil)
            #expect(store.tryWritingAgain() == nil)
            try store.createAccount(id: "customer-7")
            #expect(store.accounts.map(\.id) == [Shop.flora, "fern", "customer-7"])
            #expect(store.writeFailure == nil)
        }
    }

    @Test("A long way of the clock comes as far as could be written down, and goes on from there")
    func advancing() throws {
        try withFolder { folder in
            let disk = FailingDisk()
            let store = try open(folder, on: disk.disk)
            let start = store.now
            let target = start.addingTimeInterval(300 * 1_000)
            // Two portions are written and flushed.
            disk.fail(FailingDisk.Plan(healthyCalls: 4, failingCalls: nil, error: ENOSPC))
            #expect(throws: StoreError(.journalFailed, "")) { try store.advance(to: target) }
            let reached = store.engine
            #expect(reached.now > start && reached.now < target)
            #expect(try open(try copy(folder)).engine == reached)
            disk.fail(nil)
            try store.advance(to: target)
            var twin = reached
            try twin.advance(to: target)
            _ = twin.takeEvents()
            #expect(store.engine == twin)
            #expect(try open(try copy(folder)).engine == twin)
        }
    }

    @Test(
        "Two failures, in one snapshot and in the next, lose nothing: also where the first only kept the old name",
        arguments: [Deed.compact, .restore]
    )
    private func twoInARow(_ second: Deed) throws {
        try withFolder { original in
            // More calls than a snapshot makes: the last turns fail nowhere.
            for (first, next) in (0..<10).flatMap({ first in (0..<12).map { (first, $0) } }) {
                let folder = try copy(original)
                defer { try? FileManager.default.removeItem(at: folder) }
                let disk = FailingDisk()
                let store = try open(folder, on: disk.disk)
                for (number, (deed, healthy)) in [(Deed.compact, first), (second, next)].enumerated() {
                    disk.fail(FailingDisk.Plan(healthyCalls: healthy, failingCalls: 1, error: ENOSPC))
                    _ = try? deed.run(in: store)
                    disk.fail(nil)
                    try store.createAccount(id: "customer-\(number)")
                }
                let what = "call \(first) of the first, \(next) of the second"
                let found = try copy(folder)
                defer { try? FileManager.default.removeItem(at: found) }
                #expect(try open(found).engine == store.engine, "\(what)")
            }
        }
    }

    @Test("A folder that cannot be written is refused when it is opened, and stays as it was")
    func opening() throws {
        try withFolder { folder in
            let log = folder.appendingPathComponent("events.jsonl")
            let whole = try Data(contentsOf: log)
            // Torn, so that opening has something to write.
            try whole.dropLast(5).write(to: log)
            for call in 0..<3 {
                let disk = FailingDisk()
                disk.fail(FailingDisk.Plan(healthyCalls: call, failingCalls: nil, error: EROFS))
                #expect(throws: StoreError(.journalFailed, ""), "call \(call)") { try open(folder, on: disk.disk) }
                #expect(whole.starts(with: try Data(contentsOf: log)))
            }
            #expect(try open(folder).accounts.count == 2)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
