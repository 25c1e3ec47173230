import AppStoreModels
import Entitlements
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A disk that fails, stalls, lies or loses power", .timeLimit(.minutes(15)))
struct FaultyDiskTests {
    private let disk: FaultyDisk
    private let world: World

    init() throws {
        disk = try FaultyDisk()
        var world = try World()
        world.configuration.databaseFile = disk.folder.file("purchases.sqlite")
        world.configuration.customers.ownership.standard = .share
        world.store.set(world.answer())
        self.world = world
    }

    /// What SQLite says of writes that fail, and what the server makes of it.
    private static let writeFailures: [(result: Int32, code: String)] = [
        // Of a disk that is full, that does not write, that has become read-only.
        (13, "database-full"), (778, "database-failed"), (8, "database-read-only"),
    ]

    @Test(
        "A sync that fails is told and acknowledges nothing; it works again by itself, and nothing acknowledged is lost"
    )
    func failedSync() async throws {
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
            disk.failSyncs()
            let refused = try await client.upload(try SampleReceipt.signed(), for: "bob")
            #expect(refused.status == 503)
            #expect(refused.errorCode == "database-failed")
            world.advance(days: 1)
            let health = try await client.get("/health")
            #expect(health.status == 503)
            #expect(health.errorCode == "database-failed")
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
            #expect(try await client.get("/v1/customers/bob").entitlements.isEmpty)
            disk.heal()
            world.advance(days: 1)
            #expect(try await client.get("/health").status == 200)
            #expect(try await client.upload(try SampleReceipt.signed(), for: "bob").status == 200)
            try await expectKept(["alice", "bob"], server)
        }
    }

    /// Demands that customers have what they bought, now and after the power fails.
    private func expectKept(
        _ customers: [CustomerID],
        _ server: PurchaseServerApplication,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let (folder, file) = try disk.platter(of: world.configuration.databaseFile)
        defer { withExtendedLifetime(folder) {} }
        let left = try PurchaseDatabase(file: file)
        for customer in customers {
            let now = try await server.storage.facts(of: customer).purchases.count
            let then = try await left.facts(of: customer).purchases.count
            #expect(now == 2 && then == 2, "\(customer): \(now), \(then)", sourceLocation: sourceLocation)
        }
    }

    @Test("A write that fails is told by its reason, and works again by itself", arguments: writeFailures)
    func failedWrite(result: Int32, code: String) async throws {
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
            disk.failWrites(result: result)
            let refused = try await client.upload(try SampleReceipt.signed(), for: "bob")
            #expect(refused.status == 503)
            #expect(refused.errorCode == code)
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
            disk.heal()
            #expect(try await client.upload(try SampleReceipt.signed(), for: "bob").status == 200)
            try await expectKept(["alice", "bob"], server)
        }
    }

    @Test("A disk that stands still holds up those who write and nobody who asks")
    func stalled() async throws {
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
            disk.holdSyncs(true)
            defer { disk.heal() }
            async let waiting = client.upload(try SampleReceipt.signed(), for: "bob").status
            await eventually { disk.heldSyncs > 0 }
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
            #expect(try await client.get("/v1/customers/bob").entitlements.isEmpty)
            disk.holdSyncs(false)
            #expect(try await waiting == 200)
            try await expectKept(["alice", "bob"], server)
        }
    }

    @Test("A sync that fails while the log is put back into the file loses nothing")
    func failedCheckpoint() async throws {
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
            let pool = try server.storage.pool
            disk.failSyncs()
            await #expect(throws: DatabaseError.self) {
                try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            }
            disk.heal()
            try await expectKept(["alice"], server)
            try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            #expect(try await client.upload(try SampleReceipt.signed(), for: "bob").status == 200)
            try await expectKept(["alice", "bob"], server)
        }
    }

    @Test(
        "Where a disk lies about syncs and the power fails, what it really kept is read, or the start says that it is damaged"
    )
    func lying() async throws {
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
            try await server.storage.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            disk.lie()
            for name in ["bob", "carol", "dave"] {
                #expect(try await client.upload(try SampleReceipt.signed(), for: name).status == 200)
            }
            let (folder, file) = try disk.platter(of: world.configuration.databaseFile)
            defer { withExtendedLifetime(folder) {} }
            let left = try PurchaseDatabase(file: file)
            #expect(try await left.facts(of: "alice").purchases.count == 2)
            // Nothing of it had reached the platter, and nothing half is there.
            #expect(try await left.facts(of: "bob").purchases.isEmpty)
            #expect(try await left.pendingUploadCount(of: "bob") == 0)
            // The app sends again what it does not see.
            disk.heal()
            #expect(try await client.upload(try SampleReceipt.signed(), for: "erin").status == 200)
            try await expectKept(["alice", "bob", "carol", "dave", "erin"], server)
        }
    }

    @Test(
        "Whatever the disk does, and whenever the power fails, what was acknowledged is there and nothing else",
        arguments: 1...12
    )
    func chance(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        var (kept, refused): (Set<String>, Set<String>) = ([], [])
        for number in 0..<40 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: disk.failSyncs(Int32.random(in: 1...3, using: &random))
            case 1:
                let failure = try #require(Self.writeFailures.randomElement(using: &random))
                disk.failWrites(Int32.random(in: 1...4, using: &random), result: failure.result)
            case 2: disk.heal()
            case 3: _ = try? await storage.pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
            default: break
            }
            let name = "customer-\(number)"
            let upload = ReceiptUpload(
                customer: try #require(CustomerID(name)),
                receipt: Data(name.utf8) + Data(repeating: 7, count: Int.random(in: 0..<9_000, using: &random)),
                receivedAt: world.now
            )
            do {
                _ = try await storage.save(upload, retryAt: world.now)
                kept.insert(name)
            } catch is PurchaseServerError { refused.insert(name) }
            guard number.isMultiple(of: 5) else { continue }
            let (folder, file) = try disk.platter(of: world.configuration.databaseFile)
            defer { withExtendedLifetime(folder) {} }
            let left = try await PurchaseDatabase(file: file).pool.read { try String.fetchAll($0, sql: Self.customers) }
            #expect(Set(left) == kept, "seed \(seed), upload \(number)")
        }
        #expect(!kept.isEmpty)
        disk.heal()
        let now = try await storage.pool.read { try String.fetchAll($0, sql: Self.customers) }
        #expect(Set(now) == kept, "seed \(seed)")
        #expect(kept.union(refused).count == 40)
    }

    private static let customers = "SELECT customer FROM upload"
}
