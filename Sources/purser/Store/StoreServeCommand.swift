import AppStoreModels
import ArgumentParser
import Foundation
import HTTPServing
import LocalAppStore
import LocalAppStoreServer
import Logging
import ServiceLifecycle
import StoreConfiguration
import UnixSignals

/// `purser store serve`: a local App Store that goes on where it was.
struct StoreServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a local App Store.",
        discussion: """
            Rates: \(TimeRate.named.map(\.name).joined(separator: ", ")), manual. monthly-5m means that a subscription of a \
            month renews every five minutes, as in Apple's sandbox; the clock itself runs like any other. With manual it \
            moves by `purser store advance` only. Without --rate a store goes on as it was, a new one in real time.

            The store trusts everybody who can reach it: keep it on this machine.
            """
    )

    @Option(help: ArgumentHelp("What is for sale: a .storekit file.", valueName: "file"))
    var catalogue: String

    @Option(help: ArgumentHelp("The store's folder; made if missing.", valueName: "dir"))
    var data: String

    @OptionGroup(title: "Time")
    var pace: StorePaceOptions

    @OptionGroup(title: "Network")
    var network: StoreNetworkOptions

    @OptionGroup(title: "Identity")
    var identity: StoreIdentityOptions

    @OptionGroup(title: "Beginning")
    var beginning: StoreBeginningOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let terminal = Terminal.standardOutput()
        let server: LocalStoreServer
        do {
            server = try open()
        } catch {
            throw failure(error, terminal)
        }
        let group = ServiceGroup(
            configuration: .init(
                services: [server],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        let stopping = Task {
            await server.stopRequested()
            if !Task.isCancelled { await group.triggerGracefulShutdown() }
        }
        defer { stopping.cancel() }
        async let announced: Void = announce(server, on: terminal, group)
        do {
            try await EndingBySignal.withLimit(network.configuration.limits) { try await group.run() }
            await announced
        } catch {
            await announced
            throw failure(error, terminal)
        }
    }

    private func open() throws -> LocalStoreServer {
        try StoreOpening(
            catalogue: catalogue,
            folder: URL(fileURLWithPath: data, isDirectory: true),
            pace: pace,
            identity: identity,
            beginning: beginning,
            configuration: network.configuration,
            notificationURL: try network.notificationURL,
            versionOneNotificationURL: try network.versionOneNotificationURL,
            logger: logger
        ).open()
    }

    /// Standard output is for what the command says.
    private var logger: Logger {
        var logger = LogStream.logger("purser.store")
        logger.logLevel = .warning
        return logger
    }

    private func announce(_ server: LocalStoreServer, on terminal: Terminal, _ group: ServiceGroup) async {
        guard let url = try? await server.baseURL else { return }
        let tlsURL = try? await server.tlsURL
        let announcement = ServeAnnouncement(server: server, url: url, tlsURL: tlsURL, folder: data)
        if json {
            terminal.json(.object(announcement.json), .compact)
        } else {
            announcement.lines(on: terminal).forEach(terminal.line)
        }
        // Nobody would know where it listens.
        if StandardStream.output.failure != nil { await group.triggerGracefulShutdown() }
    }

    private func failure(_ error: any Error, _ terminal: Terminal) -> ExitCode {
        let text = (error as? StoreError)?.reason ?? "\(error)"
        terminal.complain(code(of: error), text, json: json, .compact)
        return ExitStatus.unusable
    }

    private func code(of error: any Error) -> String {
        switch error {
        case let error as StoreError: error.code.rawValue
        case let error as StoreServerError: error.code.rawValue
        case let error as ServeFailure: error.code
        default: "unusable"
        }
    }
}

/// Why a store cannot be served, where no other error says so.
struct ServeFailure: Error, CustomStringConvertible {
    /// What programs know it by.
    let code: String
    let description: String

    init(_ description: String, code: String = "unusable") { (self.code, self.description) = (code, description) }
}
