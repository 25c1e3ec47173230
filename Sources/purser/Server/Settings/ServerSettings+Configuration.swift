import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import ArgumentParser
import Entitlements
import Foundation
import HTTPServing
import Logging
import PurchaseServer

extension ServerSettings {
    /// What booking figures anew needs to know: the place, and the rules of figures. Nobody is asked, and no file is read but
    /// those of rates.
    ///
    /// - Throws: ``SettingsError``.
    func figureConfiguration(logger: Logger) throws(SettingsError) -> PurchaseServerConfiguration {
        let described = fileOnly.apps.map { [$0.bundleID] + $0.moreBundleIDs }
        let others = Set(self[list: "bundleIds"]).subtracting(described.joined()).sorted().map { [$0] }
        var configuration = try placeOfData(apps: (described + others).map { ServedApp(bundleIDs: $0) })
        configuration.logger = logger
        configuration.figures = try figureRules()
        configuration.fixedPolicies = fixed
        return configuration
    }

    /// Everything that the server needs to know. Files are read, and a local store that is named is asked for its roots.
    ///
    /// - Throws: ``SettingsError``.
    ///
    /// - Parameter asksStore: Whether a local store is asked; without it only the roots of files count.
    func configuration(
        logger: Logger,
        asksStore: Bool = true
    ) async throws(SettingsError) -> PurchaseServerConfiguration {
        if self[text: "data"] == nil, self[text: "database"] == nil, bundleIDs.isEmpty {
            throw SettingsError(
                .flag,
                "no folder for the database and no app is named; use --data DIR and --bundle-id ID, or data and apps in the "
                    + "file of --config"
            )
        }
        var configuration = try placeOfData(apps: try servedApps())
        configuration.logger = logger
        try takePlace(&configuration)
        try takeRules(&configuration)
        configuration.sharedSecret = try sharedSecrets().ofAll
        configuration.apiKey = try secret("apiKeyFile").map { APIKey($0) }
        configuration.console = try consoleAccess()
        if let address = try storeAddress() {
            configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: address)
        }
        configuration.trustPolicy = .appStore.adding(try asksStore ? await anchors() : rootAnchors())
        if asksStore { try await takeClock(&configuration) }
        configuration.serverAPI = try serverAPIAccess()
        // What cannot be an address is told before anybody waits for notifications.
        configuration.notificationAddress = try notificationAddress()?.absoluteString
        configuration.fixedPolicies = fixed
        return configuration
    }

    /// What somebody said holds; of what is only usual the console says what counts.
    private var fixed: Set<String> { Set(values.filter { $0.value.origin != .standard }.keys) }

    private func placeOfData(apps: [ServedApp]) throws(SettingsError) -> PurchaseServerConfiguration {
        let shared = try sharedDatabase()
        var configuration = PurchaseServerConfiguration(
            // Of no meaning where there is a database that servers share.
            databaseFile: shared == nil ? try databaseFile() : URL(fileURLWithPath: "purchases.sqlite"),
            apps: apps,
            now: { Date() }
        )
        configuration.sharedDatabase = shared
        return configuration
    }

    /// Who may log in to the console; nil where there is none.
    private func consoleAccess() throws(SettingsError) -> ConsoleAccess? {
        let reader = try secret("consoleReaderSecretFile")
        guard let admin = try secret("consoleSecretFile") else {
            guard reader == nil else { throw mistake("consoleReaderSecretFile", "needs consoleSecretFile, too") }
            return nil
        }
        return ConsoleAccess(adminSecret: admin, readerSecret: reader)
    }

    private func takePlace(_ configuration: inout PurchaseServerConfiguration) throws(SettingsError) {
        configuration.host = self[text: "host"] ?? configuration.host
        configuration.port = self[integer: "port"] ?? configuration.port
        configuration.allowedNames = self[list: "allowedHosts"]
        configuration.demandsKeys = !self[yes: "withoutKeys"]
        configuration.trustedProxies = self[list: "trustedProxies"]
        // Here and not by the server, which does not know where they come from.
        if let wrong = configuration.allowedNames.lazy.compactMap(OwnNames.mistake).first {
            throw mistake("allowedHosts", wrong)
        }
        if let wrong = configuration.trustedProxies.lazy.compactMap(AddressRange.mistake).first {
            throw mistake("trustedProxies", wrong)
        }
        guard configuration.demandsKeys || self[text: "apiKeyFile"] == nil else {
            throw mistake("withoutKeys", "contradicts \(ServerSetting.named("apiKeyFile")?.label(.flag) ?? "a key")")
        }
        configuration.allowsPrivateWebhooks = self[yes: "allowPrivateWebhooks"]
        configuration.limits.connections = self[integer: "maxConnections"] ?? configuration.limits.connections
        configuration.limits.shutdownSeconds = self[number: "shutdownLimit"] ?? configuration.limits.shutdownSeconds
        configuration.maximumReceiptLength = self[integer: "maxReceiptBytes"] ?? configuration.maximumReceiptLength
        configuration.publicKeyRateLimit = rate("publicKeyRate", configuration.publicKeyRateLimit)
        configuration.secretKeyRateLimit = rate("secretKeyRate", configuration.secretKeyRateLimit)
        configuration.offerRateLimit = rate("offersPerHour", configuration.offerRateLimit, seconds: 3_600)
    }

    /// As many at once as in the seconds that the usual burst stands for.
    ///
    /// - Parameter seconds: The time that the setting's number is for.
    private func rate(_ name: String, _ usual: RateLimit, seconds: Double = 1) -> RateLimit {
        guard let perSecond = self[number: name].map({ $0 / seconds }) else { return usual }
        return RateLimit(
            perSecond: perSecond,
            burst: max(1, Int((perSecond * Double(usual.burst) / usual.perSecond).rounded()))
        )
    }

    private func takeRules(_ configuration: inout PurchaseServerConfiguration) throws(SettingsError) {
        configuration.answersRevenueCat = self[yes: "compatRevenuecat"]
        configuration.uploadPatience = self[number: "uploadPatience"] ?? configuration.uploadPatience
        configuration.pollInterval = self[number: "pollInterval"] ?? configuration.pollInterval
        configuration.statementLifetime =
            self[number: "statementLifetimeDays"].map { $0 * 86_400 } ?? configuration.statementLifetime
        configuration.figures = try figureRules()
        configuration.eventRetention = (self[number: "eventRetentionDays"] ?? 30) * 86_400
        if let leeway = self[number: "leeway"], values["leeway"]?.origin != .standard {
            configuration.entitlementRules.leewayAfterExpiry = leeway
            configuration.entitlementRules.leewayShare = 1
        }
        configuration.entitlementRules.productTypes = fileOnly.productTypes
        configuration.entitlementRules.nonRenewingDurations = fileOnly.nonRenewingDays.mapValues { $0 * 86_400 }
        if self[yes: "productionOnly"] { configuration.environments = [.production] }
        var ownership = OwnershipRules()
        ownership.standard = policy("ownership") ?? .transfer
        ownership.outsideProduction = policy("ownershipOutsideProduction")
        for app in fileOnly.apps {
            for name in [app.bundleID] + app.moreBundleIDs { ownership.ofApps[name] = app.ownership }
        }
        configuration.customers.ownership = ownership
        let refunds = self[text: "refunds"].flatMap(RefundPolicy.init(rawValue:)) ?? .takeBackToZero
        do {
            configuration.customers.levels = try LevelCatalogue(
                fileOnly.levels.sorted { $0.key < $1.key }.map { .init(EntitlementLevel(rawValue: $0), productIDs: $1) }
            )
        } catch {
            throw SettingsError(.file, "levels: \(error)")
        }
        do {
            configuration.customers.ledger = try LedgerRules(products: fileOnly.credits, refundPolicy: refunds)
        } catch {
            throw SettingsError(.file, "credits: \(error)")
        }
        var testers = Set(self[list: "sandboxTesters"])
        // Nobody pays a local store.
        if testers.isEmpty, self[text: "storeUrl"] != nil { testers = [Self.everybody] }
        configuration.customers.sandbox =
            testers.contains(Self.everybody) ? .everybody : testers.isEmpty ? .nobody : .only(testers)
    }

    /// The name of all customers, where testers are named.
    static let everybody = "everybody"

    private func policy(_ name: String) -> OwnershipPolicy? {
        self[text: name].flatMap(OwnershipPolicy.init(setting:))
    }
}

extension ServerSettings {
    /// The apps, those that have a section of the file first.
    func servedApps() throws(SettingsError) -> [ServedApp] {
        let secrets = try sharedSecrets()
        var apps: [ServedApp] = []
        for app in fileOnly.apps {
            let own = try app.sharedSecretFile.map { path throws(SettingsError) in
                try secret(path, "apps.\(app.bundleID).sharedSecretFile", .file)
            }
            var served = ServedApp(
                bundleIDs: [app.bundleID] + app.moreBundleIDs,
                appAppleID: app.appAppleID,
                sharedSecret: try secret(of: app, secrets) ?? own.map { AppSharedSecret($0) },
                environments: app.environments
            )
            served.customerTokens = app.customerTokens ?? served.customerTokens
            served.consumption = app.consumption
            served.serverAPI = try serverAPIAccess(of: app)
            served.offers = app.offers.sorted { $0.key < $1.key }.map(\.value)
            apps.append(served)
        }
        let described = Set(apps.flatMap(\.bundleIDs))
        for name in self[list: "bundleIds"] where !described.contains(name) {
            apps.append(ServedApp(bundleIDs: [name], sharedSecret: secrets.ofApps[name]))
        }
        // Where there is a console, apps are entered there.
        guard !apps.isEmpty || self[text: "consoleSecretFile"] != nil else {
            throw SettingsError(
                .flag,
                "no app is named; use --bundle-id ID, PURSER_SERVER_BUNDLE_IDS, or apps in the file of --config, or switch "
                    + "the console on and enter them there"
            )
        }
        return apps
    }

    /// The identifiers of all apps.
    var bundleIDs: [String] {
        fileOnly.apps.flatMap { [$0.bundleID] + $0.moreBundleIDs } + self[list: "bundleIds"]
    }

    private func secret(of app: AppSettings, _ secrets: SharedSecretFiles) throws(SettingsError) -> AppSharedSecret? {
        do { return try secrets.secret(of: [app.bundleID] + app.moreBundleIDs) } catch {
            throw renamed(error, "sharedSecretFiles", "--shared-secret-file")
        }
    }

    private func sharedSecrets() throws(SettingsError) -> SharedSecretFiles {
        let setting = "sharedSecretFiles"
        do { return try SharedSecretFiles(self[list: setting], apps: bundleIDs) } catch {
            throw renamed(error, setting, "--shared-secret-file")
        }
    }

    /// What a file holds that a setting names; nil if none is named.
    func secret(_ name: String) throws(SettingsError) -> String? {
        guard let path = self[text: name], let value = values[name] else { return nil }
        return try secret(path, ServerSetting.named(name)?.label(value.origin) ?? name, value.origin)
    }

    func secret(_ path: String, _ label: String, _ origin: SettingOrigin) throws(SettingsError) -> String {
        do { return try SecretFile(path, option: label).text } catch {
            throw SettingsError(origin, Self.words(error))
        }
    }

    /// An error of what reads options, with the name that the setting has where it came from.
    func renamed(_ error: any Error, _ name: String, _ option: String) -> SettingsError {
        let origin = values[name]?.origin ?? .flag
        let label = ServerSetting.named(name)?.label(origin) ?? option
        return SettingsError(origin, Self.words(error).replacing(option, with: label))
    }

    private static func words(_ error: any Error) -> String {
        (error as? ValidationError)?.message ?? "\(error)"
    }
}
