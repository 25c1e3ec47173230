import AppStoreModels
import AppStoreServerClient
import Foundation
import PurchaseServer

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
