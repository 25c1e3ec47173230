import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import PurchaseServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func serve(_ file: URL, _ secret: String) async throws {
    var configuration = PurchaseServerConfiguration(
        databaseFile: file,
        apps: [AppIdentity(bundleID: "com.example.app")],
        now: { Date() }
    )
    configuration.sharedSecret = AppSharedSecret(secret)
    let server = try PurchaseServerApplication(configuration: configuration)
    try await server.run()
}

private func run(_ configuration: PurchaseServerConfiguration) async throws {
    let server = try PurchaseServerApplication(configuration: configuration)
    try await server.run()
}

private func ask(_ configuration: PurchaseServerConfiguration) async throws {
    try await PurchaseServerApplication.withRunning(configuration) { server, url in
        let (data, _) = try await URLSession.shared.data(from: url.appendingPathComponent("v1/customers/flora"))
        print(String(decoding: data, as: UTF8.self))
    }
}

private func configure(_ configuration: inout PurchaseServerConfiguration) throws {
    configuration.customers.ownership.standard = .refuse
    configuration.customers.ownership.ofApps["com.example.family"] = .share
    configuration.customers.ownership.outsideProduction = .transfer

    configuration.customers.levels = try LevelCatalogue([
        .init("pro", productIDs: ["com.example.monthly", "com.example.yearly"])
    ])
    configuration.customers.ledger = try LedgerRules(
        products: [.init("com.example.coins.100", gives: ["coins": 100])],
        refundPolicy: .takeBackToZero
    )
    configuration.customers.sandbox = .only(["reviewer"])
}

private func openConsole(_ configuration: inout PurchaseServerConfiguration, _ secret: String) {
    configuration.console = ConsoleAccess(adminSecret: secret, readerSecret: nil)
}

private func answerRevenueCat(_ configuration: inout PurchaseServerConfiguration) throws {
    configuration.answersRevenueCat = true
    configuration.customers.levels = try LevelCatalogue([
        .init("pro", productIDs: ["com.example.monthly", "com.example.yearly"])
    ])
}

private func serveTwo(_ configuration: inout PurchaseServerConfiguration, _ flowers: String, _ trees: String) {
    configuration.apps = [
        ServedApp(bundleIDs: ["com.example.flowers"], sharedSecret: AppSharedSecret(flowers)),
        ServedApp(bundleIDs: ["com.example.trees", "com.example.trees.mac"], environments: [.production]),
    ]
}

private func believe(_ header: String?, _ body: Data, _ secret: String) throws {
    try WebhookSignature.verify(header, body: body, secret: secret, now: Date())
}

private func repair(_ server: PurchaseServerApplication) async throws {
    let report = try await server.repairGaps()
    print(report.foundNotifications, report.askedHistories, report.failures)
}

private func reconcile(_ server: PurchaseServerApplication) async throws {
    let report = try await server.reconcile(ReconciliationOrder(mends: true)) { step in
        for row in step.differences { print(row.originalTransactionID, row.kind, row.known ?? "-", row.stated ?? "-") }
    }
    print(report.mended)
}

private func consent(_ configuration: inout PurchaseServerConfiguration) {
    configuration.apps[0].consumption = ConsumptionPolicy(customersHaveConsented: true, preference: .byUse)
}

private func offers() -> OfferGroup {
    var group = OfferGroup(productIDs: ["com.example.flowers.monthly", "com.example.flowers.yearly"])
    group.promotional["com.example.flowers.monthly"] = ["comeback": .lapsed]
    group.introductory = .once
    return group
}
