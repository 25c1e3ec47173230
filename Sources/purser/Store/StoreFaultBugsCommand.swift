import AppStoreModels
import ArgumentParser
import LocalAppStore
import LocalAppStoreServer

/// `purser store fault bugs`: the faults that imitate bugs of Apple's releases.
struct StoreFaultBugsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bugs",
        abstract: "List the faults that imitate bugs of Apple's releases, and what an app does about them.",
        discussion: "It asks no store. `purser store fault set` puts one in force, by its name."
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() {
        let terminal = Terminal.standardOutput()
        let bugs = StoreFault.KnownBug.all
        guard !json else {
            return terminal.json(["bugs": .array(bugs.map(Self.record))])
        }
        for bug in bugs {
            terminal.line("\(bug.kind) (\(bug.releases))")
            terminal.line("  \(bug.symptom)")
            terminal.line("  \(bug.advice)")
        }
    }

    private static func record(_ bug: StoreFault.KnownBug) -> JSONValue {
        var record = bug.json.object ?? JSONObject()
        record[string: "kind"] = bug.kind.rawValue
        return .object(record)
    }
}
