import Foundation
import GRDB
import Testing

@testable import PurchaseServer

/// Whoever looks into the database finds in the article what they see.
@Suite("The article about the database")
struct DatabaseArticleTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/PurchaseServer")

    /// The tables of the rows of which `isMeant` says so by what stands in them.
    private static func documented(where isMeant: (Substring) -> Bool = { _ in true }) throws -> [String] {
        let file = sources.appendingPathComponent("PurchaseServer.docc/Database.md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n| table |")
        let rows = try #require(parts.last?.components(separatedBy: "\n\n")[0]).split(separator: "\n")
            .filter { $0.hasPrefix("| `") && isMeant($0) }
        return rows.flatMap { row in
            (row.split(separator: "|").first ?? "").matches(of: /`([a-z_]+)`/).map { String($0.1) }
        }
    }

    @Test("It has every table of a file, once, and no other")
    func file() async throws {
        let world = try World()
        defer { withExtendedLifetime(world) {} }
        let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
        let tables = try await storage.pool.read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }.filter { !ExportedTable.isInternal($0) }
        let documented = try Self.documented { !$0.contains("PostgreSQL only") }
        #expect(documented.sorted() == tables.sorted())
    }

    @Test("It has every table of a PostgreSQL, and no other")
    func shared() throws {
        let folder = Self.sources.appendingPathComponent("Storage/PostgreSQL")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let made = try files.filter { $0.lastPathComponent.hasPrefix("PostgreSQLMigrations") }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /CREATE (?:UNLOGGED )?TABLE ([a-z_]+)/)
                .map { String($0.1) }
        }
        #expect(Set(try Self.documented()) == Set(made))
    }
}
