import AppStoreModels
import ArgumentParser

/// `purser man`: the manual page.
struct ManCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man",
        abstract: "Print the manual page of all commands.",
        discussion: "To read it: purser man | man -l -"
    )

    func run() throws {
        // What the tool says of itself; it is the same that --help shows.
        let description = try JSONValue(parsing: Purser._dumpHelp())
        let command = description.object?[object: "command"] ?? [:]
        StandardStream.output.write(ManualPage(command, version: Purser.configuration.version).text)
    }
}
