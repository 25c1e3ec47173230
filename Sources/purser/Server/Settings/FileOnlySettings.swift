import AppStoreModels
import Entitlements
import PurchaseServer

/// What has more structure than a flag or a variable can hold.
struct FileOnlySettings: Sendable {
    /// The apps, by bundle identifier.
    private(set) var apps: [AppSettings] = []
    /// The products of each level.
    private(set) var levels: [String: Set<String>] = [:]
    /// What consumables give.
    private(set) var credits: [LedgerRules.Product] = []
    /// The kinds of products.
    private(set) var productTypes: [String: ProductType] = [:]
    /// How many days non-renewing subscriptions last.
    private(set) var nonRenewingDays: [String: Double] = [:]
    /// What figures need to know.
    private(set) var figures = FigureSettings()

    static let names = ["apps", "levels", "credits", "productTypes", "nonRenewingDays", "proceeds", "productPeriods"]

    /// What each is, for the table of the articles.
    static let meanings = [
        "apps": "The apps by bundle identifier, each with what it has of its own.",
        "levels": "The levels of access, each with the products that give it; none for a level that is only granted.",
        "credits": "What a consumable gives, by product: currency and amount.",
        "productTypes": "The kinds of products, where verifyReceipt does not say: Consumable, Non-Consumable, …",
        "nonRenewingDays": "How many days each non-renewing subscription lasts.",
        "proceeds": "What figures take off prices, by storefront or all: tax and commission, each from a day on.",
        "productPeriods": "How long products last for figures, where their dates do not show it: P1M, P1W, …",
    ]

    init() {}

    /// - Throws: ``SettingsError``.
    init(_ file: SettingsFile) throws(SettingsError) {
        for (name, value) in file.sections["apps"]?.members ?? [] {
            apps.append(try AppSettings(bundleID: name, value, file: file))
        }
        for (level, value) in file.sections["levels"]?.members ?? [] {
            guard let list = value.array else { throw Self.mistake("levels.\(level)", Self.products) }
            let products = list.compactMap(\.string)
            guard products.count == list.count else { throw Self.mistake("levels.\(level)", Self.products) }
            levels[level] = Set(products)
        }
        for (product, value) in file.sections["credits"]?.members ?? [] {
            guard let object = value.object, let currency = object[string: "currency"],
                let amount = object[integer: "amount"], object.count == 2
            else { throw Self.mistake("credits.\(product)", "an object with currency and amount") }
            credits.append(LedgerRules.Product(product, gives: [LedgerCurrency(rawValue: currency): amount]))
        }
        for (product, value) in file.sections["productTypes"]?.members ?? [] {
            guard let text = value.string, Self.types.contains(text) else {
                throw Self.mistake("productTypes.\(product)", "one of \(Self.types.joined(separator: ", "))")
            }
            productTypes[product] = ProductType(rawValue: text)
        }
        for (product, value) in file.sections["nonRenewingDays"]?.members ?? [] {
            guard case .number(let number) = value, (0.001...36_500).contains(number.double) else {
                throw Self.mistake("nonRenewingDays.\(product)", "a number of days, at most 36500")
            }
            nonRenewingDays[product] = number.double
        }
        figures = try FigureSettings(file)
    }

    private static let products = "a list of product identifiers, empty for a level that is only granted"

    private static let types: [String] = [
        ProductType.consumable, .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription,
    ].map(\.rawValue)

    private static func mistake(_ name: String, _ expectation: String) -> SettingsError {
        SettingsError(.file, "\(name) must be \(expectation)")
    }
}
