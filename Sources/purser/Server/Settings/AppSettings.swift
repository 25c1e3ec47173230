import AppStoreModels
import PurchaseServer

/// What one app has of its own, from `apps` of the configuration file.
struct AppSettings: Sendable, Equatable {
    let bundleID: String
    /// Further identifiers, of other platforms.
    private(set) var moreBundleIDs: [String] = []
    private(set) var appAppleID: Int64?
    private(set) var sharedSecretFile: String?
    private(set) var ownership: OwnershipPolicy?
    private(set) var environments: Set<AppStoreEnvironment>?
    private(set) var customerTokens: CustomerTokenRule?
    private(set) var consumption: ConsumptionPolicy?
    private(set) var serverAPIKeyFile: String?
    private(set) var serverAPIKeyID: String?
    private(set) var serverAPIIssuerID: String?
    /// By the developer's own names of the groups.
    private(set) var offers: [String: OfferGroup] = [:]

    static let names = [
        "moreBundleIds", "appAppleId", "sharedSecretFile", "ownership", "environments", "customerTokens", "consumption",
        "serverApiKeyFile", "serverApiKeyId", "serverApiIssuerId", "offers",
    ]

    /// - Throws: ``SettingsError``.
    init(bundleID: String, _ value: JSONValue, file: SettingsFile) throws(SettingsError) {
        self.bundleID = bundleID
        guard let object = value.object else { throw mistake("an object") }
        for (name, value) in object.members { try take(name, value, file) }
    }

    private mutating func take(_ name: String, _ value: JSONValue, _ file: SettingsFile) throws(SettingsError) {
        switch name {
        case "moreBundleIds":
            moreBundleIDs = value.array?.compactMap(\.string) ?? []
            guard let items = value.array, items.count == moreBundleIDs.count else {
                throw mistake("a list of bundle identifiers", name)
            }
        case "appAppleId":
            guard case .number(let number) = value, let id = number.int64, id > 0 else {
                throw mistake("the number of the app in the App Store", name)
            }
            appAppleID = id
        case "sharedSecretFile": sharedSecretFile = try path(name, value, file)
        case "ownership":
            guard let policy = value.string.flatMap(OwnershipPolicy.init(setting:)) else {
                throw mistake("one of \(ServerSetting.policies.joined(separator: ", "))", name)
            }
            ownership = policy
        case "environments":
            guard let stores = Self.environments(value) else {
                throw mistake("a list of Production and Sandbox", name)
            }
            environments = stores
        case "customerTokens":
            guard let rule = value.string.flatMap(CustomerTokenRule.init(rawValue:)) else {
                throw mistake("off or required", name)
            }
            customerTokens = rule
        case "consumption":
            do {
                consumption = try ConsumptionPolicy(setting: value)
            } catch {
                throw SettingsError(.file, "apps.\(bundleID).consumption \(error.words)")
            }
        case "serverApiKeyFile": serverAPIKeyFile = try path(name, value, file)
        case "serverApiKeyId": serverAPIKeyID = try text(name, value)
        case "serverApiIssuerId": serverAPIIssuerID = try text(name, value)
        case "offers": try takeOffers(value)
        case "sharedSecret": throw inline(name, "sharedSecretFile")
        case "serverApiKey", "privateKey": throw inline(name, "serverApiKeyFile")
        default:
            let hint = NearestName(known: Self.names).hint(for: name)
            throw SettingsError(.file, "apps.\(bundleID): there is no setting \(name.prefix(64)); \(hint)")
        }
    }

    private mutating func takeOffers(_ value: JSONValue) throws(SettingsError) {
        guard let groups = value.object else { throw mistake("an object of groups, by names of yours", "offers") }
        for (name, value) in groups.members {
            do {
                offers[name] = try OfferGroup(setting: value)
            } catch {
                throw SettingsError(.file, "apps.\(bundleID).offers.\(name.prefix(64)) \(error.words)")
            }
        }
    }

    private func text(_ name: String, _ value: JSONValue) throws(SettingsError) -> String {
        guard let text = value.string, !text.isEmpty else { throw mistake("a text", name) }
        return text
    }

    private static func environments(_ value: JSONValue) -> Set<AppStoreEnvironment>? {
        let known: [String: AppStoreEnvironment] = ["Production": .production, "Sandbox": .sandbox]
        let found = value.array?.compactMap(\.string).compactMap { known[$0] } ?? []
        return found.isEmpty || found.count != value.array?.count ? nil : Set(found)
    }

    private func path(_ name: String, _ value: JSONValue, _ file: SettingsFile) throws(SettingsError) -> String {
        guard let text = value.string, !text.isEmpty, !text.contains("\n") else {
            throw mistake("the path of a file", name)
        }
        guard !SecretRule.isSecret(file.path(text)) else { throw inline(name, name) }
        return file.path(text)
    }

    private func inline(_ name: String, _ instead: String) -> SettingsError {
        SettingsError(
            .file,
            "apps.\(bundleID).\(name): a secret is read from a file only; write it to one that nobody else may read, and "
                + "name that: \(instead)"
        )
    }

    private func mistake(_ expectation: String, _ name: String? = nil) -> SettingsError {
        SettingsError(.file, "apps.\(bundleID)\(name.map { ".\($0)" } ?? "") must be \(expectation)")
    }
}

extension OwnershipPolicy {
    /// A policy by its name, also with hyphens as on a command line.
    init?(setting text: String) {
        self.init(rawValue: text == "transfer-if-inactive" ? "transferIfInactive" : text)
    }
}
