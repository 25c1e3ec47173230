import AppStoreModels
import AppStoreServerClient
import Foundation
import HTTPTypes

/// Finds out what was bought with the order of an invoice: customers know its number, servers are never told it, so the App
/// Store is asked.
struct OrderSearch: Sendable {
    let clients: ServerAPIClients
    let apps: ServedApps

    /// The original transactions of an order, sorted; none if the App Store knows no such order.
    ///
    /// - Throws: ``APIError``, code `app-store-not-asked` where no app has a key, or `app-store-refused`.
    func purchases(of order: String) async throws(APIError) -> [String] {
        let asking = clients.byBundleID.keys.sorted().map { bundleID in environments(of: bundleID, with: clients) }
        guard asking.contains(where: { !$0.isEmpty }) else {
            throw APIError(
                .conflict,
                "app-store-not-asked",
                "an order is looked up at the App Store, which takes an app that has an In-App Purchase key"
            )
        }
        // Who asks about an order of one app is told of none of another's, unless the key is the same.
        var found: Set<String> = []
        var refusal: ServerAPIError?
        for clients in asking {
            var isAnswered = false
            for client in clients where found.isEmpty {
                do throws(ServerAPIError) {
                    let answer = try await client.order(order)
                    isAnswered = true
                    found.formUnion(
                        answer.transactions.compactMap { $0.payload.originalTransactionID ?? $0.payload.transactionID }
                    )
                } catch {
                    // Apple has orders in production alone; what the sandbox says beside it is no news.
                    if !isAnswered { refusal = error }
                }
            }
        }
        if found.isEmpty, let refusal {
            throw APIError(
                .conflict,
                "app-store-refused",
                "the App Store does not say what was bought with the order: \(refusal.reason)"
            )
        }
        return found.sorted()
    }

    /// Production first: a store that is made for tests has orders in the sandbox, too.
    private func environments(of bundleID: String, with clients: ServerAPIClients) -> [ServerAPIClient] {
        [AppStoreEnvironment.production, .sandbox].filter { apps.accept($0, of: bundleID) }
            .compactMap { clients.client(of: bundleID, in: $0) }
    }
}
