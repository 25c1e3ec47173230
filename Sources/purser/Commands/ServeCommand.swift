import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
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
            Secrets come from files or from the variables PURSER_SHARED_SECRET and PURSER_API_KEY, never from options, \
            which other users of the machine can read.
            """
    )

    @Option(help: "The folder of the database; made if missing.")
    var data: String

    @Option(name: .customLong("bundle-id"), help: "An app that is served; may be given several times.")
    var bundleIDs: [String]

    @Option(help: "The address to listen on; other machines reach the server only if it demands a key.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "A name by which the server may be asked, besides this machine's own; may be given several times. Without any, "
                + "a server that demands a key answers by every name.",
            valueName: "name"
        )
    )
    var allowedNames: [String] = []

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @Option(help: "Verify with a local store at this address instead of Apple.")
    var storeURL: String?

    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "Trust this root certificate too (PEM or DER), for example that of a local store; may be given several times.",
            valueName: "file"
        )
    )
    var roots: [String] = []

    @Option(help: "A file that holds the app's shared secret.")
    var sharedSecretFile: String?

    @Option(help: "A file that holds the key that callers must show.")
    var apiKeyFile: String?

    @Flag(help: "Refuse purchases of the sandbox.")
    var productionOnly = false

    func run() async throws {
        let configuration = try serverConfiguration()
        let server: PurchaseServerApplication
        do {
            server = try PurchaseServerApplication(configuration: configuration)
        } catch {
            throw failure("\(error)")
        }
        let group = ServiceGroup(
            configuration: .init(
                services: [server],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: configuration.logger
            )
        )
        async let announced: Void = announce(server, group)
        do {
            try await EndingBySignal.withLimit(configuration.limits) { try await group.run() }
            await announced
        } catch {
            await announced
            throw failure("\(error)")
        }
    }

    private func announce(_ server: PurchaseServerApplication, _ group: ServiceGroup) async {
        guard let port = try? await server.listeningPort() else { return }
        Terminal.standardOutput().line("purser listens on http://\(host):\(port)")
        // Nobody would know where it listens.
        if StandardStream.output.failure != nil { await group.triggerGracefulShutdown() }
    }
}

extension ServeCommand {
    private func serverConfiguration() throws -> PurchaseServerConfiguration {
        let folder = URL(fileURLWithPath: data, isDirectory: true)
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.appendingPathComponent("purchases.sqlite"),
            apps: bundleIDs.map { AppIdentity(bundleID: $0) },
            now: { Date() }
        )
        configuration.logger = LogStream.logger("purser.server")
        configuration.host = host
        configuration.port = port
        configuration.allowedNames = allowedNames
        configuration.limits = limits.limits
        if productionOnly { configuration.environments = [.production] }
        if let storeURL {
            let address = try HTTPAddress(argument: storeURL, of: "--store-url")
            configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: address.url)
        }
        configuration.trustPolicy = .appStore.adding(try roots.map { try TrustAnchor(argument: $0, of: "--root") })
        configuration.sharedSecret = try secret(sharedSecretFile, variable: "PURSER_SHARED_SECRET")
            .map { AppSharedSecret($0) }
        configuration.apiKey = try secret(apiKeyFile, variable: "PURSER_API_KEY").map { APIKey($0) }
        return configuration
    }

    private func secret(_ path: String?, variable: String) throws -> String? {
        guard let path else { return ProcessInfo.processInfo.environment[variable] }
        do {
            return try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw ValidationError("\(path) cannot be read")
        }
    }

    private func failure(_ message: String) -> ExitCode {
        Terminal.complain(message)
        return ExitStatus.unusable
    }
}
