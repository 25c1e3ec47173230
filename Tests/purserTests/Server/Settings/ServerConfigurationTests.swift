import AppStoreModels
import AppStoreServerClient
import Crypto
import Entitlements
import Foundation
import Logging
import PurchaseServer
import TestSupport
import Testing

@testable import purser

@Suite("From settings to a server")
struct ServerConfigurationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func configuration(
        flags: [String: [String]] = [:],
        _ json: String = "{}"
    ) async throws -> PurchaseServerConfiguration {
        let file = try folder.file("purser.json", content: Data(json.utf8))
        return try await ServerSettings(flags: flags, config: file.path, environment: [:])
            .configuration(logger: Logger(label: "test"))
    }

    @Test("What somebody said is fixed for the console, and what is only usual is not")
    func fixed() async throws {
        let configuration = try await configuration(
            flags: ["leeway": ["60"]],
            #"{"data":"data","bundleIds":["com.example.app"],"ownership":"refuse"}"#
        )
        let policies: Set = ["ownership", "refunds", "leeway", "statementLifetimeDays", "weekFactor"]
        #expect(configuration.fixedPolicies.intersection(policies) == ["leeway", "ownership"])
    }

    @Test("Several apps, each with its secret, policy and App Stores; levels, currencies and kinds of products")
    func file() async throws {
        _ = try folder.file("all.secret", content: Data("all\n".utf8))
        _ = try folder.file("trees.secret", content: Data("trees\n".utf8))
        let configuration = try await configuration(
            """
            {"data":"data","bundleIds":["com.example.more"],"sharedSecretFiles":["all.secret"],
            "ownership":"refuse","ownershipOutsideProduction":"transfer-if-inactive","leeway":3600,
            "refunds":"keep","pollInterval":30,"eventRetentionDays":7,"publicKeyRate":50,"maxReceiptBytes":1000,
            "apps":{"com.example.flowers":{"appAppleId":7,"ownership":"share"},
            "com.example.trees":{"moreBundleIds":["com.example.trees.mac"],"sharedSecretFile":"trees.secret",
            "environments":["Production"]}},
            "levels":{"pro":["monthly","yearly"]},"credits":{"coins.100":{"currency":"coins","amount":100}},
            "productTypes":{"coins.100":"Consumable"},"nonRenewingDays":{"season":90}}
            """
        )
        #expect(
            configuration.apps == [
                ServedApp(bundleIDs: ["com.example.flowers"], appAppleID: 7),
                ServedApp(
                    bundleIDs: ["com.example.trees", "com.example.trees.mac"],
                    sharedSecret: AppSharedSecret("trees"),
                    environments: [.production]
                ),
                ServedApp(bundleIDs: ["com.example.more"]),
            ]
        )
        #expect(configuration.sharedSecret == AppSharedSecret("all"))
        #expect(configuration.databaseFile.path == folder.url.path + "/data/purchases.sqlite")
        let ownership = configuration.customers.ownership
        #expect(ownership.standard == .refuse)
        #expect(ownership.outsideProduction == .transferIfInactive)
        #expect(ownership.ofApps == ["com.example.flowers": .share])
        #expect(configuration.entitlementRules.leewayAfterExpiry == 3_600)
        #expect(configuration.entitlementRules.productTypes == ["coins.100": .consumable])
        #expect(configuration.entitlementRules.nonRenewingDurations == ["season": 90 * 86_400])
        #expect(configuration.pollInterval == 30)
        #expect(configuration.eventRetention == 7 * 86_400)
        #expect(configuration.publicKeyRateLimit == RateLimit(perSecond: 50, burst: 200))
        #expect(configuration.maximumReceiptLength == 1_000)
    }

    @Test("A level without products is one that is only granted")
    func grantedLevel() async throws {
        let file = #"{"data":"data","bundleIds":["com.example.app"],"levels":{"press":[],"pro":["monthly"]}}"#
        let configuration = try await configuration(file)
        #expect(
            configuration.customers.levels.levels == [
                LevelCatalogue.Definition("press"), LevelCatalogue.Definition("pro", productIDs: ["monthly"]),
            ]
        )
    }

    @Test("A leeway that is said is that long whatever the period")
    func leeway() async throws {
        let flags = ["data": [folder.url.path], "bundleIds": ["com.example.app"], "leeway": ["3600"]]
        let rules = try await configuration(flags: flags).entitlementRules
        #expect(rules.leewayAfterExpiry == 3_600)
        #expect(rules.leewayShare == 1)
    }

    @Test("Without anything but folder and app everything is as usual")
    func usual() async throws {
        let flags = ["data": [folder.url.path], "bundleIds": ["com.example.app"]]
        let configuration = try await configuration(flags: flags)
        let usual = PurchaseServerConfiguration(
            databaseFile: configuration.databaseFile,
            apps: [ServedApp(bundleIDs: ["com.example.app"])],
            now: { Date() }
        )
        #expect(configuration.host == usual.host)
        #expect(configuration.port == usual.port)
        #expect(configuration.limits == usual.limits)
        #expect(configuration.demandsKeys)
        #expect(configuration.environments == usual.environments)
        #expect(configuration.customers == usual.customers)
        #expect(configuration.entitlementRules == usual.entitlementRules)
        #expect(configuration.uploadPatience == usual.uploadPatience)
        #expect(configuration.pollInterval == usual.pollInterval)
        #expect(configuration.eventRetention == usual.eventRetention)
        #expect(configuration.publicKeyRateLimit == usual.publicKeyRateLimit)
        #expect(configuration.secretKeyRateLimit == usual.secretKeyRateLimit)
        #expect(configuration.maximumReceiptLength == usual.maximumReceiptLength)
        #expect(configuration.trustPolicy == usual.trustPolicy)
        #expect(configuration.serverAPI == nil)
    }

    @Test(
        "A shared secret may name an app by any of its identifiers; two different ones of one app contradict each other"
    )
    func secretByAnotherIdentifier() async throws {
        let mac = try folder.file("mac.secret", content: Data("mac".utf8)).path
        let other = try folder.file("other.secret", content: Data("other".utf8)).path
        let json = #"{"data":"data","apps":{"com.trees":{"moreBundleIds":["com.trees.mac"]}}}"#
        let named = try await configuration(flags: ["sharedSecretFiles": ["com.trees.mac=\(mac)"]], json)
        #expect(named.apps.map(\.sharedSecret) == [AppSharedSecret("mac")])
        let same = ["com.trees.mac=\(mac)", "com.trees=\(mac)"]
        #expect(try await configuration(flags: ["sharedSecretFiles": same], json).apps.count == 1)
        let error = await #expect(throws: SettingsError.self) {
            try await configuration(flags: ["sharedSecretFiles": ["com.trees.mac=\(mac)", "com.trees=\(other)"]], json)
        }
        #expect(error?.reason.contains("there are two secrets of com.trees and com.trees.mac; name one") == true)
    }

    @Test("The key of the App Store Server API needs its identifier and issuer")
    func serverAPIKey() async throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        let key = try folder.file("key.p8", content: Data(pem.utf8)).path
        var flags = ["data": [folder.url.path], "bundleIds": ["com.example.app"], "serverApiKeyFile": [key]]
        let missing = await #expect(throws: SettingsError.self) { try await configuration(flags: flags) }
        #expect(missing?.reason.contains("--server-api-key-file: serverApiKeyId is missing") == true)
        flags["serverApiKeyId"] = ["2X9R4HXF34"]
        flags["serverApiIssuerId"] = ["57246542-96fe-1a63-e053-0824d011072a"]
        let access = try await configuration(flags: flags).serverAPI
        #expect(access?.key.keyID == "2X9R4HXF34")
        #expect(access?.addresses == .apple)
        var half = flags
        half["serverApiKeyFile"] = nil
        let withoutFile = await #expect(throws: SettingsError.self) { try await configuration(flags: half) }
        #expect(withoutFile?.origin == .flag)
        #expect(withoutFile?.reason.hasPrefix("--server-api-key-id: serverApiKeyFile is missing") == true)
        // That of apps which have keys of their own.
        half["serverApiKeyId"] = nil
        #expect(try await configuration(flags: half).serverAPI == nil)
        flags["serverApiKeyFile"] = [try folder.file("no.p8", content: Data("no key".utf8)).path]
        let wrong = await #expect(throws: SettingsError.self) { try await configuration(flags: flags) }
        #expect(wrong?.reason.contains("this is no P-256 key in PEM") == true)
    }

    @Test("An app has a key of its own, and offers that it signs; the issuer is that of all unless said otherwise")
    func appKeyAndOffers() async throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        _ = try folder.file("own.p8", content: Data(pem.utf8))
        let configuration = try await configuration(
            #"""
            {"data":"data", "serverApiIssuerId":"team", "offersPerHour":6, "statementLifetimeDays":2, "apps":{
            "com.example.trees":{"serverApiKeyFile":"own.p8","serverApiKeyId":"OWN",
            "offers":{"trees":{"products":{"oak":{"back":"lapsed","thanks":"current"},"elm":{}},
            "introductory":"again"}}},
            "com.example.other":{}}}
            """#
        )
        #expect(configuration.serverAPI == nil)
        let trees = try #require(configuration.apps.first { $0.bundleIDs == ["com.example.trees"] })
        #expect(trees.serverAPI?.key.keyID == "OWN")
        #expect(trees.serverAPI?.key.issuerID == "team")
        var group = OfferGroup(
            productIDs: ["oak", "elm"],
            promotional: ["oak": ["back": .lapsed, "thanks": .current]]
        )
        group.introductory = .again
        #expect(trees.offers == [group])
        #expect(configuration.apps.first { $0.bundleIDs == ["com.example.other"] }?.serverAPI == nil)
        #expect(configuration.offerRateLimit == RateLimit(perSecond: 6.0 / 3_600, burst: 1))
        #expect(configuration.statementLifetime == 2 * 86_400)
    }

    @Test(
        "A section of an app that cannot work is refused by the name of what is wrong",
        arguments: [
            (#"{"serverApiKeyId":"OWN"}"#, "serverApiKeyFile is missing"),
            (#"{"serverApiKeyFile":"/nowhere.p8"}"#, "serverApiKeyId or serverApiIssuerId is missing"),
            (#"{"serverApiKey":"-----BEGIN"}"#, "a secret is read from a file only"),
            (#"{"serverApiKeyId":7}"#, "apps.a.b.serverApiKeyId must be a text"),
            (#"{"offers":[]}"#, "apps.a.b.offers must be an object of groups"),
            (#"{"offers":{"g":{}}}"#, "apps.a.b.offers.g must be an object with products"),
            (#"{"offers":{"g":{"products":{"p":["o"]}}}}"#, "whose offers are no object"),
            (#"{"offers":{"g":{"products":{"p":{"o":"all"}}}}}"#, "is for none of subscribers, current, lapsed"),
            (#"{"offers":{"g":{"products":{"p":{}},"introductory":true}}}"#, "none of once, again"),
            (#"{"offers":{"g":{"products":{"p":{}},"intro":"once"}}}"#, "a member intro, which there is not"),
        ]
    )
    func appMistakes(section: String, words: String) async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await configuration(#"{"data":"data","apps":{"a.b":\#(section)}}"#)
        }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test(
        "What is missing is said with how to give it",
        arguments: [
            (["bundleIds": ["a.b"]], "no folder for the database is named"),
            (["data": ["/nowhere"]], "no app is named"),
            (["storeUrl": ["http://127.0.0.1:1"]], "use --data DIR and --bundle-id ID"),
            (
                ["data": ["/n"], "bundleIds": ["a.b"], "apiKeyFile": ["/nowhere/key"]],
                "--api-key-file: the file /nowhere/key"
            ),
            (
                ["data": ["/n"], "bundleIds": ["a.b"], "sharedSecretFiles": ["/nowhere/secret"]],
                "--shared-secret-file: the file /nowhere/secret does not exist"
            ),
            (
                ["data": ["/n"], "bundleIds": ["a.b"], "roots": ["/nowhere.pem"]],
                "--root: the certificate /nowhere.pem"
            ),
            (
                ["data": ["/n"], "bundleIds": ["a.b"], "storeUrl": ["ftp://a"]],
                "--store-url is no http or https address"
            ),
            (
                ["data": ["/n"], "bundleIds": ["a.b"], "storeUrl": ["http://store.test"]],
                "--store-url: the store is on another"
            ),
            (["data": ["/n"], "bundleIds": ["a.b"], "apiKeyFile": ["/k"], "withoutKeys": ["true"]], "contradicts"),
        ] as [([String: [String]], String)]
    )
    func missing(flags: [String: [String]], words: String) async throws {
        let error = await #expect(throws: SettingsError.self) { try await configuration(flags: flags) }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }
}
