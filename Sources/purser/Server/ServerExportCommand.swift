import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server export`: everything that a server knows, for another one or for good keeping.
struct ServerExportCommand: AsyncParsableCommand {
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

    @Option(help: ArgumentHelp("The folder of the server's database.", valueName: "dir"))
    var data: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let terminal = Terminal.standardOutput()
        let file = URL(fileURLWithPath: data, isDirectory: true).appendingPathComponent("purchases.sqlite")
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw unusable(terminal, "database-unusable", "no server has kept anything in \(data)")
        }
        do {
            let rows = try await PurchaseExport(databaseFile: file, now: { Date() })
                .write(to: URL(fileURLWithPath: folder, isDirectory: true))
            guard !json else {
                let counts = rows.sorted { $0.key < $1.key }.map { ($0, JSONValue.number(JSONNumber($1))) }
                return terminal.json(["rows": .object(JSONObject(counts))])
            }
            terminal.line("wrote \(rows.values.reduce(0, +)) rows to \(folder); keys and webhooks are not among them")
        } catch let error as ImportError {
            throw unusable(terminal, error.code.rawValue, error.reason)
        } catch let error as PurchaseServerError {
            throw unusable(terminal, error.code.rawValue, error.reason)
        }
    }

    private func unusable(_ terminal: Terminal, _ code: String, _ reason: String) -> ExitCode {
        terminal.complain(code, reason, json: json)
        return ExitStatus.unusable
    }
}
