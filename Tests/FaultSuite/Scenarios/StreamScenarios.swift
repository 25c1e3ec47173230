import Foundation
import TestSupport

/// Programs whose output goes nowhere.
extension Scenario {
    static let streams: [Scenario] = [
        Scenario("stream.tool", "verbs into a closed pipe and onto a full disk", .closedStream, isShort: true) {
            try await verbs($0)
        },
        Scenario("stream.servers", "servers into a closed pipe and onto a full disk", .closedStream, play: servers),
    ]

    private static func verbs(_ stage: Stage) async throws -> String {
        let catalogue = Template.catalogue.path
        return try await Server.run(.store(try stage.storeFolder()), on: stage) { server in
            let verbs = [
                ["--help"], ["--version"], ["storekit", "show", catalogue], ["storekit", "show", catalogue, "--json"],
                ["store", "list", "products", "--url", server.url],
                ["store", "list", "events", "--url", server.url, "--json"],
                ["store", "list", "products", "--url", "http://127.0.0.1:99999/"],
            ]
            for verb in verbs {
                let pipe = try await shell(#"{ "$@"; echo "status $?" >&2; } | :"#, verb, stage)
                // 141 is what a shell says of SIGPIPE; short output may have fitted before the reader left.
                try hold(
                    !pipe.contains("Fatal") && !pipe.contains("Crash")
                        && ["status 0", "status 141", "status 2", "status 64"].contains { pipe.hasSuffix($0) },
                    "\(verb.joined(separator: " ")) | : said \(pipe.suffix(200))"
                )
                let full = try await shell(#""$@" > /dev/full; echo "status $?" >&2"#, verb, stage)
                let isQuiet = verb.last?.contains("99999") == true
                try hold(
                    !full.contains("Fatal") && !full.contains("Crash") && (isQuiet || full.hasSuffix("status 2")),
                    "\(verb.joined(separator: " ")) > /dev/full said \(full.suffix(200))"
                )
                stage.tried("verbs", 2)
            }
            return "no stack trace, the right status"
        }
    }

    private static func servers(_ stage: Stage) async throws -> String {
        let store = Launch.store(try stage.storeFolder()).arguments
        let purchases = Launch.purchases(stage.file("data"), store: "http://127.0.0.1:9/", stage.template).arguments
        for arguments in [store, purchases] {
            for script in [
                #"timeout -s TERM 5 "$@" > /dev/full; echo "status $?" >&2"#,
                #"{ timeout -s TERM 5 "$@"; echo "status $?" >&2; } | :"#,
                #"timeout -s TERM 5 "$@" >&- ; echo "status $?" >&2"#,
            ] {
                let words = try await shell(script, arguments, stage)
                try hold(!words.contains("Fatal") && !words.contains("Crash"), "\(arguments[0]): \(words.suffix(200))")
                stage.tried("servers")
            }
        }
        return "no stack trace"
    }

    /// What a shell says on standard error, which ends with the status of the command.
    private static func shell(_ script: String, _ arguments: [String], _ stage: Stage) async throws -> String {
        let command = Command(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", script, "sh", stage.purser.path] + arguments,
            in: stage.folder
        )
        return try await command.run().errors.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
