import Foundation
import TestSupport
import Testing

private let setpriv = "/usr/bin/setpriv"
private let canBeSomebodyElse = FileManager.default.isExecutableFile(atPath: setpriv)

/// Modes hold root back from nothing, so root is somebody else here.
@Suite(
    "A folder that this user may not look into",
    .tags(.slow),
    .timeLimit(.minutes(15)),
    .enabled(if: geteuid() != 0 || canBeSomebodyElse, "root takes setpriv for it")
)
struct ClosedFolderTests {
    private let scratch: TemporaryFolder
    private let folder: URL

    init() throws {
        scratch = try TemporaryFolder()
        folder = scratch.file("closed")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["purchases.sqlite", "events.jsonl", "authority.pem", "server.json"] {
            try Data("{}".utf8).write(to: folder.appendingPathComponent(name))
        }
    }

    private func tool(_ arguments: [String]) async throws -> Command.Outcome {
        guard geteuid() == 0 else { return try await Tool.command(arguments).run() }
        let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", Tool.executable.path]
        return try await Command(URL(fileURLWithPath: setpriv), nobody + arguments).run()
    }

    /// Where the tool itself lies in a folder that nobody else may look into, there is nothing to try.
    private func isRunning() async throws -> Bool { try await tool(["--version"]).status == 0 }

    private func whileClosed(_ body: () async throws -> Void) async throws {
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        try await body()
    }

    @Test(
        "Nobody is told that nothing is in it",
        arguments: [
            ["server", "keys", "list", "--data"], ["server", "keys", "revoke", "x", "--data"],
            ["server", "migrate", "--data"], ["server", "export", "/nowhere", "--data"],
            ["server", "reconcile", "--bundle-id", "com.example.app", "--data"],
            ["server", "rebuild", "--reporting-currency", "USD", "--data"],
            ["store", "list", "--data"], ["store", "ca", "--data"], ["store", "key", "--data"],
            ["store", "repair", "--data"],
        ]
    )
    func data(arguments: [String]) async throws {
        guard try await isRunning() else { return }
        try await whileClosed {
            let outcome = try await tool(arguments + [folder.path])
            #expect(outcome.status == 2)
            #expect(
                outcome.errors.contains(": this user may not look into its folder; run as the owner of that"),
                "\(outcome.errors)"
            )
        }
    }

    @Test(
        "Nor that a file is missing there",
        arguments: [
            ["storekit", "show"], ["server", "serve", "--config"], ["notifications", "replay"],
            ["server", "serve", "--data", "x", "--bundle-id", "com.example.app", "--api-key-file"],
        ]
    )
    func file(arguments: [String]) async throws {
        guard try await isRunning() else { return }
        try await whileClosed {
            let receiver = arguments.contains("replay") ? ["--to", "http://127.0.0.1:9"] : []
            let outcome = try await tool(arguments + [folder.appendingPathComponent("file").path] + receiver)
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains("/file: this user may not look into its folder"), "\(outcome.errors)")
        }
    }

    @Test("doctor says so, too")
    func doctor() async throws {
        guard try await isRunning() else { return }
        try await whileClosed {
            let data = folder.appendingPathComponent("data").path
            let options = ["--offline", "--bundle-id", "com.example.app", "--data", data]
            let outcome = try await tool(["server", "doctor"] + options)
            #expect(outcome.status == 1)
            let line = try #require(outcome.text.split(separator: "\n").first { $0.contains("data-folder") })
            #expect(line.hasPrefix("bad      data-folder"))
            #expect(line.contains("\(data): this user may not look into its folder"))
        }
    }
}
