import Entitlements
import Foundation
import PurchaseServerClient
import SwiftyStoreKit

private func configure(_ url: URL, _ publicKey: String) throws -> PurchaseBackendConfiguration {
    var configuration = PurchaseBackendConfiguration(
        url: url,
        publicKey: publicKey,
        bundleID: "com.example.app",
        pins: [StatementPin("3f0c…")]
    )
    configuration.levels = try LevelCatalogue([.init("pro", productIDs: ["com.example.app.pro"])])
    configuration.device = .receipt(LocalReceiptValidator(bundleID: "com.example.app"))
    return configuration
}

private func begin(_ configuration: PurchaseBackendConfiguration) async {
    let server = PurchaseBackend(configuration)
    SwiftyStoreKit.deliver(to: server)
    if await server.access().has("pro") { unlock() }
}

private func look(_ server: PurchaseBackend) async {
    let access = await server.access()
    switch access.source {
    case .server, .lastStatement: show(access.levels, until: access.countsUntil)
    case .device: showOffline(access.entitlements)
    default: showShop()
    }
}

private func deliver(_ server: PurchaseBackend, _ client: StoreClient, _ jar: Jar, _ transaction: String) async throws {
    SwiftyStoreKit.deliver(to: server)
    SwiftyStoreKit.deliver(to: server) { purchase in
        try await jar.fill(for: purchase)
    }
    try await server.upload(signedTransactions: [transaction])
    let access = try await server.restore(with: client)
    _ = access
}

private func logIn(_ server: PurchaseBackend, _ token: String?) async throws {
    try await server.logIn(as: "flora@example.com", token: token)
    try await server.logOut()
    for await access in server.updates() { show(access.levels, until: access.countsUntil) }
}

private func buy(_ server: PurchaseBackend) async throws {
    let token = try await server.appAccountToken
    SwiftyStoreKit.purchaseProduct("com.example.app.pro", applicationUsername: token?.uuidString ?? "") { _ in }
}

private struct Jar { func fill(for purchase: Purchase) async throws {} }

private func unlock() {}
private func show(_ levels: [CustomerLevelAccess], until date: Date?) {}
private func showOffline(_ entitlements: [CustomerEntitlement]) {}
private func showShop() {}
