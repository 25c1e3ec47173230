import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server export`: everything that a server knows, for another one or for good keeping.
struct ServerExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything that the server knows to a folder, as JSON Lines.",
        discussion: """
            All of it is of one moment, also while the server runs. Keys, webhooks and their secrets are left out. \
            `purser server import FOLDER` reads it back into an empty server.
            """
    )

    @Argument(help: "The folder to write; made if missing, and must be empty.", completion: .directory)
    var folder: String

    @OptionGroup var place: DataOptions

    func run() throws {
        let database = try place.databasePlace()
        let rows = try place.perform {
            try PurchaseExport(database, now: { Date() })
                .write(to: URL(fileURLWithPath: folder, isDirectory: true))
        }
        let terminal = Terminal.standardOutput()
        guard !place.json else { return terminal.json(["rows": .object(JSONObject(rows: rows))]) }
        terminal.line("wrote \(rows.values.reduce(0, +)) rows to \(folder); keys and webhooks are not among them")
    }
}
