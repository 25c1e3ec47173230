// A purchase server that answers what customers own; ends when it has answered once.

import AppStoreModels
import AppStoreServerClient
import Foundation
import PurchaseServer

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purchases-\(UUID().uuidString)")

// snippet.show
var configuration = PurchaseServerConfiguration(
    databaseFile: folder.appendingPathComponent("purchases.sqlite"),
    apps: [AppIdentity(bundleID: "com.example.flowershop")],
    now: { Date() }
)
configuration.port = 0
configuration.logger.logLevel = .critical

try await PurchaseServerApplication.withRunning(configuration) { server, url in
    // Keys open it; the first ones are shown this once, and each is sent as Authorization: Bearer ….
    if let keys = server.firstKeys { print("made \(keys.secret) and \(keys.public)") }
    // POST /v1/customers/flora/receipts {"receiptData": "MII…"} stores a receipt and has it verified;
    // GET /v1/customers/flora answers what flora owns; Apple posts to /apple/notifications.
    print("listening on \(url)")
    if let flora = CustomerID("flora") { print(try await server.statement(of: flora).entitlements) }
}
