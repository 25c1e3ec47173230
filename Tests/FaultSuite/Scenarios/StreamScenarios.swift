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
                let name = verb.joined(separator: " ")
                let pipe = try await shell(#"{ "$@"; echo "status $?" >&2; } | :"#, verb, stage)
                // 141 is what a shell says of SIGPIPE; what is short may have been taken before the reader left.
                let statuses = ["status 0", "status 141", "status 2", "status 64"]
                try hold(statuses.contains { pipe.hasSuffix($0) }, "\(name) | : said \(pipe.suffix(200))")
                let full = try await shell(#""$@" > /dev/full; echo "status $?" >&2"#, verb, stage)
                try hold(
                    full.hasSuffix("status 2") || name.contains("99999") && full.hasSuffix("status 64"),
                    "\(name) > /dev/full said \(full.suffix(200))"
                )
                stage.tried("verbs", 2)
            }
            return "no stack trace, the right status"
        }
    }

    private static func servers(_ stage: Stage) async throws -> String {
        let store = Launch.store(try stage.storeFolder()).arguments
        let purchases = Launch.purchases(stage.file("data"), store: "http://127.0.0.1:9/", stage.template).arguments
        // 124: it served until its time was over; 0: it ended in order when told to.
        let statuses = ["status 0", "status 2", "status 124", "status 141"]
        let scripts = [
            #"timeout -s TERM 4 "$@" > /dev/full; echo "status $?" >&2"#,
            #"{ timeout -s TERM 4 "$@"; echo "status $?" >&2; } | :"#,
            #"timeout -s TERM 4 "$@" >&- ; echo "status $?" >&2"#,
        ]
        for arguments in [store, purchases] {
            for script in scripts {
                let words = try await shell(script, arguments, stage)
                let isGood = statuses.contains { words.hasSuffix($0) } && !words.contains("Fatal error")
                try hold(isGood, "\(arguments[0]): \(words.suffix(200))")
                stage.tried("servers")
            }
        }
        return "no crash, the right status"
    }

    /// What a shell says on standard error, which ends with the status of the command.
    private static func shell(_ script: String, _ arguments: [String], _ stage: Stage) async throws -> String {
        let command = Command(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", script, "sh", stage.purser.path] + arguments,
            environment: ["SWIFT_BACKTRACE": "enable=no"],
            in: stage.folder
        )
        return try await command.run().errors.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
