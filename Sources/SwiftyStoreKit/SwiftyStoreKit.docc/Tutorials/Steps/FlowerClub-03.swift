import AppStoreTrust
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

    /// What another plan would do: at once, or when the period ends.
    func change(to plan: String) async -> PlanChange? { await client.planChange(to: plan) }

    /// The plans that the customer may use, by what the App Store signed.
    func plans(by verifier: SignedDataVerifier) async -> Set<String> {
        await SignedEntitlements(client: client, verifier: verifier).refresh().productIDs
    }
}
