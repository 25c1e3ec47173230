import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser server import and export", .tags(.slow), .timeLimit(.minutes(15)))
struct ServerImportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let columns = "customer=who,originalTransactionId=what,store=store,level=level,endDate=until"

    /// A list that can be taken over without asking anybody, but for two rows.
    private func list() throws -> String {
        let rows = [
            "who,what,store,level,until", "lily,,promotional,gold,2099-01-01", "rose,,promotional,gold,2099-01-01",
            ",1,,,", "flora,=1+1,play_store,,",
        ]
        return try folder.file("list.csv", content: Data(rows.joined(separator: "\n").utf8)).path
    }

    private func server(_ arguments: String..., data: String = "data") async throws -> Tool.Outcome {
        try await Tool.run(
            ["server"] + arguments + ["--json", "--data", folder.file(data).path],
            environment: ["PURSER_SERVER_BUNDLE_IDS": "com.example.app"]
        )
    }

    private func json(_ outcome: Tool.Outcome) throws -> JSONObject {
        try #require(JSONValue(parsing: outcome.output).object, "\(outcome.errors)")
    }

    private func code(_ outcome: Tool.Outcome) throws -> String? {
        try json(outcome)[object: "error"]?[string: "code"]
    }

    private func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(name).path) }

    @Test("A list is taken over, what is not is reported; an export of it is read into a new server")
    func story() async throws {
        let list = try list()
        let rehearsal = try await server("import", list, "--columns", Self.columns, "--dry-run")
        #expect(rehearsal.status == 1)
        #expect(try json(rehearsal)[integer: "takenCount"] == 2)
        #expect(!isThere("data"), "a rehearsal makes nothing")

        let report = folder.file("refused.csv").path
        let taken = try await server("import", list, "--columns", Self.columns, "--report", report)
        #expect(taken.status == 1, "\(taken.errors)")
        let sums = try json(taken)
        let counts = ["rowCount", "takenCount", "knownCount", "refusedCount", "waitingCount"]
        #expect(counts.map { sums[integer: $0] } == [4, 2, 0, 2, 0])
        let outcomes: [JSONValue] = [["code": "customer-missing", "count": 1], ["code": "other-store", "count": 1]]
        #expect(sums[array: "outcomes"] == outcomes)
        #expect(try WireArticle().strangers(in: sums) == [])
        let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last?.hasPrefix("4,'=1+1,other-store,") == true)
        let again = try await server("import", list, "--columns", Self.columns)
        #expect(try json(again)[integer: "knownCount"] == 2)

        let export = folder.file("export").path
        let written = try await server("export", export)
        #expect(written.status == 0)
        let rows = try #require(try json(written)[object: "rows"])
        #expect(rows[integer: "customer_name"] == 2)
        #expect(rows[integer: "level_grant"] == 2)
        let tried = try await server("import", export, "--dry-run", data: "new")
        #expect(tried.status == 0)
        #expect(try json(tried)[object: "rows"] == rows)
        #expect(!isThere("new"))
        let read = try await server("import", export, data: "new")
        #expect(read.status == 0)
        #expect(try json(read)[object: "rows"] == rows)
        let full = try await server("import", export, data: "new")
        #expect(full.status == 2)
        #expect(try code(full) == "database-not-empty")
        let second = try await server("export", folder.file("second").path, data: "new")
        #expect(try json(second)[object: "rows"] == rows)
    }

    @Test("A report that cannot be written is an error with a code; who does not begin leaves the last one")
    func reports() async throws {
        let list = try list()
        let nowhere = folder.file("missing").appendingPathComponent("refused.csv").path
        let outcome = try await server("import", list, "--columns", Self.columns, "--report", nowhere)
        #expect(outcome.status == 2)
        #expect(try code(outcome) == "file-unusable")
        #expect(!isThere("data"))

        let report = try folder.file("refused.csv", content: Data("the last run's".utf8))
        let data = folder.file("broken")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try Data("no database".utf8).write(to: data.appendingPathComponent("purchases.sqlite"))
        let damaged = try await server(
            "import",
            list,
            "--columns",
            Self.columns,
            "--report",
            report.path,
            data: "broken"
        )
        #expect(damaged.status == 2, "\(damaged.errors)")
        #expect(try String(contentsOf: report, encoding: .utf8) == "the last run's")
    }

    @Test("Options that say nothing about an export are refused, and so is half of one")
    func exportAsItIs() async throws {
        let half = folder.file("half")
        try FileManager.default.createDirectory(at: half, withIntermediateDirectories: true)
        for option in [["--again"], ["--columns", Self.columns], ["--report", "x"], ["--format", "csv"]] {
            let outcome = try await Tool.run(["server", "import", half.path, "--data", half.path] + option)
            #expect(outcome.status == 64, "\(option)")
            #expect(outcome.errors.contains("\(option[0]): says nothing about an export"), "\(outcome.errors)")
        }
        let outcome = try await server("import", half.path)
        #expect(outcome.status == 2)
        #expect(try code(outcome) == "export-unusable")
        #expect(!isThere("data"))
    }

    @Test("Export and import take the folder from the configuration file, as other commands of the server do")
    func fromFile() async throws {
        let content = #"{"data":"data","bundleIds":["com.example.app"]}"#
        let file = try folder.file("purser.json", content: Data(content.utf8)).path
        let list = try list()
        let taken = try await Tool.run("server", "import", list, "--columns", Self.columns, "--config", file)
        #expect(taken.status == 1)
        #expect(taken.lines.first == "4 rows: 2 were taken, 0 were known")
        let written = try await Tool.run("server", "export", folder.file("export").path, "--config", file)
        #expect(written.status == 0, "\(written.errors)")
        let nowhere = try await server("export", folder.file("other").path, data: "nowhere")
        #expect(nowhere.status == 2)
        #expect(try code(nowhere) == "database-unusable")
    }

    @Test("reconcile compares and makes no keys; the server shows them at its first start")
    func reconcile() async throws {
        _ = try await server("import", try list(), "--columns", Self.columns)
        let outcome = try await server("reconcile")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try json(outcome)[integer: "checkedCount"] == 0)
        let keys = try await server("keys", "list")
        #expect(try json(keys)[array: "keys"] == [])
        let serve = ["serve", "--data", folder.file("data").path, "--bundle-id", "com.example.app", "--port", "0"]
        let ended = try await Tool.command(serve).run(endedBy: SIGTERM) { lines in
            // In one go: who begins anew has lost what was read together.
            var hasKey = false
            for await line in lines {
                if line.contains("for your servers  psr_secret_") { hasKey = true }
                if line.contains("listens") { break }
            }
            #expect(hasKey)
        }
        #expect(ended.ending == .exited(0))
    }
}
