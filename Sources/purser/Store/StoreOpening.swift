import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Logging
import StoreConfiguration

/// What `purser store serve` and `purser store run` open a store with.
struct StoreOpening {
    /// A .storekit file.
    let catalogue: String
    let folder: URL
    let pace: StorePaceOptions
    let identity: StoreIdentityOptions
    let beginning: StoreBeginningOptions
    let configuration: StoreServerConfiguration
    let notificationURL: URL?
    var versionOneNotificationURL: URL?
    let logger: Logger

    /// A store that goes on where it was, or begins as it is told to; not yet listening.
    func open() throws -> LocalStoreServer {
        let file = URL(fileURLWithPath: catalogue)
        let products: StoreConfiguration
        do {
            products = try StoreConfiguration(contentsOf: file)
        } catch {
            throw ServeFailure("\(catalogue): \(error)", code: error.code.rawValue)
        }
        try configuration.check()
        let snapshot = try beginning.read()
        let start = pace.startDate ?? Date()
        let server = try LocalStoreServer.open(
            StoreFolderOptions(
                folder: folder,
                catalogue: products,
                app: identity.app,
                start: start,
                seed: identity.seed,
                environment: identity.environment.value,
                sharedSecret: try identity.sharedSecret,
                authority: try identity.authority(around: start)
            ),
            configuration: configuration,
            realTime: .system,
            logger: logger
        )
        let isNew = server.store.engine.eventCount == 0
        if isNew {
            if let snapshot {
                try server.clock.restore(snapshot: snapshot)
            } else {
                try follow(products.settings, in: server.store)
            }
        }
        try pace.apply(to: server, isNew: isNew)
        if let url = notificationURL { server.notifications.destination = url }
        if let url = versionOneNotificationURL { server.notifications.versionOneDestination = url }
        return server
    }

    /// Lets a new store fail as its file says, and tells what of the file's settings it does not follow. The others it has.
    private func follow(_ settings: ConfigurationSettings, in store: LocalAppStore) throws {
        for failure in settings.simulatedFailures {
            if let fault = StoreFault(simulating: failure) { try store.setFault(fault) }
        }
        for unmet in UnmetSetting.all(in: settings) {
            logger.warning("\(catalogue): \(unmet.member): \(unmet.reason)")
        }
    }
}

/// What a new store begins with.
struct StoreBeginningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What a new store begins with: a file that `purser store snapshot save` wrote. A store that is not new stays as it "
                + "is.",
            valueName: "file"
        )
    )
    var snapshot: String?

    /// The snapshot; nil if none is named.
    func read() throws -> Data? {
        guard let snapshot else { return nil }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: snapshot))
        } catch {
            throw ServeFailure(
                "\(snapshot) cannot be read: \(error.localizedDescription)",
                code: "file-unusable"
            )
        }
    }
}

/// Whether and where a store speaks TLS.
struct StoreTLSOptions: ParsableArguments {
    @Flag(
        help: """
            Listen for TLS, too, also by the names of Apple's servers, with a certificate below the store's own root \
            (tls-root.pem in its folder). Programs that are led here by a hosts file need no changed line.
            """
    )
    var tls = false

    @Option(
        help: ArgumentHelp(
            "The port for TLS; 0 takes a free one. Unless said otherwise 8443, and with `purser store run` a free one. "
                + "Apple's servers have 443.",
            valueName: "port"
        )
    )
    var tlsPort: Int?

    func validate() throws {
        if tlsPort != nil, !tls { throw ValidationError("--tls-port: only with --tls") }
        if let tlsPort { try PortArgument.check(tlsPort, "--tls-port") }
    }

    /// The port, if there is to be one.
    func port(otherwise usual: Int) -> Int? { tls ? tlsPort ?? usual : nil }
}
