import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Numbers that never come twice, also where an export is read")
struct ExportedNumbersTests {
    private static let note = AuditNote(date: Purchases.start + 5, actor: "support")

    /// A server whose newest customer was forgotten, and whose newest events are gone.
    private static func filled() async throws -> World {
        let world = try World()
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        try await storage.upload([Purchases.fact("1")], by: "alice")
        try await storage.upload([Purchases.fact("2")], by: "zoe")
        #expect(try await storage.erase("zoe", note))
        try world.change(
            """
            INSERT INTO purchase_event (number, identifier, type, created_ms, body)
                VALUES (40, 'evt40', 'refunded', 0, x'7b7d'), (41, 'evt41', 'refunded', 1, x'7b7d')
            """
        )
        try world.change("DELETE FROM purchase_event WHERE number = 41")
        return world
    }

    private static func last(_ table: String, in world: World) throws -> [Int] {
        try world.numbers("SELECT seq FROM sqlite_sequence WHERE name = '\(table)'")
    }

    @Test("Whoever comes next is not taken for somebody who was forgotten, and no event hides behind an old one")
    func next() async throws {
        let world = try await Self.filled()
        let export = world.folder.appendingPathComponent("export")
        let now = world.now
        try PurchaseExport(databaseFile: world.configuration.databaseFile, now: { now }).write(to: export)
        let file = export.appendingPathComponent(ExportManifest.fileName)
        let manifest = try #require(JSONValue(parsing: Data(contentsOf: file)).object)
        #expect(manifest[object: "numbers"]?[integer: "purchase_event"] == 41)
        #expect(manifest[object: "numbers"]?[integer: "customer_name"] == 2)
        var other = world
        other.configuration.databaseFile = world.folder.appendingPathComponent("other/purchases.sqlite")
        let reading = ExportReading(databaseFile: other.configuration.databaseFile)
        #expect(try reading.rehearse(export) == reading.read(export))
        #expect(try Self.last("purchase_event", in: other) == [41])
        #expect(try Self.last("audit", in: other) == Self.last("audit", in: world))

        let storage = try PurchaseDatabase(file: other.configuration.databaseFile)
        try await storage.upload([Purchases.fact("3")], by: "new")
        #expect(try await storage.audit(of: "new", before: nil, limit: 9) == [])
        #expect(try other.numbers("SELECT number FROM customer_name WHERE name = 'new'") == [3])
    }

    #if PostgreSQL && os(Linux)
        @Test("The same of one that servers share: as it is exported, and as a file is copied into it")
        func shared() async throws {
            let database = try await SharedDatabase.fresh()
            let storage = PurchaseDatabase(try database.engine())
            try await storage.upload([Purchases.fact("1")], by: "alice")
            try await storage.upload([Purchases.fact("2")], by: "zoe")
            #expect(try await storage.erase("zoe", Self.note))
            let known = try await storage.read { try ExportedNumbers.all(in: $0) }
            #expect(known["customer_name"] == 2)
            #expect(known["audit"] == 1)
            #expect(known["purchase_event"] == 0)

            let scratch = try TemporaryFolder()
            let file = scratch.file("data/purchases.sqlite")
            try PurchaseExport(.shared(database), now: { Purchases.start }).write(to: scratch.file("export"))
            try ExportReading(databaseFile: file).read(scratch.file("export"))
            // A file that an earlier version has read an export into numbers from the rows alone.
            let lowered = try PurchaseDatabase(file: file)
            try await lowered.write { database in
                try database.execute(sql: "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'customer_name'")
            }
            let there = try await SharedDatabase.fresh()
            _ = try await DatabaseMove(from: lowered.engine, to: try there.engine()).run()
            let moved = PurchaseDatabase(try there.engine())
            try await moved.upload([Purchases.fact("3")], by: "new")
            #expect(try await moved.audit(of: "new", before: nil, limit: 9) == [])
        }
    #endif
}
