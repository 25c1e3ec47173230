import AppStoreModels
import ArgumentParser
import Foundation
import HTTPServing
import LocalAppStore
import LocalAppStoreServer
import StoreConfiguration

/// How time passes in a store.
struct StorePaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How fast subscriptions renew, or manual.", valueName: "rate"))
    var rate: String?

    @Option(
        help: ArgumentHelp(
            "What time it is in a new store, for example 2026-01-01 or 2026-01-01T12:00:00Z.",
            valueName: "date"
        )
    )
    var start: DateArgument?

    @Option(
        help: ArgumentHelp(
            "After how many renewals a subscription ends. Unless said otherwise 12 at a fast rate in the sandbox, as "
                + "with Apple, and no limit elsewhere; 0 for none.",
            valueName: "count"
        )
    )
    var renewalLimit: Int?

    func validate() throws {
        if let rate, rate != TimeRate.manualName, TimeRate(name: rate) == nil {
            let names = TimeRate.named.map(\.name).joined(separator: ", ")
            throw ValidationError("--rate: there is no rate \(rate); there are \(names), manual")
        }
        let limits = StoreSettings.renewalLimits
        if let renewalLimit, !limits.contains(renewalLimit) {
            throw ValidationError(
                "--renewal-limit: \(renewalLimit) is not between \(limits.lowerBound) and \(limits.upperBound)"
            )
        }
        try start?.checkForStore("--start")
    }

    var startDate: Date? { start?.date }

    /// Sets clock and rate as the options say; what they do not say stays as it was.
    func apply(to server: LocalStoreServer, isNew: Bool) throws {
        var settings = server.store.settings
        let timeRate = rate.flatMap(TimeRate.init(name:))
        settings.setPace(timeRate, renewalLimit: renewalLimit, in: server.store.environment)
        if rate == TimeRate.manualName {
            try server.clock.pauseSoon()
        } else if rate != nil || isNew {
            try server.clock.resume()
        }
        let changed = settings
        if changed != server.store.settings { try server.store.updateSettings { $0 = changed } }
    }
}

/// Where a store listens.
struct StoreNetworkOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8081

    @OptionGroup
    var tls: StoreTLSOptions

    @Flag(help: "Let other machines reach the store; everybody who does commands it.")
    var allowOtherMachines = false

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "A name by which the store may be asked, besides this machine's own and IP addresses; may be given several "
                + "times.",
            valueName: "name"
        )
    )
    var allowedNames: [String] = []

    @OptionGroup
    var limits: LimitOptions

    @Option(help: ArgumentHelp("Where server notifications go.", valueName: "url"))
    var notify: String?

    @Option(
        name: .customLong("notify-v1"),
        help: ArgumentHelp("Where server notifications of version 1 go, beside those of version 2.", valueName: "url")
    )
    var notifyVersionOne: String?

    func validate() throws {
        try PortArgument.check(port, "--port")
        if let mistake = allowedNames.lazy.compactMap(OwnNames.mistake).first {
            throw ValidationError("--allow-host: \(mistake)")
        }
        _ = try notificationURL
        _ = try versionOneNotificationURL
    }

    /// Where server notifications of version 1 go, checked.
    var versionOneNotificationURL: URL? {
        get throws { try notifyVersionOne.map { try HTTPAddress(argument: $0, of: "--notify-v1").url } }
    }

    /// Where server notifications go, checked.
    var notificationURL: URL? {
        get throws { try notify.map { try HTTPAddress(argument: $0, of: "--notify").url } }
    }

    var configuration: StoreServerConfiguration {
        StoreServerConfiguration(
            host: host,
            port: port,
            tlsPort: tls.port(otherwise: 8443),
            acceptsOtherMachines: allowOtherMachines,
            allowedNames: allowedNames,
            limits: limits.limits
        )
    }
}

/// Whose store it is.
struct StoreIdentityOptions: ParsableArguments {
    /// What signed data says of where it comes from.
    enum Environment: String, ExpressibleByArgument, CaseIterable {
        case sandbox, production, xcode

        var value: AppStoreEnvironment {
            switch self {
            case .sandbox: .sandbox
            case .production: .production
            case .xcode: .xcode
            }
        }
    }

    @Option(help: "The app whose purchases are kept.")
    var bundleID = "com.example.app"

    @Option(help: "The version of the app in receipts.")
    var appVersion = "1.0"

    @Option(help: "The App Store's number of the app; in production only.")
    var appAppleID: Int64 = 0

    @Option(help: "What signed data says of where it comes from: sandbox, production or xcode.")
    var environment: Environment = .sandbox

    @Option(help: ArgumentHelp("A file that holds the app's shared secret.", valueName: "file"))
    var sharedSecretFile: String?

    @Option(help: "Decides all identifiers of a new store.")
    var seed: UInt64 = 0

    @Option(
        name: .customLong("authority"),
        help: ArgumentHelp(
            "A file with the keys and certificates that sign, for several stores with the same roots; made if missing, and "
                + "as secret as what it signs is to be. Without it each store makes its own.",
            valueName: "file"
        )
    )
    var authorityFile: String?

    func validate() throws {
        let isIdentifier = bundleID.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
        guard isIdentifier, !bundleID.isEmpty else {
            throw ValidationError(
                "--bundle-id: \"\(bundleID)\" is no identifier; one has letters, digits, - and ., as com.example.app"
            )
        }
    }

    var app: StoreApp { StoreApp(bundleID: bundleID, version: appVersion, appAppleID: appAppleID) }

    /// The secret, from its file or from the variable PURSER_SHARED_SECRET.
    var sharedSecret: String? {
        get throws {
            guard let sharedSecretFile else { return ProcessInfo.processInfo.environment["PURSER_SHARED_SECRET"] }
            do {
                return try String(contentsOf: URL(fileURLWithPath: sharedSecretFile), encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            } catch {
                throw ServeFailure("\(sharedSecretFile) cannot be read", code: "file-unusable")
            }
        }
    }
}
