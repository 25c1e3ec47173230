import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("What the device itself says of purchases", .timeLimit(.minutes(15)))
struct DeviceAnswerTests {
    @Test("Beyond the window, and before any word, the receipt on the device is the answer, and says so")
    func device() async throws {
        try await BackendWorld.withOpen { world in
            world.line.set(.down)
            let backend = try await world.launch(customer: "alice", readsDevice: true)
            #expect(await backend.access().source == .device)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            let access = await backend.access()
            #expect(access.source == .device)
            #expect(access.owns(SampleShop.greenhouse))
            #expect(access.has("gold"))
            #expect(access.entitlement(to: SampleShop.greenhouse)?.source == .device)
        }
    }

    @Test("What cost nothing counts for nothing on the device, unless the app wants it so")
    func sandbox() async throws {
        try await BackendWorld.withOpen { world in
            world.line.set(.down)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            let unset = PurchaseBackendConfiguration(url: world.url, publicKey: nil, bundleID: "", pins: [])
                .environments
            #expect(unset == [.production])
            let backend = try await world.launch(customer: "alice", readsDevice: true) { $0.environments = unset }
            let access = await backend.access()
            #expect(access.source == .device)
            #expect(access.entitlements == [])
            #expect(!access.has("gold"))
        }
    }

    @Test("What the server says while the device is being read is not overwritten by what was known before")
    func meanwhile() async throws {
        try await BackendWorld.withOpen { world in
            let asked = Locked<PurchaseBackend?>(nil)
            let backend = try await world.launch(customer: "alice") { configuration in
                configuration.device = DevicePurchases { _, _ in
                    try await asked.withLock { $0 }?.refresh()
                    return []
                }
            }
            asked.withLock { $0 = backend }
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            try await backend.upload(try world.receipt())
            let access = await backend.current()
            #expect(access.source == .lastStatement)
            #expect(access.owns(SampleShop.greenhouse))
            asked.withLock { $0 = nil }
        }
    }

    @Test("Where the device cannot be read the app hears why, and nobody is the answer")
    func brokenDevice() async throws {
        try await BackendWorld.withOpen { world in
            world.line.set(.down)
            let backend = try await world.launch(customer: "alice") { configuration in
                configuration.device = DevicePurchases { _, _ in throw StubbornStorage.Refusal() }
            }
            #expect(await backend.current().source == .nobody)
            #expect(world.problemCodes == [.deviceFailed])
        }
    }

    @Test("What is bought while the server is away counts at once beside its last word")
    func boughtMeanwhile() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice", readsDevice: true)
            try await backend.refresh()
            world.line.set(.down)
            try world.wait(days: 0.1)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            let access = await backend.access()
            #expect(access.source == .lastStatement)
            #expect(access.owns(SampleShop.greenhouse))
            #expect(access.entitlement(to: SampleShop.greenhouse)?.source == .device)
        }
    }

    @Test("A purchase that the server could not be given before it spoke counts until it can")
    func notDeliveredYet() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice", readsDevice: true)
            guard case .success(let purchase) = await world.client.purchaseProduct(SampleShop.greenhouse) else {
                Issue.record("not bought")
                return
            }
            try world.wait(days: 0.001)
            try await backend.refresh()
            world.line.set(.down)
            #expect(await backend.access().owns(SampleShop.greenhouse) == false)
            let identifier = try #require(purchase.transaction.transactionIdentifier)
            await expect(.notReachable) {
                try await backend.take(SamplePurchase.purchased(identifier)) { world.client.localReceiptData }
            }
            let access = await backend.access()
            #expect(access.source == .lastStatement)
            #expect(access.owns(SampleShop.greenhouse))
            #expect(access.has("gold"))
            world.line.set(.up)
            try await backend.take(SamplePurchase.purchased(identifier)) { world.client.localReceiptData }
            #expect(await backend.waitingTransactions == [])
            #expect(await backend.current().entitlement(to: SampleShop.greenhouse)?.source == .lastStatement)
        }
    }

    @Test("What is refunded while the server is away is taken off its last word")
    func refundedMeanwhile() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice", readsDevice: true)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            try await backend.upload(try #require(world.client.localReceiptData))
            #expect(try await backend.refresh().has("gold"))
            world.line.set(.down)
            try world.wait(days: 0.1)
            let bought = try #require(world.store.transactions(account: SampleShop.customer).first)
            try world.store.refund(transactionID: bought.transactionID)
            await eventually { await !backend.current().owns(SampleShop.greenhouse) }
            let access = await backend.access()
            #expect(access.source == .lastStatement)
            #expect(access.entitlement(to: SampleShop.greenhouse)?.state == .revoked)
            #expect(!access.has("gold"))
        }
    }
}
