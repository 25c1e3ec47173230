import AppStoreModels
import ArgumentParser
import Foundation
import HTTPServing
import Logging
import PurchaseServer
import ServiceLifecycle
import UnixSignals

/// `purser serve`: the purchase server for people who host it themselves.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the purchase server.",
        discussion: """
            Each setting is a flag, a variable PURSER_SERVER_... or a member of the file of --config; the flag comes first, \
            then the variable, then the file. Callers show keys: `purser server keys`. A server that has none makes two at \
            its first start and prints them, this once. Secrets come from files only.
            """
    )

    @OptionGroup(title: "Settings")
    var options: ServeOptions

    @Flag(help: "Print the settings that count and where each comes from, without secrets, and end.")
    var printConfiguration = false

    @Flag(help: "With --print-configuration: print JSON.")
    var json = false

    func validate() throws {
        guard options.withoutKeys != true || options.apiKeyFile == nil else {
            throw ValidationError("--without-keys and --api-key-file contradict each other")
        }
    }

    func run() async throws {
        let settings = try options.settings()
        if printConfiguration { return show(settings) }
        let configuration = try await SettingsFailure.told { () async throws(SettingsError) in
            try await settings.configuration(logger: LogStream.logger("purser.server"))
        }
        // A server in a container may not be able to change it, so this stops nobody.
        for finding in SecretFileCheck(settings: settings).findings where finding.outcome == .bad {
            configuration.logger.warning("\(finding.seen)", metadata: ["do": "\(finding.advice ?? "")"])
        }
        let server: PurchaseServerApplication
        do {
            server = try PurchaseServerApplication(configuration: configuration)
        } catch {
            throw failure("\(error)")
        }
        if let keys = server.firstKeys { print(keys) }
        let group = ServiceGroup(
            configuration: .init(
                services: [server],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: configuration.logger
            )
        )
        async let announced: Void = announce(server, group, configuration)
        do {
            try await EndingBySignal.withLimit(configuration.limits) { try await group.run() }
            await announced
        } catch {
            await announced
            throw failure("\(error)")
        }
    }

    private func announce(
        _ server: PurchaseServerApplication,
        _ group: ServiceGroup,
        _ configuration: PurchaseServerConfiguration
    ) async {
        guard let port = try? await server.listeningPort() else { return }
        let host = configuration.host
        let terminal = Terminal.standardOutput()
        terminal.line("purser listens on http://\(host):\(port)")
        terminal.line("  the App Store's notifications go to http://\(host):\(port)/apple/notifications")
        if configuration.lookAtClock != nil {
            terminal.line("  it goes by the clock of the store: \(RFC3339.string(from: configuration.now()))")
        }
        // Nobody would know where it listens.
        if StandardStream.output.failure != nil { await group.triggerGracefulShutdown() }
    }

    private func show(_ settings: ServerSettings) {
        let terminal = Terminal.standardOutput()
        let table = SettingsTable(settings: settings)
        guard !json else { return terminal.json(.object(table.json)) }
        table.lines(on: terminal).forEach(terminal.line)
    }

    /// The only time that anybody sees them; whoever misses it makes others.
    private func print(_ keys: FirstKeys) {
        let terminal = Terminal.standardOutput()
        terminal.line("Keep these keys; they are shown this once. `purser server keys` makes others.")
        terminal.line("  for your servers  \(keys.secret.text)")
        terminal.line("  for your app      \(keys.public.text)")
    }

    private func failure(_ message: String) -> ExitCode {
        Terminal.complain(message)
        return ExitStatus.unusable
    }
}
