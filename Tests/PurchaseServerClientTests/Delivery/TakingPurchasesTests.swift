import AppStoreModels
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import PurchaseServer
import SwiftyStoreKit
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("What counts as being on the server", .timeLimit(.minutes(15)))
struct TakingPurchasesTests {
    private static func identifier(_ world: BackendWorld, of product: String) throws -> String {
        try #require(
            world.store.transactions(account: SampleShop.customer).last { $0.productID == product }?.transactionID
        )
    }

    @Test("A purchase is not taken for the one that its original names: only what was restored is")
    func original() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            let first = try Self.identifier(world, of: SampleShop.posy)
            let receipt = try world.receipt()
            await expect(.transactionNotInReceipt) {
                try await backend.take(SamplePurchase.purchased("4711", original: first)) { receipt }
            }
            #expect(world.line.requests.isEmpty)
            try await backend.upload(receipt)
            await expect(.transactionNotInReceipt) {
                try await backend.take(SamplePurchase.purchased("4711", original: first)) { receipt }
            }
            try await backend.take(SamplePurchase.restored("4711", of: first)) { receipt }
            #expect(world.line.count(of: "/receipts") == 1)
        }
    }

    @Test("Who logs out while a purchase is on its way keeps it: it is not delivered again for the next one")
    func loggedOutMeanwhile() async throws {
        try await BackendWorld.withOpen { world in
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            let purchase = SamplePurchase.purchased(try Self.identifier(world, of: SampleShop.greenhouse))
            let receipt = try world.receipt()
            for isDelivered in [true, false] {
                let gate = Gate(inner: world.line)
                let backend = try await world.launch(customer: "alice") { $0.transport = gate }
                let upload = Task {
                    if isDelivered {
                        try await backend.take(purchase) { receipt }
                    } else {
                        #expect(try await backend.upload(receipt).isPending == false)
                    }
                }
                await gate.arrived()
                gate.isOpenForNew()
                try await backend.logOut()
                gate.release()
                try await upload.value
                #expect(try await backend.refresh().entitlements == [])
            }
            #expect(try await world.launch(customer: "alice").refresh().owns(SampleShop.greenhouse))
        }
    }

    @Test("What stays with another customer is finished and reported, also where the rest is the sender's")
    func mixed() async throws {
        try await BackendWorld.withOpen({ $0.customers.ownership.standard = .refuse }) { world in
            let bob = try await world.launch(customer: "bob")
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            try await bob.upload(try world.receipt())
            try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            let receipt = try world.receipt()
            let alice = try await world.launch(customer: "alice", storage: MemoryStorage())
            let bobs = try Self.identifier(world, of: SampleShop.greenhouse)
            try await alice.take(SamplePurchase.restored(bobs)) { receipt }
            let problem = try #require(world.problems.withLock { $0.first })
            #expect(problem.serverCode == "purchase-of-another-customer")
            #expect(problem.reason.contains(bobs))
            let access = try await alice.refresh()
            #expect(access.owns(SampleShop.posy))
            #expect(!access.owns(SampleShop.greenhouse))
        }
    }

    @Test("An answer that is not our server's is no receipt on its disk", arguments: ["{}", #"{"ok":true}"#, "[]", ""])
    func gateway(body: String) async throws {
        try await BackendWorld.withOpen { world in
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            let purchase = SamplePurchase.purchased(try Self.identifier(world, of: SampleShop.greenhouse))
            let receipt = try world.receipt()
            let backend = try await world.launch(customer: "alice")
            for status in [200, 201, 202] {
                world.line.set(.answers(status, body))
                await expect(.malformedAnswer) { try await backend.take(purchase) { receipt } }
                await expect(.malformedAnswer) { try await backend.upload(receipt) }
                await expect(.malformedAnswer) { try await backend.upload(signedTransactions: ["a.b.c"]) }
            }
        }
    }

    @Test("A delivery asks once: who delivers tries again in its own time")
    func once() async throws {
        try await BackendWorld.withOpen { world in
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            let purchase = SamplePurchase.purchased(try Self.identifier(world, of: SampleShop.greenhouse))
            let receipt = try world.receipt()
            let backend = try await world.launch(customer: "alice", isOnce: false)
            world.line.set(.down)
            await expect(.notReachable) { try await backend.take(purchase) { receipt } }
            #expect(world.line.requests.count == 1)
            await expect(.notReachable) { try await backend.upload(receipt) }
            #expect(world.line.requests.count > 2)
        }
    }
}
