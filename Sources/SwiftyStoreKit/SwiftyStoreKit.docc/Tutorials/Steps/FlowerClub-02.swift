import SwiftyStoreKit

/// The flower club, on either of Apple's APIs.
struct FlowerClub {
    static let posy = "com.example.flowershop.club.posy"
    static let bouquet = "com.example.flowershop.club.bouquet"
    let client: StoreClient

    /// Joins the club, or goes to another plan of it; the answer is what the customer reads.
    func join(_ plan: String) async -> String {
        PurchaseAnswer(await client.purchaseProduct(plan)).message
    }

    /// Opens the club when the app starts: what was bought is delivered, then finished.
    func open(_ deliver: @escaping @Sendable (String) async throws -> Void) {
        client.deliver { purchase in try await deliver(purchase.productId) }
    }
}
