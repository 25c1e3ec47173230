import AppReceipt
import AppStoreModels
import Foundation
import GRDB
import HummingbirdTesting
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Backups", .timeLimit(.minutes(15)))
struct BackupTests {
    private static let date = Date(timeIntervalSince1970: 1_769_860_800)

    private func permissions(_ url: URL) throws -> Int {
        let value = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
        return try #require((value as? NSNumber)?.intValue)
    }

    private func uploads(of customer: String, in file: URL) throws -> Int? {
        try DatabaseQueue.patient(file).read { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM upload WHERE customer = ?", arguments: [customer])
        }
    }

    private func rows(of file: URL) throws -> [String: Int] {
        try DatabaseQueue.patient(file).read { try $0.rowCounts() }
    }

    @Test("Made while a server takes uploads, each is whole and has everything that was acknowledged before it")
    func whileServing() async throws {
        let world = try World()
        world.store.set(world.answer())
        let folder = try TemporaryFolder()
        try await world.test { [world] client, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<30 {
                        let receipt = try SampleReceipt.signed { $0.opaqueValue = [UInt8(number)] }
                        #expect(try await client.upload(receipt, for: "customer\(number)").status == 200)
                    }
                }
                for number in 0..<6 {
                    let customer = "before\(number)"
                    let receipt = try SampleReceipt.signed { $0.opaqueValue = [UInt8(100 + number)] }
                    #expect(try await client.upload(receipt, for: customer).status == 200)
                    let copy = folder.file("\(number).sqlite")
                    let report = try DatabaseBackup(databaseFile: world.configuration.databaseFile)
                        .write(to: copy, at: Self.date)
                    #expect(try uploads(of: customer, in: copy) == 1)
                    #expect(try rows(of: copy) == report.rows)
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("It is one file for its owner only, named by its date in a folder, and a server starts with it")
    func form() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
        }
        let folder = try TemporaryFolder()
        let report = try DatabaseBackup(databaseFile: world.configuration.databaseFile)
            .write(to: folder.url, at: Self.date)
        #expect(report.file.lastPathComponent == "purchases-20260131T120000Z.sqlite")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [report.file.lastPathComponent])
        #expect(try permissions(report.file) == 0o600)
        #expect(try report.length == Data(contentsOf: report.file).count)
        #expect(report.rows["upload"] == 1)

        var other = try World()
        other.configuration.databaseFile = report.file
        other.clock.withLock { $0 = world.now }
        try await other.test { client, _ in
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("pro")?[string: "state"] == "active")
        }
    }

    @Test("What is there is never overwritten")
    func noOverwriting() throws {
        let world = try World()
        _ = try world.server()
        let folder = try TemporaryFolder()
        let kept = try folder.file("kept.sqlite", content: Data("mine".utf8))
        let backup = DatabaseBackup(databaseFile: world.configuration.databaseFile)
        #expect(throws: PurchaseServerError.self) { try backup.write(to: kept, at: Self.date) }
        #expect(try Data(contentsOf: kept) == Data("mine".utf8))
        _ = try backup.write(to: folder.url, at: Self.date)
        let error = #expect(throws: PurchaseServerError.self) { try backup.write(to: folder.url, at: Self.date) }
        #expect(error?.reason.hasSuffix("is there already, and stays; name another file") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2)
    }

    @Test("Of a damaged database there is none, and nothing is left behind")
    func damaged() throws {
        let world = try World()
        _ = try world.server()
        let file = world.configuration.databaseFile
        var bytes = try Data(contentsOf: file)
        let pages = 4_096..<min(24_576, bytes.count)
        bytes.replaceSubrange(pages, with: Data(repeating: 0, count: pages.count))
        try bytes.write(to: file)
        let folder = try TemporaryFolder()
        let error = #expect(throws: PurchaseServerError.self) {
            try DatabaseBackup(databaseFile: file).write(to: folder.url, at: Self.date)
        }
        #expect(error?.code == .databaseDamaged)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }
}
