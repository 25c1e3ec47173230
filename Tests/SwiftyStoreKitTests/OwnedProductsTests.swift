import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("What the customer owns", .timeLimit(.minutes(15)))
struct OwnedProductsTests {
    private let store = ScriptedStore()
    private let answer = Locked(VerifyReceiptResult.error(error: .noReceiptData))
    private let device = Locked(Date(timeIntervalSince1970: 100))

    /// A validator that gives what the test wants.
    private struct Validator: ReceiptValidator, Sendable {
        let answer: Locked<VerifyReceiptResult>

        func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
            completion(answer.withLock { $0 })
        }
    }

    private func owned() -> OwnedProducts {
        let device = device
        return OwnedProducts(
            client: store.client,
            validator: Validator(answer: answer),
            clock: TrustedClock(storage: store.storage, device: { device.withLock { $0 } })
        )
    }

    /// The receipt says that these products are owned, until so many seconds.
    private func say(_ products: [String: Int?]) throws {
        let items = products.map { product, expires in
            var item = ["product_id": product, "transaction_id": product, "purchase_date_ms": "1000"]
            item["expires_date_ms"] = expires.map { "\($0)000" }
            return item
        }
        let body: [String: Any] = ["status": 0, "receipt": ["request_date_ms": "50000", "in_app": items]]
        let data = try JSONSerialization.data(withJSONObject: body)
        let receipt = try #require(try JSONSerialization.jsonObject(with: data) as? ReceiptInfo)
        answer.withLock { $0 = .success(receipt: receipt) }
        store.services.withLock { $0.receipt = Data("receipt".utf8) }
    }

    @discardableResult
    private func reconcile(_ owned: OwnedProducts) async -> OwnedState {
        let store = store
        async let state = owned.reconcile()
        await eventually { store.callbacks.count > 0 }
        store.callbacks.run()
        return await state
    }

    /// Ends what follows the store: a look that has begun still waits for its answer, which somebody has to deliver.
    private func end(_ running: Task<Void, Never>) async {
        running.cancel()
        let hasEnded = Locked(false)
        let ending = Task {
            await running.value
            hasEnded.withLock { $0 = true }
        }
        await eventually {
            store.callbacks.run()
            return hasEnded.withLock { $0 }
        }
        await ending.value
    }

    /// A validator that counts how often it was asked.
    private struct CountingValidator: ReceiptValidator, Sendable {
        let count = Locked(0)

        func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
            count.withLock { $0 += 1 }
            completion(.error(error: .noReceiptData))
        }
    }

    @Test("What the store takes away during the first look is not missed")
    func revocationDuringLaunch() async throws {
        try say([:])
        let store = store
        let validator = CountingValidator()
        let owned = OwnedProducts(client: store.client, validator: validator)
        let running = Task { await owned.run() }
        await eventually { store.callbacks.count > 0 }
        store.client.revocationFeed.send(EntitlementChange(added: [], removed: ["rose"], cause: .revocation))
        await eventually {
            store.callbacks.run()
            return validator.count.withLock { $0 } == 2
        }
        await end(running)
    }

    @Test("Nothing is known before the first receipt")
    func nothing() async {
        let owned = owned()
        #expect(owned.state == OwnedState(productIDs: [], source: .nothing, asOf: nil))
        #expect(await reconcile(owned).source == .nothing)
        #expect(owned.report == nil)
        #expect(store.services.withLock { $0.refreshes.isEmpty }, "nobody may be asked for a password")
    }

    @Test("A valid receipt decides, and is remembered until each product's own end")
    func remembered() async throws {
        try say(["rose": nil, "club": 500])
        let first = owned()
        let state = await reconcile(first)
        #expect(state.productIDs == ["rose", "club"])
        #expect(state.source == .receipt)
        #expect(first.report?.asOf == Date(timeIntervalSince1970: 50))
        store.services.withLock { $0.receipt = nil }
        let next = owned()
        #expect(
            next.state
                == OwnedState(
                    productIDs: ["rose", "club"],
                    source: .remembered,
                    asOf: Date(timeIntervalSince1970: 50)
                )
        )
        #expect(await reconcile(next).source == .remembered)
        device.withLock { $0 = Date(timeIntervalSince1970: 500) }
        #expect(await reconcile(next).productIDs == ["rose"])
    }

    @Test(
        "Without a network what is remembered counts; a receipt that is not valid counts as nothing",
        arguments: [
            (ReceiptError.networkError(error: URLError(.notConnectedToInternet)), OwnedState.Source.remembered),
            (.noRemoteData, .remembered),
            (.receiptInvalid(receipt: [:], status: .receiptServerUnavailable), .remembered),
            (.receiptInvalid(receipt: [:], status: .receiptCouldNotBeAuthenticated), .invalidReceipt),
        ]
    )
    func failures(error: ReceiptError, source: OwnedState.Source) async throws {
        try say(["rose": nil])
        let owned = owned()
        await reconcile(owned)
        answer.withLock { $0 = .error(error: error) }
        let state = await reconcile(owned)
        #expect(state.source == source)
        #expect(owned.owns("rose") == (source == .remembered))
    }

    @Test("Once a receipt was seen, a missing one means another account: nothing is owned or remembered")
    func gone() async throws {
        try say(["rose": nil])
        let owned = owned()
        await reconcile(owned)
        store.services.withLock { $0.receipt = nil }
        #expect(await reconcile(owned).productIDs.isEmpty)
        #expect(self.owned().state.source == .nothing)
    }

    @Test("Purchases, restores, revocations and storefronts each have the receipt read again")
    func followed() async throws {
        let owned = owned()
        let store = store
        let causes = Locked([EntitlementChange.Cause]())
        let changes = store.client.entitlementChanges
        let reading = Task { for await change in changes { causes.withLock { $0.append(change.cause) } } }
        // Said before the first look, which another thread begins at once.
        try say(["a": nil])
        let running = Task { await owned.run() }
        func after(_ products: [String: Int?], _ event: () -> Void) async throws {
            try say(products)
            event()
            await eventually {
                store.callbacks.run()
                return owned.state.productIDs == Set(products.keys)
            }
        }
        try await after(["a": nil]) {}
        try await after(["b": nil]) { store.queue.update([FakeTransaction("b", .purchased)]) }
        try await after(["c": nil]) { store.queue.update([FakeTransaction("c", .restored)]) }
        try await after([:]) { store.queue.revoke(["c"]) }
        try await after(["d": nil]) { store.client.storefrontFeed.send(nil) }
        await eventually { causes.withLock { $0.last } == .storefront }
        #expect(Set(causes.withLock { $0 }) == [.launch, .purchase, .restore, .revocation, .storefront])
        await end(running)
        reading.cancel()
    }

    @Test("What ends is found when it ends, though nothing happens, and is told")
    func endsByItself() async throws {
        try say(["rose": nil, "club": 500])
        let owned = owned()
        let store = store
        let told = Locked([EntitlementChange]())
        let changes = store.client.entitlementChanges
        let reading = Task { for await change in changes { told.withLock { $0.append(change) } } }
        let running = Task { await owned.run() }
        await eventually {
            store.callbacks.run()
            return store.sleeper.requested.last == 400
        }
        #expect(owned.owns("club"))
        device.withLock { $0 = Date(timeIntervalSince1970: 500) }
        store.sleeper.wake()
        await eventually {
            store.callbacks.run()
            return told.withLock { $0.count } == 2
        }
        #expect(told.withLock { $0.last } == EntitlementChange(added: [], removed: ["club"], cause: .subscription))
        #expect(owned.state.productIDs == ["rose"])
        await end(running)
        reading.cancel()
    }

    @Test("A storage that is full is written to the log; what is owned stands")
    func fullDisk() async throws {
        try say(["rose": nil])
        let kinds = Locked([PurchaseEvent.Kind]())
        store.client.log.sink = { event in kinds.withLock { $0.append(event.kind) } }
        let owned = OwnedProducts(
            client: store.client,
            validator: Validator(answer: answer),
            storage: BrokenStorage()
        )
        #expect(await reconcile(owned).productIDs == ["rose"])
        #expect(kinds.withLock { $0 } == [.storageFailed, .reconciled])
    }
}

@Suite("The products of an app", .timeLimit(.minutes(15)))
struct ProductCatalogueTests {
    @Test("From a .storekit file, subscriptions and all, with their kinds")
    func storeKit() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/Catalogues/FlowerShop.storekit")
        let catalogue = try ProductCatalogue(storeKitConfiguration: try Data(contentsOf: file))
        #expect(
            catalogue.productIDs == [
                SampleShop.seeds, SampleShop.greenhouse, SampleShop.season, SampleShop.posy, SampleShop.bouquet,
            ]
        )
        #expect(catalogue.productTypes[SampleShop.seeds] == .consumable)
        #expect(catalogue.productTypes[SampleShop.posy] == .autoRenewableSubscription)
        #expect(catalogue.rules.productTypes == catalogue.productTypes)
    }

    @Test("From a property list")
    func propertyList() throws {
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["Products": ["rose", "iris", ""]],
            format: .xml,
            options: 0
        )
        #expect(try ProductCatalogue(propertyList: list).productIDs == ["rose", "iris"])
        #expect(throws: CatalogueError.self) { try ProductCatalogue(propertyList: list, key: "Other") }
    }

    @Test(
        "What has no products says so",
        arguments: [("", CatalogueError.Code.unreadable), ("{", .unreadable), ("{\"products\":[]}", .empty)]
    )
    func empty(text: String, code: CatalogueError.Code) {
        #expect {
            try ProductCatalogue(storeKitConfiguration: Data(text.utf8))
        } throws: { error in
            (error as? CatalogueError)?.code == code
        }
        #expect(throws: CatalogueError.self) { try ProductCatalogue(propertyList: Data(text.utf8)) }
    }
}

@Suite("Storage", .timeLimit(.minutes(15)))
struct StorageTests {
    private static func storages(in folder: URL) -> [any KeyValueStorage] {
        let defaults = UserDefaults(suiteName: "purser-tests-\(UUID().uuidString)")
        return [MemoryStorage(), FileStorage(folder: folder)] + (defaults.map { [DefaultsStorage($0)] } ?? [])
    }

    @Test("A value is kept, replaced and removed, whatever its key")
    func values() throws {
        let folder = try TemporaryFolder()
        for storage in Self.storages(in: folder.url) {
            for key in ["simple", "../with/strange %names", ""] {
                #expect(try storage.data(forKey: key) == nil)
                try storage.set(Data("one".utf8), forKey: key)
                try storage.set(Data("two".utf8), forKey: key)
                #expect(try storage.data(forKey: key) == Data("two".utf8), "\(storage) \(key)")
                try storage.set(nil, forKey: key)
                try storage.set(nil, forKey: key)
                #expect(try storage.data(forKey: key) == nil)
            }
        }
    }

    @Test("A folder that cannot be written to is an error")
    func unwritable() {
        let storage = FileStorage(folder: URL(fileURLWithPath: "/dev/null/folder"))
        #expect(throws: (any Error).self) { try storage.set(Data(), forKey: "a") }
    }
}
