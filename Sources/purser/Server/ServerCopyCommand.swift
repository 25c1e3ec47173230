import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server copy`.
struct ServerCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy everything from the server's file into a PostgreSQL; no server may run.",
        discussion: """
            Every table is compared row by row afterwards. The file stays as it is. A copy that ended half way is gone \
            on with by running it again; a database in which servers have kept anything else is refused. Figures are booked \
            anew by the server, and kept answers are worked out again. Give the servers --database from then on.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Where to: postgres://account@host:5432/name. Its password stands in the file that PGPASSFILE names.",
            valueName: "address"
        )
    )
    var to: String

    @OptionGroup var place: DataOptions

    func run() async throws {
        let file = try place.databaseFile(for: .copy)
        let shared = try place.target(to)
        let terminal = Terminal.standardOutput()
        let isShown = !place.json && isatty(STDERR_FILENO) == 1
        let report = try await place.perform { () async throws in
            let move = try DatabaseMove(
                databaseFile: file,
                to: shared,
                logger: LogStream.logger("purser.server")
            )
            return try await move.run { table, count in
                if isShown { StandardStream.errors.write("\r\(table) \(count)                    ") }
            }
        }
        if isShown { StandardStream.errors.write("\r") }
        guard !place.json else { return terminal.json(["rows": .object(JSONObject(rows: report.rows))]) }
        TextTable(rows: report.rows).lines(on: terminal).forEach(terminal.line)
        terminal.line("copied and compared: \(report.rows.values.reduce(0, +)) rows")
    }
}

extension DataOptions {
    /// Another database, by the rules for the setting; no password is taken.
    fileprivate func target(_ address: String) throws -> SharedDatabase {
        let database = try SettingsFailure.told { () throws(SettingsError) in
            do throws(SettingsError) {
                return try ServerSettings(flags: ["database": [address]], config: nil, environment: [:])
                    .sharedDatabase()
            } catch {
                throw SettingsError(error.origin, error.reason.replacing("--database", with: "--to"))
            }
        }
        guard let database else { throw ValidationError("--to: names no database") }
        return database
    }
}
