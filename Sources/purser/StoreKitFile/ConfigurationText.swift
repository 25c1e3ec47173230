import AppStoreModels
import Foundation
import StoreConfiguration

/// A configuration as tables.
struct ConfigurationText {
    private let configuration: StoreConfiguration
    private let names: LocalizedNames
    private let terminal: Terminal

    init(_ configuration: StoreConfiguration, locale: String?, terminal: Terminal) {
        self.configuration = configuration
        self.terminal = terminal
        names = LocalizedNames(locale: locale, configuration: configuration)
    }

    var lines: [String] {
        var lines = [terminal.styled(title, .heading)]
        lines += section("Products", configuration.products)
        lines += section("Non-renewing subscriptions", configuration.nonRenewingSubscriptions)
        for group in configuration.subscriptionGroups { lines += section(group) }
        return lines + settings
    }

    private var title: String {
        let count = configuration.allProducts.count
        let version = configuration.version.map { ", version \($0)" } ?? ""
        let storefront = configuration.settings.storefront.map { ", storefront \($0)" } ?? ""
        let locale = configuration.settings.locale.map { ", language \($0)" } ?? ""
        return "Configuration \(configuration.identifier ?? "without identifier")\(version): "
            + (count == 1 ? "1 product" : "\(count) products") + storefront + locale
    }

    private func section(_ title: String, _ products: [ConfiguredProduct]) -> [String] {
        guard !products.isEmpty else { return [] }
        var table = TextTable(head: ["product", "type", "price", "name", ""])
        for product in products {
            table.add(
                product.productID,
                product.json[string: "type"] ?? "",
                price(product),
                names.name(of: product),
                product.isFamilyShareable ? "shared with the family" : ""
            )
        }
        return ["", terminal.styled(title, .heading)] + table.lines(on: terminal, indent: 2).map(\.trimmedAtEnd)
    }

    private func section(_ group: ConfiguredSubscriptionGroup) -> [String] {
        let title = "Subscription group \(group.name ?? "without name") (\(group.id))"
        guard !group.subscriptions.isEmpty else { return ["", terminal.styled(title, .heading), "  no subscriptions"] }
        var table = TextTable(head: ["level", "product", "period", "price", "name", ""])
        var offers = TextTable()
        for subscription in group.subscriptions.sorted(by: { $0.level < $1.level }) {
            table.add(
                String(subscription.level),
                subscription.productID,
                subscription.period.map(OfferText.length) ?? "",
                price(subscription),
                names.name(of: subscription),
                subscription.isFamilyShareable ? "shared with the family" : ""
            )
            for offer in OfferText.all(of: subscription) {
                offers.add(subscription.productID, offer.kind, offer.name, offer.terms)
            }
        }
        var lines = ["", terminal.styled(title, .heading)]
        lines += table.lines(on: terminal, indent: 2).map(\.trimmedAtEnd)
        guard !offers.isEmpty else { return lines }
        return lines + [terminal.styled("  offers", .quiet)] + offers.lines(on: terminal, indent: 4).map(\.trimmedAtEnd)
    }

    private func price(_ item: some ConfiguredItem) -> String {
        item.displayPrice.isEmpty ? "none" : item.displayPrice
    }

    private var settings: [String] {
        let table = SettingsText.table(of: configuration)
        guard !table.isEmpty else { return [] }
        return ["", terminal.styled("Settings", .heading)] + table.lines(on: terminal, indent: 2).map(\.trimmedAtEnd)
    }
}
