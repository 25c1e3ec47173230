import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser load", .tags(.slow), .timeLimit(.minutes(15)))
struct LoadCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var authority: String { folder.file("authority.pem").path }

    private func load(_ arguments: String...) async throws -> Tool.Outcome {
        try await Tool.run(["load"] + arguments + ["--authority", authority])
    }

    /// A server that trusts the authority; what it says of itself names its address and the app's key.
    private func withServer(_ body: (_ url: String, _ key: String) async throws -> Void) async throws {
        let root = folder.file("root.pem").path
        #expect(try await load("--write-root", root).status == 0)
        let arguments = [
            "serve", "--bundle-id", "com.example.app", "--data", folder.file("data").path, "--port", "0", "--root",
            root,
        ]
        let outcome = try await Tool.command(arguments).run(endedBy: SIGTERM) { lines in
            var key: String?
            for await line in lines {
                if let found = line.firstMatch(of: /psr_public_\w+/) { key = String(found.0) }
                guard let found = line.firstMatch(of: /listens on (http:\S+)/) else { continue }
                let file = try folder.file("key", content: Data(try #require(key).utf8))
                return try await body(String(found.1), file.path)
            }
        }
        #expect(outcome.ending == .exited(0))
    }

    @Test("Customers buy, ask and are told of at a rate; all of it is taken, and told in numbers")
    func rate() async throws {
        try await withServer { url, key in
            let outcome = try await load(
                url,
                "--key-file",
                key,
                "--customers",
                "5",
                "--rate",
                "40",
                "--duration",
                "1",
                "--warm-up",
                "0",
                "--mix",
                "upload=1,look-up=2,notification=1",
                "--json"
            )
            let json = try #require(try JSONValue(parsing: outcome.output).object, "\(outcome.errors)")
            #expect(outcome.status == 0, "\(outcome.output)")
            let total = try #require(json[object: "total"])
            #expect(total[integer: "goodCount"] == 40)
            #expect(total[array: "failures"] == [])
            #expect(json[integer: "unsentCount"] == 0)
            #expect(json["rate"] == 40)
            let kinds = json[array: "kinds"]?.compactMap(\.object) ?? []
            #expect(kinds.map { $0[string: "kind"] } == ["upload", "look-up", "notification"])
            #expect(kinds.compactMap { $0[integer: "goodCount"] }.reduce(0, +) == 40)
            let response = try #require(total[object: "response"])
            let names = ["minimum", "p50", "p75", "p90", "p95", "p99", "p999", "p9999", "maximum"]
            let values = names.compactMap { response[integer: $0] }
            #expect(values.count == names.count)
            #expect(values == values.sorted())
            #expect(values[0] > 0)
            let members = Set(json.keys + total.keys + response.keys + kinds.flatMap(\.keys))
            #expect(try members.subtracting(WireArticle().members) == [])
        }
    }

    @Test("A person gets a table; a limit that is exceeded, and a key that is refused, end with 1 and 2")
    func tableAndLimits() async throws {
        try await withServer { url, key in
            let short = ["--customers", "2", "--duration", "0.2", "--warm-up", "0", "--connections", "2"]
            let common = ["load", url, "--authority", authority] + short
            let told = try await Tool.run(common + ["--key-file", key])
            #expect(told.status == 0, "\(told.output)\(told.errors)")
            #expect(
                told.lines[0].wholeMatch(of: /[0-9]+ answers in 0\.2 s, [0-9.]+ a second/) != nil,
                "\(told.lines[0])"
            )
            let head = /MILLISECONDS +COUNT +MEAN +P50 +P90 +P99 +P99\.9 +P99\.99 +LONGEST/
            #expect(told.lines[1].wholeMatch(of: head) != nil)
            #expect(told.lines.contains { $0.hasPrefix("look-up ") })
            #expect(told.lines.contains { $0.hasPrefix("all, from when sent ") })
            let slow = try await Tool.run(common + ["--key-file", key, "--most-p99", "0.001"])
            #expect(slow.status == 1)
            let stranger = try await Tool.run(common + ["--json"])
            #expect(stranger.status == 2)
            let error = try JSONValue(parsing: stranger.output).object?[object: "error"]
            #expect(error?[string: "code"] == "not-taken")
            #expect(error?[string: "message"]?.contains("401") == true)
        }
    }

    @Test("A server that does not trust the root says so, and nothing is measured")
    func untrusted() async throws {
        let arguments = [
            "serve", "--bundle-id", "com.example.app", "--data", folder.file("data").path, "--port", "0",
            "--without-keys",
        ]
        _ = try await Tool.command(arguments).run(endedBy: SIGTERM) { lines in
            let line = await lines.first { $0.contains("listens on") }
            let url = try #require(line?.split(separator: " ").last.map(String.init))
            let outcome = try await load(url, "--customers", "1")
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("transaction-not-authentic"), "\(outcome.errors)")
        }
    }

    @Test("The root is that of the authority, which is made once and for its owner only")
    func root() async throws {
        let first = folder.file("first.pem")
        #expect(try await load("--write-root", first.path).status == 0)
        let second = folder.file("second.pem")
        #expect(try await load("--write-root", second.path).status == 0)
        let text = try String(contentsOf: first, encoding: .utf8)
        #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(try String(contentsOf: second, encoding: .utf8) == text)
        let mode = try FileManager.default.attributesOfItem(atPath: authority)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        try Data("no authority".utf8).write(to: URL(fileURLWithPath: authority))
        let outcome = try await load("--write-root", first.path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("holds no authority of a store"))
    }

    @Test("Of an authority that a full disk does not take nothing is left, and it is made once there is room")
    func fullDisk() async throws {
        let root = folder.file("root.pem").path
        // The shell ignores the signal for the tool, so that a write beyond the limit of 1 KB fails as on a full disk.
        let script = #"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#
        let arguments = ["load", "--write-root", root, "--authority", authority]
        let limited = Command(URL(fileURLWithPath: "/bin/bash"), ["-c", script, Tool.executable.path] + arguments)
        let outcome = try await limited.run()
        #expect(outcome.ending == .exited(2), "\(outcome.text)")
        #expect(outcome.errors == "purser: --authority: \(authority) cannot be written: File too large\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        #expect(try await load("--write-root", root).status == 0)
    }

    @Test("Nobody listens: 2", .timeLimit(.minutes(5)))
    func nobody() async throws {
        let outcome = try await load("http://127.0.0.1:9", "--customers", "1", "--json")
        #expect(outcome.status == 2)
        let error = try JSONValue(parsing: outcome.output).object?[object: "error"]
        #expect(error?[string: "code"] == "not-taken")
        #expect(error?[string: "message"]?.contains("cannot be reached") == true)
    }

    @Test(
        "What makes no sense is 64, above all somebody else's server",
        arguments: [
            (["http://192.0.2.1"], "--elsewhere"), (["https://example.com"], "--elsewhere"), ([], "name the server"),
            (["ftp://127.0.0.1"], "no http or https address"), (["http://127.0.0.1", "--rate", "0"], "a rate is"),
            (["http://127.0.0.1", "--mix", "fly=1"], "--mix"),
            (["http://127.0.0.1", "--duration", "0"], "millisecond"),
            (["http://127.0.0.1", "--customers", "0"], "--customers"),
            (["http://127.0.0.1", "--connections", "0"], "connections"),
        ] as [([String], String)]
    )
    func usage(arguments: [String], words: String) async throws {
        let outcome = try await Tool.run(["load"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
}
