import AppStoreModels
import AppStoreServerClient
import Foundation
import HTTPTypes

/// Finds out what was bought with the order of an invoice: customers know its number, servers are never told it, so the App
/// Store is asked.
struct OrderSearch: Sendable {
    let clients: ServerAPIClients

    /// The original transactions of an order, sorted; none if the App Store knows no such order.
    ///
    /// - Throws: ``APIError``, code `app-store-not-asked` where no app has a key, or `app-store-refused`.
    func purchases(of order: String) async throws(APIError) -> [String] {
        // Only production has orders; who knows one of an app knows none of another, unless the key is the same.
        let asking = clients.byBundleID.keys.sorted().compactMap { clients.client(of: $0, in: .production) }
        guard !asking.isEmpty else {
            throw APIError(
                .conflict,
                "app-store-not-asked",
                "an order is looked up at the App Store, which takes an app that has an In-App Purchase key"
            )
        }
        var found: Set<String> = []
        var refusal: ServerAPIError?
        for client in asking {
            do throws(ServerAPIError) {
                let answer = try await client.order(order)
                found.formUnion(
                    answer.transactions.compactMap { $0.payload.originalTransactionID ?? $0.payload.transactionID }
                )
            } catch {
                refusal = error
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
}
