import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser store run", .tags(.slow), .timeLimit(.minutes(15)))
struct StoreRunTests {
    private func run(_ options: [String] = [], _ command: String...) async throws -> Tool.Outcome {
        try await Tool.run(arguments(options, command))
    }

    private func arguments(_ options: [String], _ command: [String]) -> [String] {
        ["store", "run", "--catalogue", RunningStore.catalogue, "--bundle-id", "com.example.flowershop"] + options
            + ["--"] + command
    }

    /// What a command beside the store is to do with it: buys a posy and prints the transaction.
    private var buy: String {
        """
        "\(Tool.executable.path)" store account flora >/dev/null && \
        "\(Tool.executable.path)" store buy com.example.flowershop.club.posy --account flora --json
        """
    }

    @Test("The command finds the store by its variables, and nothing is left behind")
    func variables() async throws {
        let outcome = try await run([], "/bin/sh", "-c", #"echo "$PURSER_STORE_DATA"; test -f "$APP_STORE_KEY_FILE""#)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        let folder = try #require(outcome.lines.first)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("purser's own calls of the App Store Server API find the store's key by the same variables")
    func ownCalls() async throws {
        let script = #""\#(Tool.executable.path)" api look-up-order X --json"#
        let outcome = try await run([], "/bin/sh", "-c", script)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try JSONValue(parsing: outcome.output).object?["status"] == 1)
    }

    @Test(
        "The exit code is the command's, or says which signal ended it",
        arguments: [("exit 0", 0), ("exit 3", 3), ("kill -9 $$", 137), ("kill -15 $$", 143)]
    )
    func exitCodes(script: String, status: Int32) async throws {
        #expect(try await run([], "/bin/sh", "-c", script).status == status)
    }

    @Test(
        "A command that cannot be started is told as a shell tells it",
        arguments: [("/no/such/program", 127), ("/etc/passwd", 126)]
    )
    func cannotStart(program: String, status: Int32) async throws {
        let outcome = try await run([], program)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(program))
    }

    @Test("If the command failed, what the store was asked is printed, without what may be secret")
    func log() async throws {
        let script = #"curl -s "$PURSER_STORE_URL/control/accounts/nobody?device=s3cret" >/dev/null; exit 4"#
        let failed = try await run([], "/bin/sh", "-c", script)
        #expect(failed.status == 4)
        #expect(failed.errors.contains("the command ended with 4; the store's log:"))
        #expect(failed.errors.contains("GET /control/accounts/nobody 404"))
        #expect(!failed.errors.contains("s3cret"))
    }

    @Test("Signals are passed on", arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(signal: Int32) async throws {
        let script = "trap 'echo heard; exit 5' TERM INT HUP; echo ready; while :; do sleep 0.05; done"
        let command = Tool.command(arguments([], ["/bin/sh", "-c", script]))
        let (outcome, heard) = try await command.run { program in
            var lines: [String] = []
            for await line in program.lines {
                lines.append(line)
                if line == "ready" { program.send(signal) }
            }
            return lines
        }
        #expect(heard == ["ready", "heard"])
        #expect(outcome.status == 5)
    }

    @Test("A command that takes too long is ended")
    func timeLimit() async throws {
        let outcome = try await run(["--time-limit", "0.2"], "/bin/sh", "-c", "while :; do sleep 0.05; done")
        #expect(outcome.status == 124)
        #expect(outcome.errors.contains("--time-limit"))
    }

    @Test("The same seed gives the same identifiers, in any number of stores side by side")
    func seeds() async throws {
        let options = ["--start", "2026-01-01T00:00:00Z", "--rate", "manual"]
        async let first = run(options + ["--seed", "7"], "/bin/sh", "-c", buy)
        async let second = run(options + ["--seed", "7"], "/bin/sh", "-c", buy)
        async let third = run(options + ["--seed", "8"], "/bin/sh", "-c", buy)
        let made = try await [first, second, third].map { outcome in
            let json = try JSONValue(parsing: outcome.output).object
            return try #require(json?[string: "transactionId"], "\(outcome.errors)")
        }
        #expect(made[0] == made[1])
        #expect(made[0] != made[2])
    }

    @Test("A snapshot is a fixture: each run begins with it")
    func snapshots() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("fixture").path
        let tool = "\"\(Tool.executable.path)\" store"
        let made = try await run([], "/bin/sh", "-c", "\(buy) && \(tool) snapshot save '\(file)' >/dev/null")
        #expect(made.status == 0, "\(made.errors)")
        let bought = try #require(try JSONValue(parsing: made.output).object?[string: "transactionId"])
        for _ in 1...2 {
            let seen = try await run(["--snapshot", file], "/bin/sh", "-c", "\(tool) list transactions --json")
            #expect(seen.status == 0, "\(seen.errors)")
            #expect(seen.output.contains(bought))
        }
        let refused = try await run(["--snapshot", RunningStore.catalogue], "/bin/true")
        #expect(refused.status == 2)
    }

    @Test("Without a command it says how it is used")
    func noCommand() async throws {
        let outcome = try await Tool.run("store", "run", "--catalogue", RunningStore.catalogue)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("-- npm test"))
    }
}
