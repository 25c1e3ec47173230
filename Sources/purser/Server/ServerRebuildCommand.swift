import AppStoreModels
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server rebuild`.
struct ServerRebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Book all figures about the business anew.",
        discussion: """
            Give it the settings of the server, which may run meanwhile. Figures follow from what the App Store stated and \
            are kept as it comes, so this is only needed where somebody doubts them. They are incomplete until it ends, \
            and say so.
            """
    )

    @OptionGroup(title: "Settings")
    var options: ServeOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let settings = try options.settings()
        let configuration = try await SettingsFailure.told { () async throws(SettingsError) in
            try await settings.configuration(logger: LogStream.logger("purser.server"), asksStore: false)
        }
        let terminal = Terminal.standardOutput()
        let isShown = !json && isatty(STDERR_FILENO) == 1
        do {
            let server = try PurchaseServerApplication(besideServer: configuration)
            let count = try await server.rebuildFigures { waiting in
                if isShown { StandardStream.errors.write("\r\(waiting) to do          ") }
            }
            if isShown { StandardStream.errors.write("\r") }
            guard !json else { return terminal.json(["booked": .number(JSONNumber(count))]) }
            terminal.line("booked \(count) purchases and customers")
        } catch let error as PurchaseServerError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        }
    }
}
