import AppStoreModels
import Entitlements
import Foundation
import GRDB
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Databases that are damaged, or not ours")
struct DamagedDatabaseTests {
    /// What was done to a file that a server had written.
    enum Damage: String, CaseIterable, Sendable {
        case truncatedToNothing, truncatedToItsBeginning, truncatedInTheMiddle, lastPageMissing
        case beginningOverwritten, pagesZeroed, pagesOverwritten, isText, isGarbage
        case indexEmptied
        case removedButForTheLog, isFolder, folderIsFile
        case ofAnotherProgram, newer

        var code: PurchaseServerError.Code {
            switch self {
            case .isFolder, .folderIsFile: .databaseUnusable
            case .ofAnotherProgram: .databaseForeign
            case .newer: .databaseNewer
            default: .databaseDamaged
            }
        }

        func apply(to file: URL) throws {
            var bytes = try Data(contentsOf: file)
            switch self {
            case .truncatedToNothing: bytes = Data()
            case .truncatedToItsBeginning: bytes = bytes.prefix(50)
            case .truncatedInTheMiddle: bytes = bytes.prefix(bytes.count / 2)
            case .lastPageMissing: bytes = bytes.dropLast(4_096)
            case .beginningOverwritten: bytes.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
            case .pagesZeroed: bytes.replaceSubrange(8_192..<24_576, with: Data(repeating: 0, count: 16_384))
            case .pagesOverwritten:
                let noise = (0..<16_384).map { UInt8(truncatingIfNeeded: $0 * 7) }
                bytes.replaceSubrange(8_192..<24_576, with: noise)
            case .indexEmptied:
                let page = try DatabaseQueue.patient(file).read { database in
                    try Int.fetchOne(
                        database,
                        sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'fact_transaction'"
                    )
                }
                let end = try #require(page) * 4_096
                // A leaf of an index that has nothing, as SQLite writes it.
                let leaf = Data([0x0A, 0, 0, 0, 0, 0x10, 0, 0])
                bytes.replaceSubrange(end - 4_096..<end, with: leaf + Data(repeating: 0, count: 4_088))
            case .isText: bytes = Data("customers: alice, bob\n".utf8)
            case .isGarbage: bytes = Data(repeating: 0x41, count: 4_096)
            case .removedButForTheLog:
                try FileManager.default.removeItem(at: file)
                return try bytes.write(to: URL(fileURLWithPath: file.path + "-wal"))
            case .isFolder:
                try FileManager.default.removeItem(at: file)
                return try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            case .folderIsFile:
                let folder = file.deletingLastPathComponent()
                try FileManager.default.removeItem(at: folder)
                return try Data("x".utf8).write(to: folder)
            case .ofAnotherProgram:
                try FileManager.default.removeItem(at: file)
                return try DatabaseQueue.patient(file).write { try $0.execute(sql: "CREATE TABLE song (name TEXT)") }
            case .newer:
                return try DatabaseQueue.patient(file).write {
                    try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 of the future')")
                }
            }
            try bytes.write(to: file)
        }
    }

    @Test("A server that finds one says in one line what it is and what to do", arguments: Damage.allCases)
    func refused(damage: Damage) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("data/purchases.sqlite")
            try await Self.fill(file)
            try damage.apply(to: file)
            let error = #expect(throws: PurchaseServerError.self) { try PurchaseDatabase(file: file) }
            #expect(error?.code == damage.code)
            let text = try #require(error).description
            #expect(!text.contains("\n"))
            #expect(text.contains(damage == .folderIsFile ? "folder" : "purchases.sqlite"))
            #expect(!text.contains(folder.path))
        }
    }

    @Test("An index that has lost its rows, and is in order by itself, is found by who looks at everything")
    func emptyIndex() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            try await Self.fill(file)
            try await DatabaseExamination(databaseFile: file).run()
            try Damage.indexEmptied.apply(to: file)
            let (queue, migrator) = (try DatabaseQueue.patient(file), SQLiteMigrations.migrator)
            var large = SQLiteFile(url: file)
            large.smallSize = 0
            let isRead = try await queue.read { [large] in try large.checkContent($0, migrator: migrator) }
            #expect(isRead, "the start looks less closely at a large one")
            let error = await #expect(throws: PurchaseServerError.self) {
                try await DatabaseExamination(databaseFile: file).run()
            }
            #expect(error?.code == .databaseDamaged)
            #expect(error?.reason.contains("fact_transaction") == true)
        }
    }

    @Test("Who looks at everything and is told to end has found nothing out")
    func cancelledLook() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            try await Self.fill(file)
            let look = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await DatabaseExamination(databaseFile: file).run()
            }
            let error = await #expect(throws: PurchaseServerError.self) { try await look.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test("A log that is cut short costs what stands behind the cut, and nothing else", arguments: [0.2, 0.9])
    func shortLog(part: Double) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("purchases.sqlite")
            let storage = try PurchaseDatabase(file: file)
            for number in 0..<50 { _ = try await storage.save(Self.notification(number)) { _ in nil } }
            let copy = folder.appendingPathComponent("copy.sqlite")
            try FileManager.default.copyItem(at: file, to: copy)
            let log = try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal"))
            try log.prefix(Int(Double(log.count) * part)).write(to: URL(fileURLWithPath: copy.path + "-wal"))
            let cut = try PurchaseDatabase(file: copy)
            let numbers = try await cut.pool.read {
                try Int.fetchAll($0, sql: "SELECT CAST(identifier AS INTEGER) AS n FROM notification ORDER BY n")
            }
            #expect(numbers.count < 50)
            #expect(numbers == Array(0..<numbers.count))
        }
    }

    @Test(
        "A damaged row is an error for whom it concerns, never \"no entitlements\"",
        arguments: [
            "UPDATE fact SET content = x'00'",
            "UPDATE fact SET content = replace(content, '2001', '9999')",
            "UPDATE fact SET content = 'text'",
            "UPDATE fact SET last_stated_ms = 'yesterday'",
            "UPDATE fact SET digest = x'00'",
        ]
    )
    func damagedFact(sql: String) async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            try world.change(sql)
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.status == 500)
            #expect(answer.errorCode == "database-damaged")
            #expect(try await client.get("/v1/customers/bob").status == 200)
            #expect(try await client.get("/health").status == 200)
        }
    }

    @Test("A damaged upload does not keep the others waiting")
    func damagedUpload() async throws {
        let world = try World()
        world.store.set(.down)
        try await world.test { client, server in
            for name in ["alice", "bob"] { _ = try await client.upload(try SampleReceipt.signed(), for: name) }
            try world.change("UPDATE upload SET received_ms = 'x', customer = '' WHERE customer = 'alice'")
            world.store.set(.up)
            world.store.set(world.answer())
            world.advance(days: 1)
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(try await client.get("/v1/customers/bob").entitlement("monthly") != nil)
            #expect(try world.number("SELECT count(*) FROM upload WHERE status = 'pending'") == 1)
        }
    }

    private static func fill(_ file: URL) async throws {
        let storage = try PurchaseDatabase(file: file)
        for number in 0..<60 { _ = try await storage.save(notification(number)) { _ in nil } }
        _ = try await storage.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    private static func notification(_ number: Int) -> ReceivedNotification {
        let date = TestAuthority.signingDate
        let fact = PurchaseFact(
            transactionID: "\(number)",
            productID: "com.example.app.pro",
            environment: .sandbox,
            purchaseDate: date,
            statedDate: date
        )
        return ReceivedNotification(
            identifier: "\(number)",
            type: "TEST",
            signedDate: date,
            receivedAt: date,
            body: Data(repeating: 0x20, count: 1_500),
            facts: PurchaseFacts(purchases: [fact])
        )
    }
}
