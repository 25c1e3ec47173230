import AppStoreModels
import ArgumentParser
import StoreConfiguration

/// `purser storekit show`: a configuration as a catalogue that a person can read.
struct StoreKitShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the products, subscription groups, offers and settings of a configuration."
    )

    @Argument(help: "The file; - for standard input.")
    var file = InputSource.standardInput

    @Option(help: "The language of the names, for example de; the file's own default if not given.")
    var locale: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let terminal = Terminal.standardOutput()
        let configuration: StoreConfiguration
        do {
            configuration = try StoreConfiguration(data: try file.readFile(limit: StoreKitLintCommand.maximumLength))
        } catch {
            FailureReport(terminal: terminal, isJSON: json).unusable(error)
            throw ExitStatus.unusable
        }
        if json {
            let object = ConfigurationJSON(configuration, locale: locale).object
            terminal.json(.object(object))
        } else {
            ConfigurationText(configuration, locale: locale, terminal: terminal).lines.forEach(terminal.line)
        }
    }
}
