import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server restore`.
struct ServerRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of the database; no server may run.",
        discussion: """
            A backup that is damaged, of another program or of a newer version is refused. The database that was there stays \
            beside the new one, under a name with the date. One of an earlier version is brought to this one when the server \
            starts. Into a PostgreSQL pg_restore puts what pg_dump wrote.
            """
    )

    @Argument(help: ArgumentHelp("The backup.", valueName: "file"))
    var backup: String

    @OptionGroup var place: DataOptions

    func run() throws {
        let file = try place.databaseFile(for: .restore)
        let report = try place.perform { () throws(PurchaseServerError) in
            try DatabaseRestore(databaseFile: file).run(from: URL(fileURLWithPath: backup), at: Date())
        }
        let terminal = Terminal.standardOutput()
        guard !place.json else {
            var object: JSONObject = [
                "rows": .object(JSONObject(rows: report.rows)),
                "pending": .array(report.pending.map { .string($0) }),
            ]
            object["previous"] = report.previous.map { .string($0.path) }
            return terminal.json(.object(object))
        }
        TextTable(rows: report.rows).lines(on: terminal).forEach(terminal.line)
        if let previous = report.previous { terminal.line("what was there is \(previous.path)") }
        for step in report.pending { terminal.line("the server will do when it starts: \(step)") }
        terminal.line("restored")
    }
}
