import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@Suite("The log of events on disk")
struct JournalTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        try withTemporaryFolder { try body($0.appendingPathComponent("store")) }
    }

    private func open(_ folder: URL, app: StoreApp = Shop.app) throws -> LocalAppStore {
        try LocalAppStore.open(
            folder: folder,
            configuration: try Shop.configuration(),
            app: app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 3
        )
    }

    /// A store folder with some history, closed again.
    private func makeHistory(in folder: URL) throws -> StoreEngine {
        let store = try open(folder)
        try store.createAccount(id: Shop.flora)
        try store.updateSettings { $0.timeRate = .monthlyRenewalEveryFiveMinutes }
        try store.buy(productID: Shop.posy, account: Shop.flora, appAccountToken: UUID())
        try store.buy(productID: Shop.seeds, account: Shop.flora, quantity: 3, applicationUsername: "röse \"1\"")
        try store.advance(by: 3_600.123)
        let house = try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        try store.finish(transactionID: house.transactionID)
        _ = try store.restore(account: Shop.flora)
        try store.refund(transactionID: house.transactionID, reason: .issueInApp)
        return store.engine
    }

    @Test("The same folder opens with the same state, the same keys, and goes on alike")
    func reopening() throws {
        try withFolder { folder in
            var engine = try makeHistory(in: folder)
            var anchor: Data?
            for _ in 0..<2 {
                let store = try open(folder)
                #expect(store.engine == engine)
                #expect(anchor == nil || anchor == Data(store.authority.receiptRootPEM.utf8))
                anchor = Data(store.authority.receiptRootPEM.utf8)
                try store.advance(by: 900)
                try engine.advance(to: engine.now.addingTimeInterval(900))
                _ = engine.takeEvents()
                #expect(store.engine == engine)
            }
        }
    }

    @Test("What was begun in the App Store is kept, and what a device has taken is not")
    func purchaseIntents() throws {
        try withFolder { folder in
            do {
                let store = try open(folder)
                try store.createAccount(id: Shop.flora)
                try store.promotePurchase(productID: Shop.seeds, account: Shop.flora)
            }
            #expect(try open(folder).account(Shop.flora).purchaseIntents == [Shop.seeds])
            #expect(try open(folder).deviceTakePurchaseIntents(account: Shop.flora).map(\.productID) == [Shop.seeds])
            #expect(try open(folder).account(Shop.flora).purchaseIntents == [])
        }
    }

    @Test("Cut off at any byte, the log opens with what was complete, and the rest can be done again")
    func tornAnywhere() throws {
        try withFolder { folder in
            _ = try makeHistory(in: folder)
            let log = folder.appendingPathComponent("events.jsonl")
            let data = try Data(contentsOf: log)
            let lineEnds = data.indices.filter { data[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
            var lengths = stride(from: 0, to: data.count, by: 173).map { $0 }
            lengths += lineEnds.flatMap { [$0 - 1, $0, $0 + 1] }.filter { $0 <= data.count }
            for length in lengths {
                try data.prefix(length).write(to: log)
                let store = try open(folder)
                let complete = lineEnds.filter { $0 <= length }
                // The first line is the header; every other one is a batch of events.
                let lines = data.prefix(complete.last ?? 0).split(separator: UInt8(ascii: "\n")).dropFirst()
                let events = lines.reduce(0) { count, line in
                    count + String(decoding: line, as: UTF8.self).components(separatedBy: "\"sequence\":").count - 1
                }
                #expect(store.engine.eventCount == events, "\(length) bytes")
                try store.createAccount(id: "fern")
                #expect(store.accounts.last?.id == "fern")
            }
        }
    }

    @Test("What was torn off does not come back after the next write")
    func goesOnAfterTear() throws {
        try withFolder { folder in
            _ = try makeHistory(in: folder)
            let log = folder.appendingPathComponent("events.jsonl")
            let data = try Data(contentsOf: log)
            try data.dropLast(20).write(to: log)
            try open(folder).createAccount(id: "fern")
            let store = try open(folder)
            #expect(store.accounts.map(\.id) == ["flora", "fern"])
        }
    }

    @Test("Damage in the middle is an error that names the line, never a crash or a guess")
    func damaged() throws {
        try withFolder { folder in
            _ = try makeHistory(in: folder)
            let log = folder.appendingPathComponent("events.jsonl")
            var lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
            lines[3] = "{"
            try (lines.joined(separator: "\n") + "\n").write(to: log, atomically: true, encoding: .utf8)
            let error = #expect(throws: StoreError.self) { try open(folder) }
            #expect(error?.code == .journalDamaged)
            #expect(error?.reason.contains("line 4") == true)
            lines.remove(at: 3)
            try (lines.joined(separator: "\n") + "\n").write(to: log, atomically: true, encoding: .utf8)
            #expect(throws: StoreError(.journalDamaged, "")) { try open(folder) }
            try "not a log\n".write(to: log, atomically: true, encoding: .utf8)
            #expect(throws: StoreError(.journalDamaged, "")) { try open(folder) }
        }
    }

    @Test("One process at a time, one app a folder")
    func owners() throws {
        try withFolder { folder in
            let store = try open(folder)
            #expect(throws: StoreError(.folderInUse, "")) { try open(folder) }
            withExtendedLifetime(store) {}
        }
        try withFolder { folder in
            _ = try makeHistory(in: folder)
            #expect(throws: StoreError(.folderOfAnotherApp, "")) {
                try open(folder, app: StoreApp(bundleID: "com.example.other"))
            }
            let updated = try open(folder, app: StoreApp(bundleID: Shop.app.bundleID, version: "43"))
            #expect(updated.app.version == "43")
        }
    }

    @Test("A folder that cannot be one, and keys that are none, are refused")
    func unusable() throws {
        try withFolder { folder in
            try Data("x".utf8).write(to: folder)
            #expect(throws: StoreError(.folderUnusable, "")) { try open(folder) }
            try FileManager.default.removeItem(at: folder)
            _ = try open(folder)
            try Data("not a key".utf8).write(to: folder.appendingPathComponent("authority.pem"))
            #expect(throws: StoreError(.folderUnusable, "")) { try open(folder) }
        }
    }

    @Test("Lost keys are not replaced: what they signed would become foreign")
    func lostKeys() throws {
        try withFolder { folder in
            try open(folder).createAccount(id: "flora")
            try FileManager.default.removeItem(at: folder.appendingPathComponent("authority.pem"))
            #expect(throws: StoreError(.folderUnusable, "")) { try open(folder) }
        }
    }

    @Test("Only the owner may read the keys, the log and the folder")
    func permissions() throws {
        try withFolder { folder in
            _ = try makeHistory(in: folder)
            for (name, expected) in [("", 0o700), ("authority.pem", 0o600), ("events.jsonl", 0o600), ("lock", 0o600)] {
                let path = folder.appendingPathComponent(name).path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == expected, "\(name)")
            }
        }
    }
}
