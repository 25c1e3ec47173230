import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server backup`.
struct ServerBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a backup of the database, also while the server runs.",
        discussion: """
            The backup is one file for its owner only, with everything that the server keeps as it was at one moment, and \
            is read through before it gets its name. Of a PostgreSQL take pg_dump or a base backup. Keep it as safe as the folder: receipts, secrets of webhooks and the \
            key of signed statements are in it. Settings and the files of secrets that they name are not.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A folder, where it is named by its date, or a file that is not there yet; nothing is overwritten.",
            valueName: "dir|file"
        )
    )
    var target: String

    @OptionGroup var place: DataOptions

    func run() throws {
        let file = try place.databaseFile(for: .backup)
        let report = try place.perform { () throws(PurchaseServerError) in
            try DatabaseBackup(databaseFile: file).write(to: URL(fileURLWithPath: target), at: Date())
        }
        let terminal = Terminal.standardOutput()
        guard !place.json else {
            return terminal.json([
                "file": .string(report.file.path), "byteCount": .number(JSONNumber(report.length)),
                "rows": .object(JSONObject(rows: report.rows)),
            ])
        }
        TextTable(rows: report.rows).lines(on: terminal).forEach(terminal.line)
        terminal.line("\(report.file.path) is whole: \(report.length) bytes")
    }
}
