import Foundation
import Locking

@testable import PurchaseConformance

/// An implementation that can do nothing.
struct Poor: PurchaseHarness {
    let name = "poor"
    let capabilities: Set<Capability> = []
    let shop = ConformanceShop(consumable: "a", nonConsumable: "b", subscription: "c")
    let patience = 1

    func begin() async throws -> any PurchaseCustomer { try await FakeHarness().begin() }
    func pause() async {}
}

/// A harness with all the patience there is, whose app delivers nothing, in a task that is cancelled as soon as it waits.
struct Impatient: PurchaseHarness {
    let name = "impatient"
    let capabilities = FakeHarness().capabilities
    let shop = FakeHarness().shop
    let patience = Int.max

    func begin() async throws -> any PurchaseCustomer {
        BrokenCustomer(flaw: .deliversNothing, customer: try await FakeHarness().begin())
    }

    func pause() async { withUnsafeCurrentTask { $0?.cancel() } }
}

/// The store in memory with an app that has one flaw.
struct Broken: PurchaseHarness {
    enum Flaw: Sendable {
        case deliversTwice, reportsCancelAsFailure, finishesFirst, deliversWhatWaits, deliversNothing
        /// Says nothing of subscriptions, offers, storefronts, refunds and what is lost.
        case saysNothing
        /// Says that every right is the server's word.
        case believesEverything
    }

    let flaw: Flaw
    let name = "broken"
    let capabilities = FakeHarness().capabilities
    let shop = FakeHarness().shop
    let patience = 10

    func begin() async throws -> any PurchaseCustomer {
        BrokenCustomer(flaw: flaw, customer: try await FakeHarness().begin())
    }

    func pause() async { await Task.yield() }
}

struct BrokenCustomer: PurchaseCustomer {
    let flaw: Broken.Flaw
    let customer: any PurchaseCustomer

    func launch(_ delivery: DeliveryAnswer?) async throws -> any PurchaseApp {
        // Who finishes first has the store believe what the handler did not do.
        let answer = flaw == .finishesFirst && delivery == .fails ? .delivers : delivery
        return BrokenApp(flaw: flaw, app: try await customer.launch(answer))
    }

    func happen(_ event: StoreHappening) async throws { try await customer.happen(event) }
    func unfinished() async throws -> [String] { try await customer.unfinished() }
    func settle() async { await customer.settle() }

    /// Who finishes first delivers without the server.
    func launchWithServer() async throws -> any PurchaseApp {
        if flaw == .finishesFirst { return try await launch(.delivers) }
        return BrokenApp(flaw: flaw, app: try await customer.launchWithServer())
    }

    func relative() async throws -> any PurchaseCustomer {
        BrokenCustomer(flaw: flaw, customer: try await customer.relative())
    }

    func served(_ account: String) async throws -> [String: Int] { try await customer.served(account) }
    func traffic() async throws -> ServerTraffic { try await customer.traffic() }
    func receiptChecks() async throws -> Int { try await customer.receiptChecks() }
}

private final class BrokenApp: PurchaseApp {
    let flaw: Broken.Flaw
    let app: any PurchaseApp
    private let waiting = Locked([DeliveredPurchase]())

    init(flaw: Broken.Flaw, app: any PurchaseApp) { (self.flaw, self.app) = (flaw, app) }

    func products(_ identifiers: Set<String>) async -> LoadedProducts { await app.products(identifiers) }

    func buy(_ productID: String, quantity: Int, account: UUID?) async -> BuyingOutcome {
        let outcome = await app.buy(productID, quantity: quantity, account: account)
        switch (flaw, outcome) {
        case (.reportsCancelAsFailure, .failed(.cancelled, let charged)):
            return .failed(.other, mayHaveBeenCharged: charged)
        case (.deliversWhatWaits, .pending):
            waiting.withLock { $0.append(DeliveredPurchase(productID: productID, transactionID: "0")) }
            return outcome
        default: return outcome
        }
    }

    func restore() async -> RestoreOutcome { await app.restore() }

    func delivered() async -> [DeliveredPurchase] {
        if flaw == .deliversNothing { return [] }
        let delivered = await app.delivered() + waiting.withLock { $0 }
        return flaw == .deliversTwice ? delivered + delivered : delivered
    }

    func deliveryAttempts() async -> Int { await app.deliveryAttempts() }

    func revoked() async -> [String] {
        if flaw == .saysNothing { return [] }
        return await app.revoked()
    }

    func owned() async -> Set<String> { await app.owned() }
    func finish(_ purchase: DeliveredPurchase) async { await app.finish(purchase) }
    func kill() async { await app.kill() }
    func logIn(as customer: String) async -> Bool { await app.logIn(as: customer) }
    func logOut() async { await app.logOut() }
    func refusedPurchases() async -> Int { await app.refusedPurchases() }

    func rights() async -> ServedRights {
        var rights = await app.rights()
        if flaw == .believesEverything { rights.source = .server }
        return rights
    }
}
