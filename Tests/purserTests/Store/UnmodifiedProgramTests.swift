import AppStoreModels
import Foundation
import TestSupport
import Testing

/// A machine of its own for a test, on which the names of Apple's servers lead to a store: what
/// `Tests/Judges/as-apple.sh` makes.
private enum OwnMachine {
    static let judges = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Judges")

    /// What the machine lacks; nil if it can be made.
    static func lack(of programs: [String]) async throws -> String? {
        for program in ["unshare", "ip", "mount"] + programs {
            let found = try await shell("command -v \(program)")
            if found.status != 0 { return "there is no \(program); scripts/install-packages test installs it" }
        }
        let made = try await Command(judges.appendingPathComponent("as-apple.sh"), ["true"]).run()
        return made.status == 0 ? nil : "this account may not make a network namespace: \(made.errors)"
    }

    /// The environment of the judges, which `make test` names; nil if nobody asked for them.
    static let judgesFolder = ProcessInfo.processInfo.environment["PURSER_JUDGES"]

    /// The Python in which Apple's library is.
    static var python: String? {
        judgesFolder.map { $0 + "/bin/python" }.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    }

    static func shell(_ script: String) async throws -> Command.Outcome {
        try await Command(URL(fileURLWithPath: "/bin/sh"), ["-c", script]).run()
    }

    /// Runs a script beside a store that is all of Apple's servers, and in which somebody bought something.
    ///
    /// - Parameter script: Has the transaction's identifier as `$id` and the receipt as `$receipt`.
    static func run(_ script: String, _ options: [String] = []) async throws -> Command.Outcome {
        let tool = "'\(Tool.executable.path)' store"
        let story = """
            set -eu
            \(tool) account flora >&2
            bought=$(\(tool) buy com.example.flowershop.greenhouse --account flora --json)
            id=$(printf %s "$bought" | sed -n 's/.*"transactionId" *: *"\\([0-9]*\\)".*/\\1/p' | head -1)
            receipt=$(curl -sS "$PURSER_STORE_URL/control/accounts/flora/receipt" | sed 's/.*"receipt":"\\([^"]*\\)".*/\\1/')
            export PYTHONDONTWRITEBYTECODE=1
            cd '\(judges.path)'
            \(script)
            """
        return try await Command(
            judges.appendingPathComponent("as-apple.sh"),
            [
                Tool.executable.path, "store", "run", "--catalogue", RunningStore.catalogue, "--bundle-id",
                "com.example.flowershop", "--tls", "--tls-port", "443",
            ] + options + ["--", "/bin/sh", "-c", story]
        ).run()
    }
}

/// Whoever asks for judges gets these, too: where a program is missing, or no network namespace may be made, they fail and
/// say what is missing.
@Suite(
    "Programs that have never heard of a local App Store",
    .tags(.judge, .slow),
    .enabled(if: OwnMachine.judgesFolder != nil, "set PURSER_JUDGES, as make test does"),
    .timeLimit(.minutes(15))
)
struct UnmodifiedProgramTests {
    private struct Missing: Error, CustomStringConvertible { let description: String }

    private func need(_ programs: String...) async throws {
        if let lack = try await OwnMachine.lack(of: programs) { throw Missing(description: lack) }
    }

    /// What each program is to find: its transaction in the sandbox, and nothing in production.
    private func check(_ outcome: Command.Outcome) throws {
        #expect(outcome.status == 0, "\(outcome.errors)")
        let found = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(found[string: "transaction"]?.isEmpty == false)
        #expect(found["production"] == [404, 4_040_010])
        #expect(found[integer: "buy"] == 21_007)
        #expect(found[integer: "sandbox"] == 0)
    }

    @Test("Apple's Python library, with online checks")
    func python() async throws {
        try await need("curl")
        let python = try #require(OwnMachine.python, "PURSER_JUDGES has no Python; scripts/install-judges makes it")
        try check(try await OwnMachine.run(#"'\#(python)' unmodified.py "$id" "$receipt""#))
    }

    @Test("The fetch of Node")
    func node() async throws {
        try await need("curl", "node")
        try check(try await OwnMachine.run(#"node unmodified.mjs "$id" "$receipt""#))
    }

    @Test("curl, in the version of HTTP that it asks for, by every name")
    func curl() async throws {
        try await need("curl")
        let outcome = try await OwnMachine.run(
            """
            for name in api.storekit.apple.com api.storekit-sandbox.apple.com api.storekit.itunes.apple.com \
                api.storekit-sandbox.itunes.apple.com buy.itunes.apple.com sandbox.itunes.apple.com; do
                for version in --http1.1 --http2; do
                    curl -sS $version -o /dev/null -w "%{http_version} %{http_code}\\n" "https://$name/inApps/v1/lookup/M1"
                done
            done
            """
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
        let api = ["1.1 401", "2 401"]
        let receipts = ["1.1 404", "2 404"]
        #expect(lines == api + api + api + api + receipts + receipts)
    }

    @Test("Real time counts for certificates, wherever the store's clock is")
    func otherTime() async throws {
        try await need("curl")
        let outcome = try await OwnMachine.run(
            "curl -sS -o /dev/null -w '%{http_code}' https://api.storekit.apple.com/inApps/v1/lookup/M1",
            ["--start", "1995-01-01T00:00:00Z"]
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(String(decoding: outcome.output, as: UTF8.self) == "401")
    }

    @Test("The trust store of Java")
    func java() async throws {
        try await need("java", "keytool", "curl")
        let outcome = try await OwnMachine.run(
            """
            folder=$(mktemp -d)
            keytool -importcert -noprompt -alias purser -file "$PURSER_STORE_DATA/tls-root.pem" \
                -keystore "$folder/trust" -storepass changeit >&2
            java -Djavax.net.ssl.trustStore="$folder/trust" -Djavax.net.ssl.trustStorePassword=changeit Look.java
            rm -r "$folder"
            """
        )
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(String(decoding: outcome.output, as: UTF8.self) == "HTTP_2 401\n")
    }
}
