import AppStoreModels
import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Exporting everything", .timeLimit(.minutes(15)))
struct PurchaseExportTests {
    @Test("Read back into an empty server, every customer has what they had")
    func roundTrip() async throws {
        let world = try World()
        try await world.fill()
        let export = world.folder.appendingPathComponent("export")
        let file = world.configuration.databaseFile
        let rows = try PurchaseExport(databaseFile: file, now: { world.now }).write(to: export)
        #expect(rows["customer_name"] == 4)
        #expect(rows["offering"] == 1)

        var other = world
        other.configuration.databaseFile = world.folder.appendingPathComponent("other/purchases.sqlite")
        let reading = ExportReading(databaseFile: other.configuration.databaseFile)
        #expect(try reading.rehearse(export) == rows)
        let folder = other.configuration.databaseFile.deletingLastPathComponent().path
        #expect(!FileManager.default.fileExists(atPath: folder), "a rehearsal makes nothing")
        #expect(try reading.read(export) == rows)
        let before = try world.server()
        let after = try other.server()
        for name in ["flora", "rose", "lily", "anonymous:1", "nobody"] {
            let customer = CustomerID(trusted: name)
            #expect(try await after.statement(of: customer) == before.statement(of: customer), "\(name)")
            #expect(try await after.storage.export(of: customer) == before.storage.export(of: customer))
            let events = try await before.storage.events(after: 0, of: customer, limit: 99)
            #expect(try await after.storage.events(after: 0, of: customer, limit: 99) == events)
        }
        #expect(try await after.statement(of: "flora").access.activeLevels == ["gold"])
        #expect(try await after.statement(of: "lily").entitlements.count == 1)
        #expect(try await after.storage.offerings() == before.storage.offerings())
        #expect(try await after.storage.subscriber("flora").attributes["plan"]?.value == "größer \u{1F33B}")
        // Exported again, it is the same but for the moment.
        let second = world.folder.appendingPathComponent("second")
        try PurchaseExport(databaseFile: other.configuration.databaseFile, now: { world.now }).write(to: second)
        for table in ExportedTable.names {
            let name = table + ".jsonl"
            #expect(
                FileManager.default.contents(atPath: second.appendingPathComponent(name).path)
                    == FileManager.default.contents(atPath: export.appendingPathComponent(name).path),
                "\(table)"
            )
        }
    }

    @Test("The bodies of notifications are whole in an export, and without their certificates where it is read back")
    func notificationBodies() async throws {
        let world = try World()
        let body = try NotificationSample.body(.didRenew, at: world.now)
        try await world.test { client, _ in
            let answer = try await client.post("/apple/notifications", body)
            #expect(answer.status == 200)
        }
        let export = world.folder.appendingPathComponent("export")
        try PurchaseExport(databaseFile: world.configuration.databaseFile, now: { world.now }).write(to: export)
        let line = try String(contentsOf: export.appendingPathComponent("notification.jsonl"), encoding: .utf8)
        #expect(try JSONValue(parsing: Data(line.utf8)).object?["body"]?.object?[string: "text"] == body)

        var other = world
        other.configuration.databaseFile = world.folder.appendingPathComponent("other/purchases.sqlite")
        try ExportReading(databaseFile: other.configuration.databaseFile).read(export)
        #expect(try other.notificationBodies() == [body])
        #expect(try other.numbers("SELECT count(*) FROM signed_header") == [1])
        #expect(
            try other.numbers("SELECT length(body) FROM notification")
                == world.numbers("SELECT length(body) FROM notification")
        )
    }

    @Test("Every table is in an export or is left out for a reason")
    func everyTable() async throws {
        let storage = try PurchaseDatabase(file: World().configuration.databaseFile)
        let tables = try await storage.pool.read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }.filter { !ExportedTable.isInternal($0) }
        let decided = Set(ExportedTable.names).union(ExportedTable.leftOut.keys)
        #expect(Set(tables).symmetricDifference(decided).sorted() == [], "say in ExportedTable what becomes of it")
        #expect(ExportedTable.leftOut.values.allSatisfy { !$0.isEmpty })
    }

    @Test("No secret, no digest of a key and no webhook is in it")
    func noSecrets() async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        let server = try world.server()
        let now = world.now
        let keys = try #require(server.firstKeys)
        try await server.storage.add(
            WebhookEndpoint(identifier: "whk_1", address: "https://example.com/hidden", createdDate: world.now),
            secret: WebhookSecret(text: "whsec_hush", endDate: nil)
        )
        let export = world.folder.appendingPathComponent("export")
        try PurchaseExport(databaseFile: world.configuration.databaseFile, now: { now }).write(to: export)
        for name in try FileManager.default.contentsOfDirectory(atPath: export.path) {
            let file = export.appendingPathComponent(name)
            let text = try String(contentsOf: file, encoding: .utf8)
            for secret in [keys.secret.text, keys.secret.key.id, "whsec_hush", "hidden"] {
                #expect(!text.contains(secret), "\(name)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            if name != ExportManifest.fileName { #expect(mode == 0o600) }
        }
    }

    @Test("A folder that is not empty, a server that is not, a file cut short and a newer format are refused")
    func refusals() async throws {
        let world = try World()
        try await world.fill()
        let export = world.folder.appendingPathComponent("export")
        let writer = PurchaseExport(databaseFile: world.configuration.databaseFile, now: { world.now })
        try writer.write(to: export)
        #expect(throws: ImportError(.folderUnusable, "")) { try writer.write(to: export) }
        let same = ExportReading(databaseFile: world.configuration.databaseFile)
        #expect(throws: ImportError(.notEmpty, "")) { try same.read(export) }
        #expect(throws: ImportError(.notEmpty, "")) { try same.rehearse(export) }

        let fresh = world.folder.appendingPathComponent("fresh/purchases.sqlite")
        let facts = export.appendingPathComponent("fact.jsonl")
        let whole = try Data(contentsOf: facts)
        try whole.prefix(whole.count / 2).write(to: facts)
        #expect(throws: ImportError(.exportUnusable, "")) { try ExportReading(databaseFile: fresh).read(export) }
        #expect(throws: ImportError(.exportUnusable, "")) { try ExportReading(databaseFile: fresh).rehearse(export) }
        try whole.write(to: facts)
        let manifest = export.appendingPathComponent(ExportManifest.fileName)
        let text = try String(contentsOf: manifest, encoding: .utf8)
        for wrong in [
            "{}", text.replacingOccurrences(of: "\"version\":1", with: "\"version\":2"),
            text.replacingOccurrences(of: "\"migrations\":[", with: "\"migrations\":[\"99 from tomorrow\","),
            text.replacingOccurrences(of: "\"rows\":{", with: "\"rows\":{\"stranger\":1,"),
        ] {
            try Data(wrong.utf8).write(to: manifest)
            #expect(throws: ImportError(.exportUnusable, "")) { try ExportReading(databaseFile: fresh).read(export) }
        }
        try Data(text.utf8).write(to: manifest)
        // Nothing of what was refused is left.
        try ExportReading(databaseFile: fresh).read(export)
    }

    @Test("A manifest without something that every one has, or with what is no number, is refused by the name of it")
    func incompleteManifest() async throws {
        let world = try World()
        try await world.fill()
        let export = world.folder.appendingPathComponent("export")
        try PurchaseExport(databaseFile: world.configuration.databaseFile, now: { world.now }).write(to: export)
        let file = export.appendingPathComponent(ExportManifest.fileName)
        let whole = try #require(JSONValue(parsing: Data(contentsOf: file)).object)
        let fresh = world.folder.appendingPathComponent("fresh/purchases.sqlite")
        func check(_ what: String, _ change: (inout JSONObject) -> Void) throws {
            var manifest = whole
            change(&manifest)
            try JSONValue.object(manifest).jsonData.write(to: file)
            let error = #expect(throws: ImportError.self, "\(what)") {
                try ExportReading(databaseFile: fresh).read(export)
            }
            #expect(error?.code == .exportUnusable, "\(what)")
            #expect(error?.reason.contains(what) == true, "\(what): \(error?.reason ?? "")")
        }
        for member in ["createdDate", "migrations", "rows", "numbers"] { try check(member) { $0[member] = nil } }
        try check("rows.fact") { $0[object: "rows"]?["fact"] = "all" }
        try check("numbers.audit") { $0[object: "numbers"]?["audit"] = .null }
        try check("the last number of audit") { $0[object: "numbers"]?["audit"] = nil }
        try JSONValue.object(whole).jsonData.write(to: file)
        try ExportReading(databaseFile: fresh).read(export)
    }

    @Test("Offerings that were made on the new server already are not replaced")
    func offerings() async throws {
        let world = try World()
        try await world.fill()
        let export = world.folder.appendingPathComponent("export")
        try PurchaseExport(databaseFile: world.configuration.databaseFile, now: { world.now }).write(to: export)
        var other = world
        other.configuration.databaseFile = world.folder.appendingPathComponent("other/purchases.sqlite")
        try await other.test { client, _ in
            let made = try await client.put("/v1/offerings/autumn", #"{"productIds":["c"]}"#)
            #expect(made.status == 200)
        }
        let reading = ExportReading(databaseFile: other.configuration.databaseFile)
        #expect(throws: ImportError(.notEmpty, "")) { try reading.read(export) }
        let kept = try await PurchaseDatabase(file: other.configuration.databaseFile).offerings()
        #expect(kept.offerings.map(\.name) == ["autumn"])
    }

    @Test("A balance changes by as much after the move as it would have before")
    func balances() async throws {
        var world = try World()
        let rules = try LedgerRules(products: [.init("nothing", gives: ["coins": 1])])
        world.configuration.customers.ledger = rules
        try await world.test { client, _ in
            _ = try await client.put("/v1/customers/flora/entries/gift", #"{"currency":"coins","amount":40}"#)
        }
        let export = world.folder.appendingPathComponent("export")
        let now = world.now
        try PurchaseExport(databaseFile: world.configuration.databaseFile, now: { now }).write(to: export)
        var other = world
        other.configuration.databaseFile = world.folder.appendingPathComponent("other/purchases.sqlite")
        try ExportReading(databaseFile: other.configuration.databaseFile).read(export)
        try await other.test { client, server in
            _ = try await client.put("/v1/customers/flora/entries/hint", #"{"currency":"coins","amount":-5}"#)
            let events = try await server.storage.events(after: 0, of: "flora", limit: 9)
            let told = try events.filter { $0.type == .balanceChanged }
                .map { try #require(JSONValue(parsing: $0.body).object) }
            #expect(told.map { $0[integer: "amount"] } == [40, -5])
            #expect(told.last?[integer: "balance"] == 35)
        }
    }

    @Test("Whatever a database has against an export is told by a code")
    func typedErrors() async throws {
        let world = try World()
        try await world.fill()
        let export = world.folder.appendingPathComponent("export")
        let writer = PurchaseExport(databaseFile: world.configuration.databaseFile, now: { world.now })
        try writer.write(to: export)
        // A purchase names a receipt that no other line has.
        let receipts = export.appendingPathComponent("latest_receipt.jsonl")
        let manifest = export.appendingPathComponent(ExportManifest.fileName)
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try Data().write(to: receipts)
        let without = text.replacingOccurrences(of: "\"latest_receipt\":1", with: "\"latest_receipt\":0")
        try Data(without.utf8).write(to: manifest)
        let fresh = world.folder.appendingPathComponent("fresh/purchases.sqlite")
        #expect(throws: ImportError(.exportUnusable, "")) { try ExportReading(databaseFile: fresh).read(export) }
        #expect(throws: ImportError(.exportUnusable, "")) { try ExportReading(databaseFile: fresh).rehearse(export) }
        // A half one is named as such, and a table that cannot be read as the database's.
        try FileManager.default.removeItem(at: manifest)
        #expect(ExportReading.isExport(export))
        let half = #expect(throws: ImportError.self) { try ExportReading(databaseFile: fresh).read(export) }
        #expect(half?.reason.contains("not finished") == true)
        let damaged = world.folder.appendingPathComponent("damaged/purchases.sqlite")
        try FileManager.default.createDirectory(
            at: damaged.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("no database".utf8).write(to: damaged)
        let target = world.folder.appendingPathComponent("target")
        #expect(throws: PurchaseServerError(.databaseDamaged, "")) {
            try PurchaseExport(databaseFile: damaged, now: { world.now }).write(to: target)
        }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test("An export that fails leaves nothing behind, so that it can be made again")
    func failedExport() async throws {
        let world = try World()
        try await world.fill()
        let file = world.configuration.databaseFile
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { try $0.execute(sql: "ALTER TABLE import_leftover RENAME TO elsewhere") }
        let export = world.folder.appendingPathComponent("export")
        let writer = PurchaseExport(databaseFile: file, now: { world.now })
        #expect(throws: PurchaseServerError(.databaseFailed, "")) { try writer.write(to: export) }
        #expect(!FileManager.default.fileExists(atPath: export.path))
        try await queue.write { try $0.execute(sql: "ALTER TABLE elsewhere RENAME TO import_leftover") }
        #expect(try writer.write(to: export)["customer_name"] == 4)
    }

    @Test("A database of an earlier version is not changed by an export, and not read into beneath a server")
    func earlierVersion() throws {
        let world = try World()
        let file = world.folder.appendingPathComponent("old/purchases.sqlite")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let migrator = SQLiteMigrations.migrator
        try FilledDatabase.write(to: file, version: migrator.migrations[4])
        let target = world.folder.appendingPathComponent("target")
        #expect(throws: PurchaseServerError(.databaseOlder, "")) {
            try PurchaseExport(databaseFile: file, now: { world.now }).write(to: target)
        }
        #expect(try DatabaseUpgrade(databaseFile: file).plan().done == Array(migrator.migrations[...4]))
    }

    @Test("The largest receipt that a server can be told to take fits into a line")
    func longLines() throws {
        #expect(ExportReading.maximumLineLength > 67_108_864 * 4 / 3 + 65_536)
        var rest = Data("{\"a\":\"\(String(repeating: "x", count: 100))\"}\n".utf8)[...]
        var reader = JSONObjectReader(
            ByteSource {
                defer { rest = rest.dropFirst(64) }
                return Data(rest.prefix(64))
            },
            maximumLength: 50
        )
        #expect(try reader.next() == .malformed("it has more than 50 bytes"))
    }
}

extension ImportError: Equatable {
    static func == (left: ImportError, right: ImportError) -> Bool { left.code == right.code }
}
