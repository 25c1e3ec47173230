import Foundation

/// The suite on a store in memory, of which everything holds that needs no real interface of Apple.
///
/// It shows what a harness is, and is what the suite is tried on: of a suite that a good implementation cannot pass
/// nothing can be learnt.
public struct FakeHarness: PurchaseHarness {
    public let name = "in memory"
    public let capabilities: Set<Capability> = [
        .freshCustomer, .relaunch, .inspection, .cancelling, .approval, .errorAfterCharge, .failing, .refunds,
        .purchasesElsewhere, .time, .duplicates, .badSignatures, .signedPurchases, .entitlements, .plans, .offers,
        .storefronts, .families, .billing, .interruptions, .promotions, .signIns, .offline, .withdrawals, .sheets,
        .server, .receipts, .winBackPurchases, .history, .updates, .relatives,
    ]
    public let shop = ConformanceShop(
        consumable: "seeds",
        nonConsumable: "greenhouse",
        subscription: "club",
        plans: ConformancePlans(
            higher: "club",
            lower: "small club",
            sideways: "other small club",
            longer: "small club for a year",
            otherGroup: "garden",
            promotionalOffer: "spring",
            winBackOffer: "return"
        )
    )
    public let patience = 10

    /// A harness.
    public init() {}

    public func begin() async throws -> any PurchaseCustomer { FakeCustomer(store: FakeStore(shop)) }

    public func pause() async { await Task.yield() }
}

/// A customer of the store in memory.
private struct FakeCustomer: PurchaseCustomer {
    let store: FakeStore

    func launch(_ delivery: DeliveryAnswer?) async throws -> any PurchaseApp {
        await launch(FakeApp(store, delivery))
    }

    func launchWithServer() async throws -> any PurchaseApp { await launch(FakeApp(store, .delivers, isServed: true)) }

    private func launch(_ app: FakeApp) async -> any PurchaseApp {
        await store.attach(app)
        await app.wake()
        return app
    }

    func happen(_ event: StoreHappening) async throws { await store.happen(event) }

    func unfinished() async throws -> [String] { await store.unfinished.map(\.purchase.productID) }

    func sign(_ offer: String, of productID: String) async throws -> SignedOffer {
        let nonce = UUID()
        let signature = FakeStore.signature(offer, productID, nonce, 1)
        return SignedOffer(id: offer, keyID: "key", nonce: nonce, timestamp: 1, signature: signature)
    }

    func signIns() async throws -> Int { await store.signIns }

    func relative() async throws -> any PurchaseCustomer {
        let other = FakeStore(store.shop)
        await store.add(relative: other)
        return FakeCustomer(store: other)
    }

    func served(_ account: String) async throws -> [String: Int] { await store.server.products(of: account) }

    func traffic() async throws -> ServerTraffic { await store.server.traffic }

    func receiptChecks() async throws -> Int { await store.receiptChecks }

    func settle() async {}
}
