import ArgumentParser

/// Every setting of the server as an option, the same for all commands that need them; see ``ServerSetting``.
///
/// Options that are not given are nil, so that a variable or the file can say it.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file (JSON). Flags come before variables (PURSER_SERVER_...), variables before the file.",
            valueName: "file"
        )
    )
    var config: String?

    @Option(name: .customLong("data"), help: .setting("data", "dir"))
    var data: String?

    @Option(name: .customLong("database"), help: .setting("database", "address"))
    var database: String?

    @Option(name: .customLong("read-replica"), help: .setting("readReplicas", "address"))
    var readReplicas: [String] = []

    @Option(name: .customLong("host"), help: .setting("host", "address"))
    var host: String?

    @Option(name: .customLong("port"), help: .setting("port", "port"))
    var port: String?

    @Option(name: .customLong("allow-host"), help: .setting("allowedHosts", "name"))
    var allowedHosts: [String] = []

    @Option(name: .customLong("api-key-file"), help: .setting("apiKeyFile", "file"))
    var apiKeyFile: String?

    @Flag(name: .customLong("without-keys"), inversion: .prefixedNo, help: .setting("withoutKeys"))
    var withoutKeys: Bool?

    @Option(name: .customLong("console-secret-file"), help: .setting("consoleSecretFile", "file"))
    var consoleSecretFile: String?

    @Option(name: .customLong("console-reader-secret-file"), help: .setting("consoleReaderSecretFile", "file"))
    var consoleReaderSecretFile: String?

    @Option(name: .customLong("trusted-proxy"), help: .setting("trustedProxies", "address"))
    var trustedProxies: [String] = []

    @Flag(name: .customLong("compat-revenuecat"), inversion: .prefixedNo, help: .setting("compatRevenuecat"))
    var compatRevenuecat: Bool?

    @Flag(name: .customLong("allow-private-webhooks"), inversion: .prefixedNo, help: .setting("allowPrivateWebhooks"))
    var allowPrivateWebhooks: Bool?

    @Option(name: .customLong("public-key-rate"), help: .setting("publicKeyRate", "count"))
    var publicKeyRate: String?

    @Option(name: .customLong("secret-key-rate"), help: .setting("secretKeyRate", "count"))
    var secretKeyRate: String?

    @Option(name: .customLong("offers-per-hour"), help: .setting("offersPerHour", "count"))
    var offersPerHour: String?

    @Option(name: .customLong("bundle-id"), help: .setting("bundleIds", "id"))
    var bundleIds: [String] = []

    @Option(name: .customLong("shared-secret-file"), help: .setting("sharedSecretFiles", "[app=]file"))
    var sharedSecretFiles: [String] = []

    @Option(name: .customLong("server-api-key-file"), help: .setting("serverApiKeyFile", "file"))
    var serverApiKeyFile: String?

    @Option(name: .customLong("server-api-key-id"), help: .setting("serverApiKeyId", "id"))
    var serverApiKeyId: String?

    @Option(name: .customLong("server-api-issuer-id"), help: .setting("serverApiIssuerId", "id"))
    var serverApiIssuerId: String?

    @Option(name: .customLong("store-url"), help: .setting("storeUrl", "url"))
    var storeUrl: String?

    @Option(name: .customLong("clock"), help: .setting("clock", "whose"))
    var clock: String?

    @Option(name: .customLong("root"), help: .setting("roots", "file"))
    var roots: [String] = []

    @Option(name: .customLong("notification-url"), help: .setting("notificationUrl", "url"))
    var notificationUrl: String?

    @Option(name: .customLong("ownership"), help: .setting("ownership", "policy"))
    var ownership: String?

    @Option(name: .customLong("ownership-outside-production"), help: .setting("ownershipOutsideProduction", "policy"))
    var ownershipOutsideProduction: String?

    @Flag(name: .customLong("production-only"), inversion: .prefixedNo, help: .setting("productionOnly"))
    var productionOnly: Bool?

    @Option(name: .customLong("leeway"), help: .setting("leeway", "seconds"))
    var leeway: String?

    @Option(name: .customLong("refunds"), help: .setting("refunds", "policy"))
    var refunds: String?

    @Option(name: .customLong("sandbox-tester"), help: .setting("sandboxTesters", "customer"))
    var sandboxTesters: [String] = []

    @Option(name: .customLong("poll-interval"), help: .setting("pollInterval", "seconds"))
    var pollInterval: String?

    @Option(name: .customLong("upload-patience"), help: .setting("uploadPatience", "seconds"))
    var uploadPatience: String?

    @Option(name: .customLong("reporting-currency"), help: .setting("reportingCurrency", "code"))
    var reportingCurrency: String?

    @Option(name: .customLong("currency-rates-file"), help: .setting("currencyRatesFile", "file"))
    var currencyRatesFile: String?

    @Option(name: .customLong("week-factor"), help: .setting("weekFactor", "name"))
    var weekFactor: String?

    @Option(name: .customLong("statement-lifetime-days"), help: .setting("statementLifetimeDays", "days"))
    var statementLifetimeDays: String?

    @Option(name: .customLong("event-retention-days"), help: .setting("eventRetentionDays", "days"))
    var eventRetentionDays: String?

    @Option(name: .customLong("max-connections"), help: .setting("maxConnections", "count"))
    var maxConnections: String?

    @Option(name: .customLong("shutdown-limit"), help: .setting("shutdownLimit", "seconds"))
    var shutdownLimit: String?

    @Option(name: .customLong("max-receipt-bytes"), help: .setting("maxReceiptBytes", "bytes"))
    var maxReceiptBytes: String?
}

extension ServeOptions {
    /// What was given, by the names of settings.
    var given: [String: [String]] {
        var given: [String: [String]] = [
            "allowedHosts": allowedHosts,
            "readReplicas": readReplicas,
            "bundleIds": bundleIds,
            "sharedSecretFiles": sharedSecretFiles,
            "roots": roots,
            "sandboxTesters": sandboxTesters,
            "trustedProxies": trustedProxies,
        ]
        let single: [(String, String?)] = [
            ("data", data),
            ("database", database),
            ("host", host),
            ("port", port),
            ("apiKeyFile", apiKeyFile),
            ("withoutKeys", withoutKeys.map(String.init)),
            ("consoleSecretFile", consoleSecretFile),
            ("consoleReaderSecretFile", consoleReaderSecretFile),
            ("compatRevenuecat", compatRevenuecat.map(String.init)),
            ("allowPrivateWebhooks", allowPrivateWebhooks.map(String.init)),
            ("publicKeyRate", publicKeyRate),
            ("secretKeyRate", secretKeyRate),
            ("offersPerHour", offersPerHour),
            ("serverApiKeyFile", serverApiKeyFile),
            ("serverApiKeyId", serverApiKeyId),
            ("serverApiIssuerId", serverApiIssuerId),
            ("storeUrl", storeUrl),
            ("clock", clock),
            ("notificationUrl", notificationUrl),
            ("ownership", ownership),
            ("ownershipOutsideProduction", ownershipOutsideProduction),
            ("productionOnly", productionOnly.map(String.init)),
            ("leeway", leeway),
            ("refunds", refunds),
            ("pollInterval", pollInterval),
            ("uploadPatience", uploadPatience),
            ("statementLifetimeDays", statementLifetimeDays), ("reportingCurrency", reportingCurrency),
            ("currencyRatesFile", currencyRatesFile), ("weekFactor", weekFactor),
            ("eventRetentionDays", eventRetentionDays),
            ("maxConnections", maxConnections),
            ("shutdownLimit", shutdownLimit),
            ("maxReceiptBytes", maxReceiptBytes),
        ]
        for case (let name, let text?) in single { given[name] = [text] }
        return given.filter { !$0.value.isEmpty }
    }

    /// What counts, of all sources.
    ///
    /// - Throws: `ValidationError` for a flag, ``SettingsFailure`` for a variable or the file.
    func settings() throws -> ServerSettings {
        try SettingsFailure.told { () throws(SettingsError) in try ServerSettings(flags: given, config: config) }
    }
}

extension ArgumentHelp {
    /// The line of ``ServerSetting``, with its default.
    static func setting(_ name: String, _ valueName: String? = nil) -> ArgumentHelp {
        guard let setting = ServerSetting.named(name) else { return ArgumentHelp(stringLiteral: name) }
        let standard = setting.kind == .yesOrNo ? nil : setting.standard.map { " (default: \($0))" }
        return ArgumentHelp("\(setting.meaning)\(choices(setting.kind))\(standard ?? "")", valueName: valueName)
    }

    private static func choices(_ kind: ServerSetting.Kind) -> String {
        if case .choice(let names) = kind { " One of \(names.joined(separator: ", "))." } else { "" }
    }
}
