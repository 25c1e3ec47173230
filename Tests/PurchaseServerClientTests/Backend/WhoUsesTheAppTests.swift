import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import Locking
import PurchaseServer
import SwiftyStoreKit
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("Who uses the app", .timeLimit(.minutes(15)))
struct WhoUsesTheAppTests {
    private static func buyAndUpload(_ world: BackendWorld, _ backend: PurchaseBackend, _ product: String) async throws
    {
        try world.store.buy(productID: product, account: SampleShop.customer)
        #expect(try await backend.upload(try world.receipt()).refusedPurchases == [])
    }

    @Test("Nobody in particular keeps a name; at login everything becomes the account's, and after it nothing is left")
    func login() async throws {
        try await BackendWorld.withOpen { world in
            let first = try await world.launch()
            let name = try await first.customer
            #expect(name.hasPrefix("anonymous:"))
            let token = try #require(try await first.appAccountToken)
            #expect(name == "anonymous:" + token.uuidString.lowercased())
            try await Self.buyAndUpload(world, first, SampleShop.greenhouse)
            let second = try await world.launch()
            #expect(try await second.customer == name)
            let access = try await second.logIn(as: "alice")
            #expect(access.customer == "alice")
            #expect(access.owns(SampleShop.greenhouse))
            let third = try await world.launch()
            #expect(try await third.customer == "alice")
            try await third.logOut()
            #expect(try await third.customer.hasPrefix("anonymous:"))
            #expect(try await third.customer != name)
            world.line.set(.down)
            #expect(await third.access().source == .nobody)
            await expect(.notReachable) { try await third.logIn(as: "alice") }
            #expect(try await third.customer.hasPrefix("anonymous:"))
            await expect(.invalidCustomer) { try await third.logIn(as: "") }
        }
    }

    @Test("Where tokens are demanded, one comes at first contact, and an account's from the developer's server")
    func tokens() async throws {
        try await BackendWorld.withOpen({ $0.apps[0].customerTokens = .required }) { world in
            let backend = try await world.launch()
            #expect(try await backend.refresh().source == .server)
            try await Self.buyAndUpload(world, backend, SampleShop.greenhouse)
            #expect(world.line.count(of: "/tokens") == 1)
            await expect(.refused, "customer-token-missing") { try await backend.logIn(as: "alice") }
            let token = try #require(try await world.ask("v1/customers/alice/tokens")[string: "customerToken"])
            #expect(try await backend.logIn(as: "alice", token: token).owns(SampleShop.greenhouse))
            let again = try await world.launch()
            #expect(try await again.refresh().customer == "alice")
            try await again.logOut()
            #expect(world.line.count(of: "/tokens", "DELETE") == 1)
            // Whoever else has the public key has no token.
            let thief = try await world.launch(customer: "alice") { $0.storage = MemoryStorage() }
            await expect(.refused, "customer-token-missing") { try await thief.refresh() }
        }
    }

    @Test("An answer that comes after somebody else has logged in changes nothing")
    func changedMeanwhile() async throws {
        try await BackendWorld.withOpen { world in
            let gate = Gate(inner: world.line)
            let backend = try await world.launch { $0.transport = gate }
            let late = Task { try await backend.refresh() }
            await gate.arrived()
            gate.isOpenForNew()
            try await backend.logIn(as: "alice")
            gate.release()
            await expect(.customerChanged) { _ = try await late.value }
            #expect(await backend.current().customer == "alice")
        }
    }

    @Test("With a token of the account anybody logs in: at the first launch, after a logout, as who is in use already")
    func provenLogin() async throws {
        try await BackendWorld.withOpen({ $0.apps[0].customerTokens = .required }) { world in
            let token = try #require(try await world.ask("v1/customers/alice/tokens")[string: "customerToken"])
            let backend = try await world.launch()
            #expect(try await backend.logIn(as: "alice", token: token).source == .server)
            try await backend.logOut()
            #expect(try await backend.logIn(as: "alice", token: token).source == .server)
            let named = try await world.launch(customer: "alice", storage: MemoryStorage())
            await expect(.refused, "customer-token-missing") { try await named.refresh() }
            #expect(try await named.logIn(as: "alice", token: token).source == .server)
            #expect(world.problemCodes == [])
        }
    }

    @Test("A login holds also if the server is away right after it")
    func loginBeforeOutage() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch()
            world.line.set(
                .altered { request, response in
                    request.url.path.hasSuffix("/login") ? response : HTTPTransportResponse(status: 503, body: Data())
                }
            )
            let access = try await backend.logIn(as: "alice")
            #expect(access.customer == "alice")
            #expect(access.source == .nobody)
            #expect(try await backend.customer == "alice")
            #expect(world.problemCodes == [.unavailable])
        }
    }

    @Test("What something in between answers is no login")
    func gateway() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch()
            world.line.set(.answers(200, "{}"))
            await expect(.malformedAnswer) { try await backend.logIn(as: "alice") }
            #expect(try await backend.customer.hasPrefix("anonymous:"))
        }
    }

    @Test("Who logs out takes along what was shown: screens that watch see nothing of it from then on")
    func watched() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try await Self.buyAndUpload(world, backend, SampleShop.greenhouse)
            try await backend.refresh()
            var watching = backend.updates().makeAsyncIterator()
            #expect(await watching.next()?.owns(SampleShop.greenhouse) == true)
            try await backend.logOut()
            let name = try await backend.customer
            for access in [await watching.next(), await Self.first(of: backend)] {
                #expect(access?.customer == name)
                #expect(access?.entitlements == [])
                #expect(access?.levels == [])
                #expect(access?.source == .nobody)
            }
        }
    }

    private static func first(of backend: PurchaseBackend) async -> CustomerAccess? {
        var updates = backend.updates().makeAsyncIterator()
        return await updates.next()
    }

    @Test("While the storage cannot be read nobody is made up, nothing is replaced, and the device's purchases count")
    func locked() async throws {
        try await BackendWorld.withOpen({ $0.apps[0].customerTokens = .required }) { world in
            let token = try #require(try await world.ask("v1/customers/alice/tokens")[string: "customerToken"])
            try await world.launch().logIn(as: "alice", token: token)
            _ = await world.client.purchaseProduct(SampleShop.greenhouse)
            let kept = ["customer", "statement"].map { world.storage.data(forKey: "purchase-server-" + $0) }
            let storage = StubbornStorage(world.storage)
            storage.refuse(reading: true)
            let backend = try await world.launch(readsDevice: true, storage: storage)
            await expect(.storageFailed) { _ = try await backend.customer }
            await expect(.storageFailed) { _ = try await backend.appAccountToken }
            await expect(.storageFailed) { try await backend.refresh() }
            await expect(.storageFailed) { try await backend.upload(try world.receipt()) }
            await expect(.storageFailed) { try await backend.logOut() }
            let access = await backend.current()
            #expect(access.customer == "")
            #expect(access.source == .device)
            #expect(access.owns(SampleShop.greenhouse))
            #expect(["customer", "statement"].map { world.storage.data(forKey: "purchase-server-" + $0) } == kept)
            storage.refuse()
            #expect(try await backend.customer == "alice")
            #expect(try await backend.refresh().source == .server)
        }
    }
}
