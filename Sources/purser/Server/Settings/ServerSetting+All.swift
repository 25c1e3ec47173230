import Entitlements
import PurchaseServer

extension ServerSetting {
    /// Every setting, in the order in which people read about them.
    static let all = placeSettings + accessSettings + storeSettings + ruleSettings + figureSettings + limitSettings

    /// The setting of a name; nil if there is none.
    static func named(_ name: String) -> ServerSetting? { all.first { $0.name == name } }

    private static let placeSettings = [
        ServerSetting(
            name: "data",
            flag: "data",
            kind: .text,
            standard: nil,
            meaning: "The folder of the database; made if missing."
        ),
        ServerSetting(
            name: "database",
            flag: "database",
            kind: .text,
            standard: nil,
            meaning: "A PostgreSQL that any number of servers share, in the place of the folder: "
                + "postgres://account@host:5432/name. Its password stands in the file that PGPASSFILE names."
        ),
        ServerSetting(
            name: "readReplicas",
            flag: "read-replica",
            kind: .list,
            standard: nil,
            meaning: "A PostgreSQL that follows the one of database, by streaming replication: what apps ask about "
                + "customers, and figures, is read there while it is at most 5 seconds behind."
        ),
        ServerSetting(
            name: "host",
            flag: "host",
            kind: .text,
            standard: "127.0.0.1",
            meaning: "The address to listen on; other machines reach the server only if it demands a key."
        ),
        ServerSetting(
            name: "port",
            flag: "port",
            kind: .integer(0...65_535),
            standard: "8080",
            meaning: "The port to listen on; 0 takes a free one."
        ),
        ServerSetting(
            name: "allowedHosts",
            flag: "allow-host",
            kind: .list,
            standard: nil,
            meaning: "Names by which the server may be asked, besides this machine's own. Without any, a server that "
                + "demands a key answers by every name."
        ),
    ]

    private static let accessSettings = [
        ServerSetting(
            name: "apiKeyFile",
            flag: "api-key-file",
            kind: .file,
            standard: nil,
            meaning: "Holds a key that may do everything, besides those in the database."
        ),
        ServerSetting(
            name: "withoutKeys",
            flag: "without-keys",
            kind: .yesOrNo,
            standard: "false",
            meaning: "Demand no key: every program on this machine may read and write. For trying things out."
        ),
        ServerSetting(
            name: "consoleSecretFile",
            flag: "console-secret-file",
            kind: .file,
            standard: nil,
            meaning: "Holds the secret, of at least 16 bytes, that opens the console at /console; without it there is "
                + "none."
        ),
        ServerSetting(
            name: "consoleReaderSecretFile",
            flag: "console-reader-secret-file",
            kind: .file,
            standard: nil,
            meaning: "Holds the secret of those who may look at everything in the console and change nothing."
        ),
        ServerSetting(
            name: "trustedProxies",
            flag: "trusted-proxy",
            kind: .list,
            standard: nil,
            meaning:
                "IP addresses, or ranges as 10.0.0.0/8, of proxies that are believed for whom they ask; without any "
                + "all who come through a proxy share its attempts at the console's secret."
        ),
        ServerSetting(
            name: "compatRevenuecat",
            flag: "compat-revenuecat",
            kind: .yesOrNo,
            standard: "false",
            meaning: "Answer the calls of RevenueCat's interface, too, below /compat/revenuecat/v1."
        ),
        ServerSetting(
            name: "allowPrivateWebhooks",
            flag: "allow-private-webhooks",
            kind: .yesOrNo,
            standard: "false",
            meaning: "Send events to webhooks on this machine and in its network, too, and by http."
        ),
        ServerSetting(
            name: "publicKeyRate",
            flag: "public-key-rate",
            kind: .number(0.001...1_000_000),
            standard: "500",
            meaning: "How many requests a second a public key may send; all copies of an app share one."
        ),
        ServerSetting(
            name: "secretKeyRate",
            flag: "secret-key-rate",
            kind: .number(0.001...1_000_000),
            standard: "200",
            meaning: "How many requests a second a secret key may send."
        ),
        ServerSetting(
            name: "offersPerHour",
            flag: "offers-per-hour",
            kind: .number(0.001...1_000_000),
            standard: "60",
            meaning: "How many offers an hour are signed for one customer, by the offers of the apps; a sixth of them "
                + "at once."
        ),
    ]

    private static let ruleSettings = [
        ServerSetting(
            name: "ownership",
            flag: "ownership",
            kind: .choice(policies),
            standard: "transfer",
            meaning: "What happens when a purchase turns up for another customer."
        ),
        ServerSetting(
            name: "ownershipOutsideProduction",
            flag: "ownership-outside-production",
            kind: .choice(policies),
            standard: nil,
            meaning: "The same for purchases of the sandbox; without it that of the app."
        ),
        ServerSetting(
            name: "productionOnly",
            flag: "production-only",
            kind: .yesOrNo,
            standard: "false",
            meaning: "Refuse purchases of the sandbox. App Review buys there."
        ),
        ServerSetting(
            name: "leeway",
            flag: "leeway",
            kind: .number(0...2_592_000),
            standard: "3600",
            meaning: "Seconds that access goes on while a renewal is awaited. At most a tenth of a period unless set."
        ),
        ServerSetting(
            name: "refunds",
            flag: "refunds",
            kind: .choice(RefundPolicy.allCases.map(\.rawValue)),
            standard: "takeBackToZero",
            meaning: "What a refund takes back of a balance."
        ),
        ServerSetting(
            name: "sandboxTesters",
            flag: "sandbox-tester",
            kind: .list,
            standard: nil,
            meaning:
                "Customers whose purchases in the sandbox give levels and fill balances; everybody for all. Without "
                + "any, nobody's do: they cost nothing; of a local store (storeUrl) everybody's do."
        ),
        ServerSetting(
            name: "pollInterval",
            flag: "poll-interval",
            kind: .number(1...86_400),
            standard: "900",
            meaning: "How many seconds the server sleeps at most before it looks for what is due to be asked about."
        ),
        ServerSetting(
            name: "uploadPatience",
            flag: "upload-patience",
            kind: .number(0...86_400),
            standard: "1.5",
            meaning: "How many seconds an upload waits for the App Store before it is acknowledged as pending."
        ),
        ServerSetting(
            name: "statementLifetimeDays",
            flag: "statement-lifetime-days",
            kind: .number(0...366),
            standard: "7",
            meaning: "How many days an app may go by what the server signed for it while the server is away."
        ),
        ServerSetting(
            name: "eventRetentionDays",
            flag: "event-retention-days",
            kind: .number(1...3_650),
            standard: "30",
            meaning: "How many days events and settled deliveries are kept."
        ),
    ]

    private static let limitSettings = [
        ServerSetting(
            name: "maxConnections",
            flag: "max-connections",
            kind: .integer(1...1_000_000),
            standard: "1024",
            meaning: "The most connections at once; others are answered 503. Where the system allows few files there "
                + "are fewer."
        ),
        ServerSetting(
            name: "shutdownLimit",
            flag: "shutdown-limit",
            kind: .number(0.001...86_400),
            standard: "10",
            meaning: "How many seconds requests may go on after SIGTERM or SIGINT; a second signal ends them at once."
        ),
        ServerSetting(
            name: "maxReceiptBytes",
            flag: "max-receipt-bytes",
            kind: .integer(1...67_108_864),
            standard: "8388608",
            meaning: "The largest receipt, in bytes before base64."
        ),
    ]

    /// Also by the spelling of words with hyphens.
    static let policies = OwnershipPolicy.allCases.map(\.rawValue) + ["transfer-if-inactive"]
}
