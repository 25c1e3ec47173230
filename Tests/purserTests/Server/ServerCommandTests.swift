import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser server migrate, backup, restore", .tags(.slow), .timeLimit(.minutes(15)))
struct ServerCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var data: String { folder.file("data").path }

    private func server(_ arguments: String...) async throws -> Tool.Outcome {
        try await Tool.run(["server"] + arguments + ["--data", data])
    }

    private func code(_ outcome: Tool.Outcome) throws -> String? {
        try JSONValue(parsing: outcome.output).object?[object: "error"]?[string: "code"]
    }

    @Test("A backup goes into another folder and comes back, and the keys with it")
    func story() async throws {
        let key = try await server("keys", "make", "App", "--public", "--json")
        let id = try #require(try JSONValue(parsing: key.output).object?[string: "id"])
        let backup = try await server("backup", folder.file("backup.sqlite").path, "--json")
        #expect(backup.status == 0)
        let report = try #require(JSONValue(parsing: backup.output).object)
        #expect(try WireArticle().strangers(in: report) == [])
        #expect(report[object: "rows"]?[integer: "api_key"] == 1)
        #expect(report[string: "file"] == folder.file("backup.sqlite").path)
        #expect(report[integer: "byteCount"] ?? 0 > 1_000)

        let again = try await server("backup", folder.file("backup.sqlite").path, "--json")
        #expect(again.status == 2)
        #expect(try code(again) == "database-unusable")

        _ = try await server("keys", "make", "Another", "--public")
        let restored = try await server("restore", folder.file("backup.sqlite").path)
        #expect(restored.status == 0)
        #expect(restored.lines.last == "restored")
        let list = try await server("keys", "list")
        #expect(list.output.contains(id))
        #expect(!list.output.contains("Another"))
    }

    @Test("migrate --check says whether there is something to do by its exit code")
    func migrate() async throws {
        #expect(try await server("migrate", "--check").status == 2)
        _ = try await server("keys", "make", "App", "--public")
        let check = try await server("migrate", "--check")
        #expect(check.status == 0)
        #expect(check.output == "the database is of this version; nothing to do\n")
        let json = try await server("migrate", "--check", "--json")
        #expect(try JSONValue(parsing: json.output).object == ["isCurrent": true, "pending": []])
        let done = try await server("migrate", "--json")
        #expect(try JSONValue(parsing: done.output).object == ["isCurrent": true, "steps": []])
        #expect(try await server("migrate").status == 0)
    }

    @Test("While a server runs there are backups, nothing to migrate, and no restoring")
    func running() async throws {
        let arguments = ["server", "serve", "--bundle-id", "com.example.app", "--data", data, "--port", "0"]
        let outcome = try await Tool.command(arguments).run(endedBy: SIGTERM) { lines in
            _ = await lines.first { $0.contains("listens") }
            let backup = folder.file("live.sqlite").path
            #expect(try await server("backup", backup).status == 0)
            #expect(try await server("migrate").output == "the database is of this version; nothing to do\n")
            let refused = try await Tool.run(["server", "restore", backup, "--json", "--data", data])
            #expect(refused.status == 2)
            #expect(try code(refused) == "folder-in-use")
        }
        #expect(outcome.ending == .exited(0))
    }
}
