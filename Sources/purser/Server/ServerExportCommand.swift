import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server export`: customers and what they have, for another server or for good keeping.
struct ServerExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write customers, purchases, offerings and what was done to a folder, as JSON Lines.",
        discussion: """
            All of it is of one moment, also while the server runs. What one server has for itself is left out: keys, \
            those of signed statements too, webhooks, customers' tokens, requests about refunds, and what was set up \
            at the console: apps, levels, policies, the address for notifications. Make and enter that anew. \
            `purser server import FOLDER` reads the rest back into an empty server; `purser server backup` copies \
            everything.
            """
    )

    @Argument(help: "The folder to write; made if missing, and must be empty.", completion: .directory)
    var folder: String

    @OptionGroup var place: DataOptions

    /// What somebody who goes by an export would miss.
    static let leftOut = """
        not among them are keys, webhooks, customers' tokens, requests about refunds and what was set up at the console
        """

    func run() throws {
        let database = try place.databasePlace()
        let rows = try place.perform {
            try PurchaseExport(database, now: { Date() })
                .write(to: URL(fileURLWithPath: folder, isDirectory: true))
        }
        let terminal = Terminal.standardOutput()
        guard !place.json else { return terminal.json(["rows": .object(JSONObject(rows: rows))]) }
        terminal.line("wrote \(rows.values.reduce(0, +)) rows to \(folder); \(Self.leftOut)")
    }
}
