import AppStoreModels
import AppStoreTrust
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

/// An app on StoreKit 2 sends what the App Store signed.
@Suite("Signed purchases on their way to the server", .timeLimit(.minutes(15)))
struct SignedDeliveryTests {
    private static let soon = DeliveryRetry(firstDelay: 0, factor: 1, maximumDelay: 0)

    private static func client(_ world: BackendWorld) -> StoreClient {
        StoreClient(device: world.device, storeKit: .storeKit2)
    }

    private static func unfinished(_ world: BackendWorld) -> [String] {
        world.store.unfinishedTransactions(account: SampleShop.customer).map(\.productID)
    }

    private static func signed(_ request: HTTPTransportRequest?) throws -> (transactions: Int, renewals: Int) {
        let json = try JSONValue(parsing: try #require(request).body).object
        return (json?[array: "signedTransactions"]?.count ?? 0, json?[array: "signedRenewalInfo"]?.count ?? 0)
    }

    @Test("It goes as it was signed, with where the subscription stands, and is finished when the server has it")
    func delivered() async throws {
        try await BackendWorld.withOpen { world in
            // The App Store need not be asked for what it has signed.
            world.storeLine.set(.down)
            let backend = try await world.launch(customer: "alice")
            let client = Self.client(world)
            client.deliver(to: backend, retry: Self.soon)
            _ = await client.purchaseProduct(SampleShop.posy)
            await client.delivered()
            await eventually { Self.unfinished(world).isEmpty }
            #expect(world.line.count(of: "/transactions") == 1)
            #expect(world.line.count(of: "/receipts") == 0)
            let upload = world.line.requests.first { $0.url.path.hasSuffix("/transactions") }
            #expect(try Self.signed(upload) == (1, 1))
            let access = try await backend.refresh()
            #expect(access.owns(SampleShop.posy))
            #expect(access.entitlement(to: SampleShop.posy)?.willAutoRenew == true)
            #expect(access.pendingUploadCount == 0)
        }
    }

    @Test("What waits goes along, so that it is one upload, and each is delivered and finished once")
    func many() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            world.line.set(.down)
            let handled = Locked<[String]>([])
            let client = Self.client(world)
            client.deliver(to: backend, retry: Self.soon) { purchase in
                handled.withLock { $0.append(purchase.transaction.transactionIdentifier ?? "") }
            }
            for _ in 0..<5 { _ = await client.purchaseProduct(SampleShop.seeds) }
            #expect(Self.unfinished(world).count == 5)
            // The try that is on its way may be older than the last purchase.
            await eventually {
                (try? Self.signed(world.line.requests.last { $0.method == "POST" })) ?? (0, 0) == (5, 0)
            }
            world.line.set(.up)
            await client.delivered()
            await eventually { Self.unfinished(world).isEmpty }
            #expect(world.line.answered("/transactions") == 1)
            #expect(Set(handled.withLock { $0 }).count == 5)
            #expect(handled.withLock { $0.count } == 5)
            #expect(await backend.current().entitlement(to: SampleShop.seeds)?.quantity == 5)
        }
    }

    @Test("Another that the server does not take keeps no purchase waiting")
    func alone() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            let client = Self.client(world)
            let known = await client.signedPurchases()
            let own = try #require(known.first)
            let spoilt = SignedPurchase(identifier: "0", jws: own.jws + "A")
            let purchase = try #require(await Self.open(client))
            try await backend.take(purchase, receipt: { nil }, signed: { [spoilt] + known })
            #expect(world.line.count(of: "/transactions") == 2)
            #expect(try Self.signed(world.line.requests.last { $0.method == "POST" }) == (1, 0))
            #expect(try await backend.refresh().owns(SampleShop.greenhouse))
            // The server has it: it is not sent again.
            try await backend.take(purchase, receipt: { nil }, signed: { known })
            #expect(world.line.count(of: "/transactions") == 2)
        }
    }

    @Test("Who logs out while the others are refused has the purchase, and not who comes next")
    func aloneForWhoBought() async throws {
        try await BackendWorld.withOpen { world in
            let gate = Gate(inner: world.line)
            let backend = try await world.launch(customer: "alice") { $0.transport = gate }
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            let client = Self.client(world)
            let known = await client.signedPurchases()
            let spoilt = SignedPurchase(identifier: "0", jws: try #require(known.first).jws + "A")
            let purchase = try #require(await Self.open(client))
            let taking = Task { try await backend.take(purchase, receipt: { nil }, signed: { [spoilt] + known }) }
            await gate.arrived()
            gate.isOpenForNew()
            try await backend.logOut()
            gate.release()
            try await taking.value
            let uploads = world.line.requests.filter { $0.method == "POST" }.map(\.url.path)
            #expect(uploads == Array(repeating: "/v1/app/customers/alice/transactions", count: 2))
            #expect(try await backend.refresh().entitlements == [])
            let alice = try await world.launch(customer: "alice", storage: MemoryStorage())
            #expect(try await alice.refresh().owns(SampleShop.greenhouse))
        }
    }

    /// Somebody in between who lets nothing long through.
    private struct NarrowProxy: HTTPTransport {
        let inner: any HTTPTransport
        let limit: Int

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            guard request.body.count <= limit else {
                return HTTPTransportResponse(status: 413, body: Data("<html>too large</html>".utf8))
            }
            return try await inner.send(request)
        }
    }

    @Test("What is too long for somebody in between goes alone")
    func narrow() async throws {
        try await BackendWorld.withOpen { world in
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            let client = Self.client(world)
            let known = await client.signedPurchases()
            let own = try #require(known.first)
            let proxy = NarrowProxy(inner: world.line, limit: own.jws.utf8.count * 3 / 2)
            let backend = try await world.launch(customer: "alice") { $0.transport = proxy }
            let other = SignedPurchase(identifier: "0", jws: own.jws)
            let purchase = try #require(await Self.open(client))
            try await backend.take(purchase, receipt: { nil }, signed: { [other] + known })
            #expect(world.line.count(of: "/transactions") == 1)
            #expect(try await backend.refresh().owns(SampleShop.greenhouse))
        }
    }

    /// The purchase that waits, as a delivery handler gets it.
    private static func open(_ client: StoreClient) async -> Purchase? {
        let found = Locked(Purchase?.none)
        client.deliver(retry: DeliveryRetry(firstDelay: 3_600, maximumDelay: 3_600)) { purchase in
            found.withLock { $0 = purchase }
            throw CancellationError()
        }
        await eventually { found.withLock { $0 != nil } }
        return found.withLock { $0 }
    }

    @Test("Who restores on a new device has everything when it returns, without a receipt")
    func restored() async throws {
        try await BackendWorld.withOpen { world in
            let bought = try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            try world.store.finish(transactionID: bought.transactionID)
            let backend = try await world.launch(customer: "alice")
            let access = try await backend.restore(with: Self.client(world))
            #expect(access.source == .server)
            #expect(access.owns(SampleShop.posy))
            #expect(world.line.count(of: "/receipts") == 0)
        }
    }

    @Test("Who restores more than somebody in between lets through has everything all the same")
    func restoredInParts() async throws {
        try await BackendWorld.withOpen { world in
            let products = [SampleShop.greenhouse, SampleShop.posy]
            for product in products {
                let bought = try world.store.buy(productID: product, account: SampleShop.customer)
                try world.store.finish(transactionID: bought.transactionID)
            }
            let client = Self.client(world)
            let longest = try #require(await client.signedPurchases().map(\.jws.utf8.count).max())
            let backend = try await world.launch(customer: "alice") {
                $0.transport = NarrowProxy(inner: world.line, limit: longest * 3 / 2)
            }
            let access = try await backend.restore(with: client)
            #expect(products.filter(access.owns) == products)
            #expect(world.line.count(of: "/transactions") == 2)
            let strict = try await world.launch(customer: "bob", storage: MemoryStorage()) {
                $0.transport = NarrowProxy(inner: world.line, limit: longest / 2)
            }
            await expect(.malformedAnswer) { _ = try await strict.restore(with: client) }
            #expect(world.line.count(of: "/transactions") == 2)
        }
    }

    @Test("Who logs in while the store is asked does not get what somebody else restores", arguments: [false, true])
    func restoredForWhoAsked(isSigned: Bool) async throws {
        try await BackendWorld.withOpen { world in
            let bought = try world.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            try world.store.finish(transactionID: bought.transactionID)
            let queue = ManualQueue()
            let device = try LocalDevice(
                store: world.store,
                account: SampleShop.customer,
                identifier: try SampleShop.device(),
                callbacks: CallbackQueue { queue.enqueue($0) },
                work: CallbackQueue { queue.enqueue($0) }
            )
            let signIns = Locked(0)
            device.settings.failure = { operation in
                if operation == .restore { signIns.withLock { $0 += 1 } }
                return nil
            }
            let client = StoreClient(device: device, storeKit: isSigned ? .storeKit2 : .storeKit1)
            let backend = try await world.launch(customer: "alice")
            let hasEnded = Locked(false)
            let restoring = Task {
                defer { hasEnded.withLock { $0 = true } }
                _ = try await backend.restore(with: client)
            }
            // The customer gives the password, and the store's answer waits.
            await eventually {
                if signIns.withLock({ $0 }) == 0 { queue.step() }
                return signIns.withLock { $0 } > 0
            }
            try await backend.logIn(as: "bob")
            await eventually {
                queue.run()
                return hasEnded.withLock { $0 }
            }
            await expect(.customerChanged) { try await restoring.value }
            #expect(world.line.count(of: "/transactions") + world.line.count(of: "/receipts") == 0)
            #expect(try await backend.refresh().entitlements == [])
        }
    }

    @Test("What StoreKit 2 has on the device counts while the server is away")
    func offline() async throws {
        try await BackendWorld.withOpen { world in
            let client = Self.client(world)
            let store = world.store
            let verifier = SignedDataVerifier(
                policy: store.trustPolicy,
                apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                environments: [.sandbox],
                now: { store.now }
            )
            let backend = try await world.launch(customer: "alice") {
                $0.device = .signedTransactions(verifier, of: client)
            }
            world.line.set(.down)
            _ = await client.purchaseProduct(SampleShop.greenhouse)
            let access = await backend.access()
            #expect(access.source == .device)
            #expect(access.owns(SampleShop.greenhouse))
        }
    }
}
