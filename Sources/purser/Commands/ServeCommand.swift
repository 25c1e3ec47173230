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
            Callers show keys: `purser server keys`. A server that has none makes two at its first start and prints them, \
            this once. Secrets come from files or from the variables PURSER_SHARED_SECRET and PURSER_API_KEY, never from \
            options, which other users of the machine can read.
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

    @Option(
        help: ArgumentHelp(
            "Verify with a local store at this address instead of Apple; one on this machine is asked for its roots.",
            valueName: "url"
        )
    )
    var storeURL: String?

    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "Trust this root certificate too (PEM or DER), for example that of a local store; may be given several times.",
            valueName: "file"
        )
    )
    var roots: [String] = []

    @Option(
        name: .customLong("shared-secret-file"),
        help: ArgumentHelp(
            "A file that holds the shared secret, of all apps or of APP; may be given once for each.",
            valueName: "[app=]file"
        )
    )
    var sharedSecretFiles: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long an upload waits for the App Store before it is acknowledged as pending.",
            valueName: "seconds"
        )
    )
    var uploadPatience = 1.5

    @Option(help: "A file that holds a key that may do everything, besides those in the database.")
    var apiKeyFile: String?

    @Flag(help: "Demand no key: every program on this machine may read and write. For trying things out.")
    var withoutKeys = false

    @Flag(help: "Send events to webhooks on this machine and in its network, too, and by http.")
    var allowPrivateWebhooks = false

    @Flag(help: "Refuse purchases of the sandbox.")
    var productionOnly = false

    @Option(
        help: ArgumentHelp(
            "What happens when a purchase turns up for another customer: transfer, transferIfInactive, share, refuse.",
            valueName: "policy"
        ),
        transform: { text in
            guard let policy = OwnershipPolicy(rawValue: text) else {
                throw ValidationError("\(text) is no policy; use transfer, transferIfInactive, share or refuse")
            }
            return policy
        }
    )
    var ownership = OwnershipPolicy.transfer

    func validate() throws {
        guard !withoutKeys || apiKeyFile == nil else {
            throw ValidationError("--without-keys and --api-key-file contradict each other")
        }
        guard (0...86_400).contains(uploadPatience) else {
            throw ValidationError("--upload-patience is \(uploadPatience); it must be between 0 and 86400")
        }
    }

    func run() async throws {
        let configuration = try await serverConfiguration()
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
    private func serverConfiguration() async throws -> PurchaseServerConfiguration {
        let folder = URL(fileURLWithPath: data, isDirectory: true)
        let secrets = try SharedSecretFiles(sharedSecretFiles, apps: bundleIDs)
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.appendingPathComponent("purchases.sqlite"),
            apps: bundleIDs.map { ServedApp(bundleIDs: [$0], sharedSecret: secrets.ofApps[$0]) },
            now: { Date() }
        )
        configuration.logger = LogStream.logger("purser.server")
        configuration.host = host
        configuration.port = port
        configuration.allowedNames = allowedNames
        configuration.limits = limits.limits
        configuration.demandsKeys = !withoutKeys
        configuration.uploadPatience = uploadPatience
        configuration.allowsPrivateWebhooks = allowPrivateWebhooks
        configuration.customers.ownership.standard = ownership
        if productionOnly { configuration.environments = [.production] }
        configuration.sharedSecret =
            secrets.ofAll ?? ProcessInfo.processInfo.environment["PURSER_SHARED_SECRET"].map { AppSharedSecret($0) }
        configuration.apiKey = try apiKey()
        var anchors = try roots.map { try TrustAnchor(argument: $0, of: "--root") }
        if let storeURL {
            let address = try HTTPAddress(argument: storeURL, of: "--store-url")
            configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: address.url)
            if anchors.isEmpty { anchors = try await StoreRoots(store: address.url).anchors() }
        }
        configuration.trustPolicy = .appStore.adding(anchors)
        return configuration
    }

    private func apiKey() throws -> APIKey? {
        let file = try apiKeyFile.map { try SecretFile($0, option: "--api-key-file").text }
        return (file ?? ProcessInfo.processInfo.environment["PURSER_API_KEY"]).map { APIKey($0) }
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
