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
            --subscription com.example.club:P1M:4.99 --offer com.example.club:introductory:free:P1W. Without a file it is printed. The same seed and options give the \
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

    @Option(
        name: .customLong("offer"),
        help: ArgumentHelp(
            "An offer of a subscription that is given: its kind is introductory, promotional, code or win-back, its payment "
                + "free, pay-as-you-go or pay-up-front; free ones have no price, introductory ones no name; may be repeated.",
            valueName: OfferDefinition.form
        )
    )
    var offers: [OfferDefinition] = []

    @Option(
        help: ArgumentHelp(
            "A --subscription, or a --product that is non-consumable, that families may share; may be repeated.",
            valueName: "id"
        )
    )
    var familyShareable: [String] = []

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
        .offerPeriod: "--offer", .offerLength: "--offer", .offerPrice: "--offer", .introductoryOffers: "--offer",
        .offerID: "--offer", .duplicateOfferID: "--offer", .offerIDForm: "--offer", .duplicateOfferName: "--offer",
        .storefrontName: "--storefront", .unknownStorefront: "--storefront", .localeName: "--locale",
    ]

    func validate() throws {
        let known = Set(subscriptions.map(\.fields.productID))
        if let stray = offers.first(where: { !known.contains($0.productID) }) {
            throw ValidationError("--offer: there is no --subscription \(stray.productID)")
        }
        let shareable = known.union(products.filter { $0.type == .nonConsumable }.map(\.fields.productID))
        if let stray = familyShareable.first(where: { !shareable.contains($0) }) {
            throw ValidationError("--family-shareable: there is no --subscription or non-consumable --product \(stray)")
        }
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
        let made = products.map { argument in
            var product = argument.product(locale: locale, &identifiers)
            product.isFamilyShareable = familyShareable.contains(product.productID)
            return product
        }
        configuration.products = made.filter { $0.type != .nonRenewingSubscription }
        configuration.nonRenewingSubscriptions = made.filter { $0.type == .nonRenewingSubscription }
        guard !subscriptions.isEmpty else { return configuration }
        let groupID = identifiers.make()
        let members = subscriptions.enumerated().map { index, argument in
            var member = argument.subscription(level: index + 1, locale: locale, &identifiers)
            member.isFamilyShareable = familyShareable.contains(argument.fields.productID)
            for offer in offers where offer.productID == argument.fields.productID {
                offer.add(to: &member, &identifiers)
            }
            return member
        }
        configuration.subscriptionGroups = [
            ConfiguredSubscriptionGroup(id: groupID, name: group, subscriptions: members)
        ]
        return configuration
    }
}
