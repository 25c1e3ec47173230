import Foundation
import LocalAppStore
import LocalAppStoreServer

private func serve(_ store: LocalAppStore) async throws {
    let server = LocalStoreServer(store: store)
    async let running: Void = server.run()
    let url = try await server.baseURL
    server.notifications.destination = URL(string: "http://127.0.0.1:8080/notifications")
    try store.advance(by: 31 * 86_400)
    await server.notifications.deliverPending()  // the developer's server has heard of the renewal now
    print(url)
    try await running
}
