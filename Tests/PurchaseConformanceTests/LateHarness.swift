import Foundation
import Locking

@testable import PurchaseConformance

/// The store in memory with an app that delivers what is unfinished only while it is being killed, and then at its launch.
struct Late: PurchaseHarness {
    /// Whether the store hears of that delivery; else it comes again.
    let isRecorded: Bool
    let name = "late"
    let capabilities = FakeHarness().capabilities
    let shop = FakeHarness().shop
    let patience = 10

    func begin() async throws -> any PurchaseCustomer {
        LateCustomer(isRecorded: isRecorded, customer: try await FakeHarness().begin())
    }

    func pause() async { await Task.yield() }
}

private struct LateCustomer: PurchaseCustomer {
    let isRecorded: Bool
    let customer: any PurchaseCustomer

    func launch(_ delivery: DeliveryAnswer?) async throws -> any PurchaseApp {
        let app = try await customer.launch(delivery)
        guard let fake = app as? FakeApp else { return app }
        return LateApp(isRecorded: isRecorded, app: fake)
    }

    func happen(_ event: StoreHappening) async throws { try await customer.happen(event) }
    func unfinished() async throws -> [String] { try await customer.unfinished() }
    func settle() async { await customer.settle() }
}

private final class LateApp: PurchaseApp {
    private let isRecorded: Bool
    private let app: FakeApp
    private let unrecorded = Locked([DeliveredPurchase]())

    init(isRecorded: Bool, app: FakeApp) { (self.isRecorded, self.app) = (isRecorded, app) }

    func kill() async {
        if isRecorded {
            await app.wake()
        } else {
            let waiting = await app.store.unfinished.map(\.purchase)
            unrecorded.withLock { $0 = waiting }
        }
        await app.kill()
    }

    func delivered() async -> [DeliveredPurchase] { await app.delivered() + unrecorded.withLock { $0 } }

    func products(_ identifiers: Set<String>) async -> LoadedProducts { await app.products(identifiers) }
    func buy(_ productID: String, quantity: Int, account: UUID?) async -> BuyingOutcome {
        await app.buy(productID, quantity: quantity, account: account)
    }
    func restore() async -> RestoreOutcome { await app.restore() }
    func deliveryAttempts() async -> Int { await app.deliveryAttempts() }
    func revoked() async -> [String] { await app.revoked() }
    func owned() async -> Set<String> { await app.owned() }
    func finish(_ purchase: DeliveredPurchase) async { await app.finish(purchase) }
}
