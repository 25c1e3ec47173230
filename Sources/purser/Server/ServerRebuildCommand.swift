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
            Give it the place of the database, and the currency, the rates and the periods by which the server keeps \
            figures; it may run meanwhile. Apps, keys and roots need not be named: nobody is asked. Figures follow from \
            what the App Store stated and are kept as it comes, so this is only needed where somebody doubts them. They are \
            incomplete until it ends, and say so.
            """
    )

    @OptionGroup(title: "Settings")
    var options: ServeOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let settings = try options.settings()
        let configuration = try SettingsFailure.told { () throws(SettingsError) in
            try settings.figureConfiguration(logger: LogStream.logger("purser.server"))
        }
        let terminal = Terminal.standardOutput()
        let isShown = !json && isatty(STDERR_FILENO) == 1
        do {
            let count = try await FigureRebuild(configuration).run { waiting in
                if isShown { StandardStream.errors.write("\r\(waiting) to do          ") }
            }
            if isShown { StandardStream.errors.write("\r") }
            guard !json else { return terminal.json(["bookedCount": .number(JSONNumber(count))]) }
            terminal.line("booked \(count) purchases and customers")
        } catch let error as PurchaseServerError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        }
    }
}
