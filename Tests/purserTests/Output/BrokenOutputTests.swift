import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("Output that goes nowhere", .tags(.slow), .timeLimit(.minutes(15)))
struct BrokenOutputTests {
    private let folder: TemporaryFolder
    private var storeFolder: URL { folder.url.appendingPathComponent("store") }

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "ends every command in order: quietly when nobody reads, else with one line",
        arguments: BrokenOutput.allCases
    )
    func everyCommand(output: BrokenOutput) async throws {
        try await withRunningStore(storeFolder) { store in
            let arguments = try await PrintingArguments(store, in: folder.url)
            for command in PrintingArguments.commands {
                let line = try #require(arguments(command), "the list of arguments does not know `purser \(command)`")
                let outcome = try await output.command(line, in: folder.url).run()
                #expect(outcome.ending == .exited(output.status), "purser \(command): \(outcome.errors)")
                #expect(ownLines(outcome.errors) == output.errors, "purser \(command)")
            }
        }
    }

    @Test(
        "is told of alike by whichever name a command is given it",
        arguments: BrokenOutput.allCases,
        ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
    )
    func named(output: BrokenOutput, name: String) async throws {
        let authority = folder.url.appendingPathComponent("authority.pem").path
        let root = folder.url.appendingPathComponent("root.pem").path
        #expect(try await Tool.run("load", "--authority", authority, "--write-root", root).status == 0)
        for line in [
            ["store", "ca", "--data", folder.url.path, "--output", name], ["storekit", "new", name],
            ["load", "--authority", authority, "--write-root", name],
        ] {
            let outcome = try await output.command(line, in: folder.url).run()
            #expect(outcome.ending == .exited(output.status), "purser \(line): \(outcome.errors)")
            #expect(outcome.errors == output.errors, "purser \(line)")
        }
    }

    @Test("is a pipe that nobody reads any more, by its own name: that ends a command quietly, too")
    func otherPipe() async throws {
        // An anonymous pipe by the name of its descriptor; its reader has gone once `wait` returns.
        let script = #"exec 5> >(exec true); wait $!; exec "$0" storekit new /dev/fd/5"#
        let outcome = try await Command(URL(fileURLWithPath: "/bin/bash"), ["-c", script, Tool.executable.path]).run()
        #expect(outcome.ending == .exited(141), "\(outcome.text)")
        #expect(outcome.text == "")
    }

    @Test("is no success for help and version either", arguments: BrokenOutput.allCases)
    func help(output: BrokenOutput) async throws {
        let lines = PrintingArguments.allCommands.map { $0.split(separator: " ").map(String.init) + ["--help"] }
        for line in lines + [
            ["--version"], ["help", "store", "buy"], [], ["store"], ["--generate-completion-script", "zsh"],
        ] {
            let outcome = try await output.command(line, in: folder.url).run()
            #expect(outcome.ending == .exited(output.status), "purser \(line): \(outcome.errors)")
            #expect(outcome.errors == output.errors, "purser \(line)")
        }
    }

    @Test("leaves the status of a failure as it is when standard error is broken", arguments: BrokenOutput.allCases)
    func brokenErrors(output: BrokenOutput) async throws {
        let usage = try await output.command(["store", "list", "--nonsense"], streams: [2], in: folder.url).run()
        #expect(usage.ending == .exited(64))
        let unusable = try await output.command(["storekit", "show", "/nowhere"], streams: [2], in: folder.url).run()
        #expect(unusable.ending == .exited(2))
        #expect(usage.text + unusable.text == "")
        let both = try await output.command(["storekit", "lint", "--rules"], streams: [1, 2], in: folder.url).run()
        #expect(both.ending == .exited(output.status))
    }

    @Test("leaves what a command did done")
    func effect() async throws {
        try await withRunningStore(storeFolder) { store in
            let account = ["store", "account", "flora", "--data", store.folder.path]
            let outcome = try await BrokenOutput.fullDisk.command(account, in: folder.url).run()
            #expect(outcome.ending == .exited(2))
            let listed = try await store.tell("list", "accounts")
            #expect(listed.output.contains("flora"))
        }
    }

    @Test("does not end a server whose log it is", arguments: BrokenOutput.allCases)
    func serverLog(output: BrokenOutput) async throws {
        let data = folder.url.appendingPathComponent("server")
        let serve = [
            "serve", "--data", data.path, "--bundle-id", "com.example.app", "--port", "0", "--without-keys",
        ]
        let server = try await output.command(serve, streams: [2], in: folder.url).run(endedBy: SIGTERM) { lines in
            let line = await lines.first { _ in true }
            #expect(line?.hasPrefix("purser listens on http://127.0.0.1:") == true)
        }
        #expect(server.ending == .exited(0))
        let catalogue = RunningStore.catalogue
        let options = ["store", "serve", "--catalogue", catalogue, "--data", storeFolder.path, "--port", "0"]
        let store = try await output.command(options, streams: [2], in: folder.url).run(endedBy: SIGINT) { lines in
            #expect(await lines.first { $0.contains("Ctrl-C") } != nil)
            let account = try await Tool.run("store", "account", "flora", "--data", storeFolder.path)
            #expect(account.status == 0)
        }
        #expect(store.ending == .exited(0))
    }

    @Test("is never a file that a command opened later", arguments: [["serve"], ["store", "serve"]])
    func databaseIsNoTerminal(command: [String]) async throws {
        let options =
            command == ["serve"]
            ? ["--bundle-id", "com.example.app"] : ["--catalogue", RunningStore.catalogue]
        let line = command + options + ["--data", storeFolder.path, "--port", "0"]
        _ = try await BrokenOutput.missing.command(line, streams: [1, 2], in: folder.url).run()
        let files = try #require(FileManager.default.enumerator(at: storeFolder, includingPropertiesForKeys: nil))
        for case let file as URL in files {
            let content = (try? Data(contentsOf: file)) ?? Data()
            #expect(content.range(of: Data("listen".utf8)) == nil, "\(file.lastPathComponent)")
        }
    }

    /// What the tool itself says; servers log besides.
    private func ownLines(_ errors: String) -> String {
        errors.split(separator: "\n").filter { $0.hasPrefix("purser: ") }.map { $0 + "\n" }.joined()
    }
}
