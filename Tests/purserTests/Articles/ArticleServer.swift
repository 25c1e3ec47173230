import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Logging
import PurchaseFigures
import TestSupport
import Testing

@testable import PurchaseServer

/// A purchase server with a local store, as the articles speak of it, that is asked by a shell.
struct ArticleServer {
    let folder: URL
    let environment: [String: String]

    /// Where the articles say that the server is.
    private static let place = "https://purchases.example.com"

    /// What came of a request.
    struct Outcome {
        let status: Int
        let body: Data
    }

    static func withRunning(_ body: (ArticleServer) async throws -> Void) async throws {
        let store = try SampleShop.open()
        let posy = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try await LocalStoreServer.withRunning(store) { storeServer, storeURL in
            let folder = try TemporaryFolder()
            var configuration = configuration(folder: folder, store: store, url: storeURL)
            let key = storeServer.serverAPIKey
            configuration.apps[0].serverAPI = ServerAPIAccess(
                key: try InAppPurchaseKey(pem: key.pem, keyID: key.keyID, issuerID: key.issuerID),
                addresses: ServerAPIAddresses(base: storeURL)
            )
            try await PurchaseServerApplication.withRunning(configuration) { server, url in
                let keys = try #require(server.firstKeys)
                let shop = try await server.keys.make(.secret, name: "Shop", scopes: [.customers])
                let receipt: JSONValue = ["receiptData": .string(try SampleShop.receipt(store))]
                _ = try folder.file("receipt.json", content: receipt.jsonData)
                let signed: JSONValue = [
                    "signedTransactions": [.string(try store.signedTransaction(posy.transactionID))]
                ]
                _ = try folder.file("transactions.json", content: signed.jsonData)
                try await body(
                    ArticleServer(
                        folder: folder.url,
                        environment: [
                            "SERVER": url.absoluteString, "KEY": keys.secret.text, "APP_KEY": keys.public.text,
                            "KEY_ID": shop.key.id,
                        ]
                    )
                )
            }
        }
    }

    private static func configuration(
        folder: TemporaryFolder,
        store: LocalAppStore,
        url: URL
    ) -> PurchaseServerConfiguration {
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.file("data").appendingPathComponent("purchases.sqlite"),
            apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
            now: { store.now }
        )
        configuration.port = 0
        configuration.answersRevenueCat = true
        configuration.uploadPatience = 600
        configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: url)
        configuration.trustPolicy = store.trustPolicy
        configuration.pollInterval = nil
        configuration.repairInterval = nil
        configuration.customers.sandbox = .everybody
        configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        configuration.apps[0].offers = [
            OfferGroup(
                productIDs: [SampleShop.posy, SampleShop.bouquet],
                promotional: [SampleShop.posy: ["comeback": .lapsed, "thanks": .current]],
                introductory: .once
            )
        ]
        // What they are told of is not there; whether it could be is looked at all the same.
        configuration.webhookInterval = nil
        configuration.resolveHost = { _ in ["93.184.216.34"] }
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return configuration
    }

    /// Runs the lines of an article; `curl` says nothing but the status, and keeps the answer.
    func run(_ request: ArticleRequest) async throws -> Outcome {
        let answer = folder.appendingPathComponent("answer")
        try? FileManager.default.removeItem(at: answer)
        let script = """
            curl() { command curl --silent --show-error --output answer --write-out '%{http_code}' "$@"; }
            \(request.script.replacing(Self.place, with: "$SERVER"))
            """
        let outcome = try await Command(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", script],
            environment: environment,
            in: folder
        )
        .run()
        let text = String(decoding: outcome.output, as: UTF8.self)
        let status = try #require(Int(text), "\(text) \(outcome.errors)")
        return Outcome(status: status, body: (try? Data(contentsOf: answer)) ?? Data())
    }
}
