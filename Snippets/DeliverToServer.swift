// An app whose purchases go to a purchase server. Store and server run here; it ends when the server has said what is owned.

import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStore
import LocalAppStoreServer
import LocalStoreKit
import PurchaseServer
import PurchaseServerClient
import SwiftyStoreKit

let store = try LocalAppStore(catalogue: "Examples/Catalogues/FlowerShop.storekit")
LocalDevice.use(store)
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("delivery-\(UUID().uuidString)")

try await LocalStoreServer.withRunning(store) { _, storeURL in
    var serving = PurchaseServerConfiguration(
        databaseFile: folder.appendingPathComponent("purchases.sqlite"),
        apps: [AppIdentity(bundleID: store.app.bundleID)],
        now: { store.now }
    )
    serving.port = 0
    serving.demandsKeys = false
    serving.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: storeURL)
    serving.trustPolicy = store.trustPolicy
    serving.customers.sandbox = .everybody
    serving.logger.logLevel = .critical

    try await PurchaseServerApplication.withRunning(serving) { backend, url in
        var configuration = PurchaseBackendConfiguration(
            url: url,
            publicKey: nil,
            bundleID: store.app.bundleID,
            pins: try await backend.keys.statementKeys().map { StatementPin($0.id) },
            storage: FileStorage(folder: folder.appendingPathComponent("app"))
        )
        let verifier = SignedDataVerifier(
            policy: store.trustPolicy,
            apps: [AppIdentity(bundleID: store.app.bundleID)],
            environments: [.sandbox],
            now: { store.now }
        )
        // What StoreKit has, as it was signed: a purchase of StoreKit 2 is in the receipt only after a refresh.
        configuration.device = .signedTransactions(verifier) {
            var signed: [String] = []
            for await result in Transaction.all { signed.append(result.jwsRepresentation) }
            return signed
        }
        configuration.environments = [.sandbox]
        configuration.now = { store.now }

        // snippet.show
        let server = PurchaseBackend(configuration)
        SwiftyStoreKit.deliver(to: server)  // finishes a purchase when the server has it on its disk

        _ = await SwiftyStoreKit.purchaseProduct("com.example.flowershop.greenhouse")
        // snippet.hide
        // An app does not wait: what the server does not take is offered to it again and again. This has to end.
        await SwiftyStoreKit.delivered()
        // snippet.show

        // Signed by the server; while that is away, its last word, or what the App Store signed.
        for await access in server.updates() {
            print("\(access.source) says \(access.entitlements.filter(\.isEntitled).map(\.productID))")
            // snippet.hide
            break
            // snippet.show
        }
        // snippet.hide
    }
}
