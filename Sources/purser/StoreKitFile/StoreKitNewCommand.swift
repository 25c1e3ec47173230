import AppStoreModels
import ArgumentParser
import Foundation
import StoreConfiguration

/// `purser storekit new`: a configuration to begin with.
struct StoreKitNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a configuration in the newest version of the format.",
        discussion: """
            Example: purser storekit new Shop.storekit --product com.example.seeds:consumable:0.99 \
            --subscription com.example.club:P1M:4.99. Without a file it is printed. The same seed and options give the \
            same bytes.
            """
    )

    @Argument(help: "Where to write it; printed if not given or -.")
    var file: String?

    @Option(
        name: .customLong("product"),
        help: ArgumentHelp(
            "A product: its type is consumable, non-consumable or non-renewing; may be repeated.",
            valueName: "id:type:price"
        )
    )
    var products: [ProductArgument] = []

    @Option(
        name: .customLong("subscription"),
        help: ArgumentHelp(
            "A subscription: its period is P1W, P1M, P2M, P3M, P6M or P1Y; the first is the highest level.",
            valueName: "id:period:price"
        )
    )
    var subscriptions: [SubscriptionArgument] = []

    @Option(help: "The name of the subscription group.")
    var group = "Subscriptions"

    @Option(help: "The storefront, ISO 3166-1 alpha-3.")
    var storefront = "USA"

    @Option(help: "The language of the names.")
    var locale = "en_US"

    @Option(help: "Where the identifiers in the file begin; another one each time if not given.")
    var seed: UInt64?

    @Flag(help: "Overwrite the file if it is there.")
    var force = false

    /// The rules of the linter that an option can break, with the option.
    private static let rules: [LintRule: String] = [
        .subscriptionPeriod: "--subscription", .duplicateProductID: "--product, --subscription",
        .storefrontName: "--storefront", .unknownStorefront: "--storefront", .localeName: "--locale",
    ]

    func validate() throws {
        for finding in makeConfiguration().lint() {
            guard let option = Self.rules[finding.rule] else { continue }
            throw ValidationError("\(option): \(finding.message). \(finding.effect)")
        }
    }

    func run() throws {
        let terminal = Terminal.standardOutput()
        let configuration = makeConfiguration()
        guard let file, file != "-" else {
            StandardStream.output.write(configuration.xcodeData)
            return
        }
        do {
            try OutputFile(path: file).write(configuration.xcodeData, overwrites: force)
        } catch {
            let exists = !force && FileManager.default.fileExists(atPath: file)
            let reason = exists ? "\(file) exists; --force overwrites it" : error.description
            FailureReport(terminal: terminal, isJSON: false).unusable(InputError(reason: reason))
            throw ExitStatus.unusable
        }
        terminal.line("\(file): \(configuration.allProducts.count) products, version \(ConfigurationVersion.newest)")
    }

    func makeConfiguration() -> StoreConfiguration {
        var identifiers = ConfigurationIdentifiers(seed: seed ?? .random(in: 0 ... .max))
        var configuration = StoreConfiguration(identifier: identifiers.make(), storefront: storefront, locale: locale)
        let made = products.map { $0.product(locale: locale, &identifiers) }
        configuration.products = made.filter { $0.type != .nonRenewingSubscription }
        configuration.nonRenewingSubscriptions = made.filter { $0.type == .nonRenewingSubscription }
        guard !subscriptions.isEmpty else { return configuration }
        let groupID = identifiers.make()
        let members = subscriptions.enumerated().map { index, argument in
            argument.subscription(level: index + 1, locale: locale, &identifiers)
        }
        configuration.subscriptionGroups = [
            ConfiguredSubscriptionGroup(id: groupID, name: group, subscriptions: members)
        ]
        return configuration
    }
}
