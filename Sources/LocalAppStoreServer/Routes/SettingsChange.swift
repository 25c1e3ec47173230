import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import LocalAppStore
import StoreConfiguration

/// A change of the settings, checked before anything is changed.
struct SettingsChange {
    private static let members: Set<String> = [
        "storefront", "locale", "timeRate", "renewalLimit", "askToBuyEnabled", "interruptedPurchasesEnabled",
        "purchaseFailure", "billingRetryOnRenewalEnabled", "billingGracePeriodEnabled", "disableDialogs",
        "priceOverrides", "withdrawnProductIds", "winBackRules", "hostedContentVersions", "environment",
        "receiptDigest", "retentionReviewSeconds",
    ]

    private var steps: [@Sendable (inout StoreSettings) -> Void] = []
    /// Whether the clock is to move by command only from now on.
    private(set) var stopsClock = false

    /// A change of the members that the body names; null puts `renewalLimit` and `purchaseFailure` back to none.
    ///
    /// - Throws: `invalidBody` for what is of the wrong type; `invalidValue`, `unknownProduct` for what the store does
    ///   not know. The rest is checked by the store.
    init(_ body: JSONObject, of store: LocalAppStore) throws(RequestError) {
        try body.allowOnly(Self.members)
        try text("storefront", body) { $0.storefront = $1 }
        if let locale = try body.optionalText("locale") {
            try Self.check(locale: locale)
            steps.append { $0.locale = locale }
        }
        try flag("askToBuyEnabled", body) { $0.askToBuyEnabled = $1 }
        try flag("interruptedPurchasesEnabled", body) { $0.interruptedPurchasesEnabled = $1 }
        try flag("billingRetryOnRenewalEnabled", body) { $0.billingRetryOnRenewalEnabled = $1 }
        try flag("billingGracePeriodEnabled", body) { $0.billingGracePeriodEnabled = $1 }
        try flag("disableDialogs", body) { $0.disableDialogs = $1 }
        if body["purchaseFailure"] != nil {
            let failure = try body.optionalText("purchaseFailure").map(PurchaseFailure.init(rawValue:))
            steps.append { $0.purchaseFailure = failure }
        }
        if body["environment"] != nil {
            let environment = try body.optionalText("environment").map(AppStoreEnvironment.init(rawValue:))
            steps.append { $0.environment = environment }
        }
        if body["retentionReviewSeconds"] != nil {
            let seconds = try body.optionalInteger("retentionReviewSeconds")
            if let seconds, seconds < 0 {
                throw RequestError(.badRequest, "invalid-value", "retentionReviewSeconds is \(seconds), not 0 or more")
            }
            steps.append { $0.retentionReviewSeconds = seconds }
        }
        if let digest = try body.optional("receiptDigest", "digest; there are SHA-256, SHA-1", Self.digest) {
            steps.append { $0.receiptDigest = digest }
        }
        if let prices = try body.optional("priceOverrides", "table of prices", Self.prices) {
            steps.append { $0.priceOverrides = prices }
        }
        if let products = try body.optional("withdrawnProductIds", "list of product identifiers", Self.texts) {
            try Self.check(withdrawn: products, in: store)
            steps.append { $0.withdrawnProductIDs = Set(products) }
        }
        if let rules = try body.optional("winBackRules", "table of win-back rules", Self.winBackRules) {
            steps.append { $0.winBackRules = rules }
        }
        if let versions = try body.optional("hostedContentVersions", "table of versions", Self.versions) {
            steps.append { $0.hostedContentVersions = versions }
        }
        try pace(body, store)
    }

    func apply(to settings: inout StoreSettings) {
        for step in steps { step(&settings) }
    }

    private mutating func text(
        _ key: String,
        _ body: JSONObject,
        _ set: @escaping @Sendable (inout StoreSettings, String) -> Void
    ) throws(RequestError) {
        guard let value = try body.optionalText(key) else { return }
        steps.append { set(&$0, value) }
    }

    private mutating func flag(
        _ key: String,
        _ body: JSONObject,
        _ set: @escaping @Sendable (inout StoreSettings, Bool) -> Void
    ) throws(RequestError) {
        guard let value = try body.optionalFlag(key) else { return }
        steps.append { set(&$0, value) }
    }

    /// Comes last: which limit a rate brings depends on the environment.
    private mutating func pace(_ body: JSONObject, _ store: LocalAppStore) throws(RequestError) {
        stopsClock = body["timeRate"]?.string == TimeRate.manualName
        let rate = try body.optional("timeRate", "time rate; see `purser store serve --help`", Self.rate)
        var limit: Int?
        if body["renewalLimit"] != nil { limit = try body.optionalInteger("renewalLimit") ?? 0 }
        let (environment, chosenLimit) = (store.environment, limit)
        steps.append { settings in
            settings.setPace(rate, renewalLimit: chosenLimit, in: settings.environment ?? environment)
        }
    }

    private static func digest(_ value: JSONValue) -> ReceiptDigest? {
        value.string.flatMap(ReceiptDigest.init(rawValue:))
    }

    /// `manual` says of the periods that they have their real length.
    private static func rate(_ value: JSONValue) -> TimeRate? {
        value.string.flatMap { $0 == TimeRate.manualName ? .realTime : TimeRate(name: $0) }
    }

    private static func texts(_ value: JSONValue) -> [String]? {
        guard case .array(let values) = value else { return nil }
        let texts = values.compactMap(\.string)
        return texts.count == values.count ? texts : nil
    }

    /// `{"shop.greenhouse":"1.2"}`
    private static func versions(_ value: JSONValue) -> [String: String]? {
        guard let members = value.object?.members else { return nil }
        var versions: [String: String] = [:]
        for (product, version) in members {
            guard let version = version.string else { return nil }
            versions[product] = version
        }
        return versions
    }

    /// `{"return":{"minimumPaidMonths":3,"minimumMonthsSinceChurn":1}}`
    private static func winBackRules(_ value: JSONValue) -> [String: WinBackRule]? {
        guard let members = value.object?.members else { return nil }
        var rules: [String: WinBackRule] = [:]
        for (offer, rule) in members {
            guard let rule = rule.object.flatMap(WinBackRule.init(members:)) else { return nil }
            rules[offer] = rule
        }
        return rules
    }

    /// `{"DEU":{"shop.posy":{"price":5990,"currency":"EUR"}}}`
    private static func prices(_ value: JSONValue) -> [String: [String: StorePrice]]? {
        guard let object = value.object else { return nil }
        var overrides: [String: [String: StorePrice]] = [:]
        for (storefront, products) in object.members {
            guard let products = products.object else { return nil }
            for (product, price) in products.members {
                guard
                    let price = price.object,
                    price.keys.allSatisfy({ $0 == "price" || $0 == "currency" }),
                    let amount = price.thousandths("price"),
                    let currency = Self.currency(of: price, at: storefront)
                else { return nil }
                overrides[storefront, default: [:]][product] = StorePrice(amount: amount, currency: currency)
            }
        }
        return overrides
    }
}

extension SettingsChange {
    /// The currency that a price names, else that of its storefront; nil if that is no text, or there is none.
    private static func currency(of price: JSONObject, at storefront: String) -> String? {
        guard let name = price["currency"] else { return StoreCountry(code: storefront)?.currency }
        return name.string
    }
}

// MARK: What the store knows

extension SettingsChange {
    private static func check(locale: String) throws(RequestError) {
        let isLocale = locale.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isLocale, !locale.isEmpty else {
            throw RequestError(
                .badRequest,
                "invalid-value",
                "\"\(locale)\" is no locale; one has letters, digits, - and _, for example en_US"
            )
        }
    }

    /// What was withdrawn already may stay so when the catalogue does not have it any more.
    private static func check(withdrawn products: [String], in store: LocalAppStore) throws(RequestError) {
        let catalogue: [CatalogueItem]
        do {
            catalogue = try store.catalogue()
        } catch {
            throw RequestError(error)
        }
        let known = store.settings.withdrawnProductIDs.union(catalogue.map(\.productID))
        guard let unknown = products.first(where: { !known.contains($0) }) else { return }
        throw RequestError(.badRequest, "unknown-product", "there is no product \"\(unknown)\"")
    }
}

extension WinBackRule {
    /// Numbers of months, 0 to 1200; what is not named is not asked for. Nil if there is anything else.
    fileprivate init?(members json: JSONObject) {
        self.init()
        for (key, value) in json.members {
            guard let months = value.wholeNumber, (0...1_200).contains(months) else { return nil }
            switch key {
            case "minimumPaidMonths": minimumPaidMonths = Int(months)
            case "minimumMonthsSinceChurn": minimumMonthsSinceChurn = Int(months)
            case "maximumMonthsSinceChurn": maximumMonthsSinceChurn = Int(months)
            case "monthsBetweenOffers": monthsBetweenOffers = Int(months)
            default: return nil
            }
        }
    }
}
