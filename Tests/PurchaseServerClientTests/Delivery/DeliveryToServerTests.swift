import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import PurchaseServer
import SwiftyStoreKit
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("Purchases on their way to the server", .timeLimit(.minutes(15)))
struct DeliveryToServerTests {
    private static let soon = DeliveryRetry(firstDelay: 0, factor: 1, maximumDelay: 0)

    /// What the store would offer again.
    private static func unfinished(_ world: BackendWorld) -> [String] {
        world.store.unfinishedTransactions(account: SampleShop.customer).map(\.transactionID)
    }

    /// As StoreKit does, the queue tells the store a moment after it was told.
    private static func expectFinished(_ world: BackendWorld) async {
        await eventually { unfinished(world).isEmpty }
        #expect(unfinished(world) == [])
    }

    @Test("A purchase is finished when the server has it, and not before")
    func finished() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            world.line.set(.down)
            world.client.deliver(to: backend, retry: Self.soon)
            _ = await world.client.purchaseProduct(SampleShop.seeds)
            let tries = world.line.count(of: "/receipts")
            await eventually { world.line.count(of: "/receipts") > tries + 2 }
            #expect(Self.unfinished(world).count == 1)
            #expect(!world.client.isDelivered)
            world.line.set(.up)
            await world.client.delivered()
            await Self.expectFinished(world)
            #expect(await backend.current().entitlement(to: SampleShop.seeds)?.quantity == 1)
        }
    }

    @Test("An upload whose answer is lost is sent again, and counts once")
    func lostAnswer() async throws {
        try await BackendWorld.withOpen({ configuration in
            configuration.customers.ledger = try LedgerRules(products: [.init(SampleShop.seeds, gives: ["seeds": 10])])
        }) { world in
            let backend = try await world.launch(customer: "alice")
            world.line.set(.losesAnswers)
            world.client.deliver(to: backend, retry: Self.soon)
            _ = await world.client.purchaseProduct(SampleShop.seeds)
            await eventually { world.line.responses.count >= 2 }
            #expect(Self.unfinished(world).count == 1)
            world.line.set(.up)
            await world.client.delivered()
            await Self.expectFinished(world)
            #expect(try await backend.refresh().balance(of: "seeds") == 10)
        }
    }

    @Test("An upload that waits for the App Store is on the server's disk: the purchase is finished")
    func pending() async throws {
        try await BackendWorld.withOpen({ $0.uploadPatience = 600 }) { world in
            world.storeLine.set(.down)
            let backend = try await world.launch(customer: "alice")
            world.client.deliver(to: backend, retry: Self.soon)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            await world.client.delivered()
            await Self.expectFinished(world)
            #expect(world.line.responses.contains { $0.status == 202 })
            #expect(await backend.current().pendingUploadCount == 1)
            world.storeLine.set(.up)
            try world.wait(days: 0.5)
            _ = try await world.server.pollDue()
            #expect(try await backend.refresh().owns(SampleShop.greenhouse))
        }
    }

    @Test(
        "Whatever else the server says, the purchase is not finished",
        arguments: [
            (400, "invalid-body"), (401, "unauthorized"), (403, "customer-token-invalid"),
            (422, "receipt-not-authentic"), (429, "too-many-requests"), (500, "server-error"), (503, "database-full"),
        ]
    )
    func refused(status: Int, code: String) async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            world.line.set(.answers(status, #"{"error":{"code":"\#(code)","message":"no"}}"#))
            world.client.deliver(to: backend, retry: Self.soon)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            await eventually { world.line.count(of: "/receipts") > 2 }
            #expect(Self.unfinished(world).count == 1)
            // Only the developer can do something about what is refused for good.
            #expect(world.problems.withLock { $0.contains { $0.serverCode == code } } == (status < 429))
            world.line.set(.up)
            await world.client.delivered()
            await Self.expectFinished(world)
        }
    }

    @Test("What the server has and keeps for another customer is finished, and reported")
    func anothers() async throws {
        try await BackendWorld.withOpen({ $0.customers.ownership.standard = .refuse }) { world in
            let bob = try await world.launch(customer: "bob")
            world.client.deliver(to: bob, retry: Self.soon)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            await world.client.delivered()
            let alice = try await world.launch(customer: "alice") { $0.storage = MemoryStorage() }
            let purchase = try #require(world.store.transactions(account: SampleShop.customer).first)
            try await alice.take(SamplePurchase.restored(purchase.transactionID)) { world.client.localReceiptData }
            #expect(world.problems.withLock { $0.last?.serverCode } == "purchase-of-another-customer")
            #expect(try await alice.refresh().owns(SampleShop.greenhouse) == false)
        }
    }

    @Test("Many purchases in one receipt are one upload, and each is finished once")
    func many() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            world.line.set(.down)
            let handled = Locked<[String]>([])
            world.client.deliver(to: backend, retry: Self.soon) { purchase in
                handled.withLock { $0.append(purchase.transaction.transactionIdentifier ?? "") }
            }
            for _ in 0..<5 { _ = await world.client.purchaseProduct(SampleShop.seeds) }
            #expect(Self.unfinished(world).count == 5)
            // The try that is on its way may have the receipt of before the last purchase; the one after it has not.
            let tries = world.line.count(of: "/receipts")
            await eventually { world.line.count(of: "/receipts") > tries + 1 }
            world.line.set(.up)
            await world.client.delivered()
            await Self.expectFinished(world)
            #expect(world.line.answered("/receipts") == 1)
            #expect(Set(handled.withLock { $0 }).count == 5)
            #expect(handled.withLock { $0.count } == 5)
            #expect(await backend.current().entitlement(to: SampleShop.seeds)?.quantity == 5)
        }
    }

    @Test("A receipt that has not the purchase yet is not taken for it, and no receipt neither")
    func staleReceipt() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            let receipt = world.client.localReceiptData
            #expect(receipt != nil)
            await #expect(throws: PurchaseBackendError(.transactionNotInReceipt, "")) {
                try await backend.take(SamplePurchase.restored("4711")) { receipt }
            }
            await #expect(throws: PurchaseBackendError(.noReceipt, "")) {
                try await backend.take(SamplePurchase.restored("4711")) { nil }
            }
            #expect(world.line.requests.isEmpty)
        }
    }

    @Test("Who restores on a new device has everything when it returns")
    func restore() async throws {
        try await BackendWorld.withOpen { world in
            try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            let backend = try await world.launch(customer: "alice")
            world.client.deliver(to: backend, retry: Self.soon)
            let access = try await backend.restore(with: world.client)
            #expect(access.source == .server)
            #expect(access.owns(SampleShop.posy))
        }
    }
}
