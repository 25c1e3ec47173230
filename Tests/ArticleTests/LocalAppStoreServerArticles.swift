import Foundation
import LocalAppStore
import LocalAppStoreServer

private func serve(_ store: LocalAppStore) async throws {
    try await LocalStoreServer.withRunning(store) { server, url in
        print("verifyReceipt answers at \(url)/verifyReceipt")
        server.notifications.destination = URL(string: "http://127.0.0.1:8080/notifications")
        try store.advance(months: 1)
        await server.notifications.deliverPending()  // the developer's server has heard of the renewal now
    }
}

private func listen(_ store: LocalAppStore) async throws {
    let server = LocalStoreServer(store: store)
    async let running: Void = server.run()
    let url = try await server.baseURL  // http://127.0.0.1:49152
    print(url)
    try await running
}

private func answer(_ store: LocalAppStore) async throws {
    try await LocalStoreServer.withRunning(store) { server, url in
        print("verifyReceipt answers at \(url)/verifyReceipt")
    }
}

private func control(_ url: URL) async throws {
    let client = StoreControlClient(baseURL: url)
    let posy = try await client.send(.buy(productID: "shop.posy", account: "flora"))
    let ends = try await client.send(.subscription("2000000000000001", .extend(days: 30))).expiresDate
    _ = (posy, ends)
}
