import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import OutgoingHTTP
import PurchaseServer
import SwiftyStoreKit
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("An app and its purchase server", .timeLimit(.minutes(15)))
struct PurchaseBackendTests {
    private static let gold: EntitlementLevel = "gold"

    private static func buyAndUpload(_ world: BackendWorld, _ backend: PurchaseBackend, _ product: String) async throws
    {
        try world.store.buy(productID: product, account: SampleShop.customer)
        let outcome = try await backend.upload(try world.receipt())
        #expect(!outcome.isPending)
        #expect(outcome.refusedPurchases == [])
    }

    @Test("What is uploaded is said again, signed, with its levels and where to manage it")
    func says() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            #expect(try await backend.refresh().entitlements == [])
            try await Self.buyAndUpload(world, backend, SampleShop.posy)
            let access = await backend.access()
            #expect(access.source == .server)
            #expect(access.customer == "alice")
            #expect(access.owns(SampleShop.posy))
            #expect(access.has(Self.gold))
            #expect(access.statedDate == world.store.now)
            #expect(access.managementURL != nil)
            #expect(access.entitlement(to: SampleShop.posy)?.willAutoRenew == true)
            #expect(world.problemCodes == [])
        }
    }

    @Test("While the server is away its last word counts, across launches, and ends with the window")
    func away() async throws {
        try await BackendWorld.withOpen { world in
            let first = try await world.launch(customer: "alice")
            try await Self.buyAndUpload(world, first, SampleShop.greenhouse)
            try await first.refresh()
            world.line.set(.down)
            let second = try await world.launch(customer: "alice")
            try world.wait(days: 2)
            let last = await second.access()
            #expect(last.source == .lastStatement)
            #expect(last.owns(SampleShop.greenhouse))
            #expect(last.has(Self.gold))
            try world.wait(days: 1.1)
            let over = await second.access()
            #expect(over.source == .nobody)
            #expect(!over.owns(SampleShop.greenhouse))
            world.line.set(.up)
            #expect(await second.access().source == .server)
            #expect(await second.current().source == .lastStatement)
        }
    }

    @Test("A clock that is set back, before or after a launch, makes the last word last no longer")
    func setBack() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try await Self.buyAndUpload(world, backend, SampleShop.greenhouse)
            try await backend.refresh()
            world.line.set(.down)
            try world.wait(days: 2)
            #expect(await backend.current().source == .lastStatement)
            world.clockError.withLock { $0 = -2 * 86_400 }
            #expect(await backend.current().source == .nobody)
            // A start of the device begins its uptime anew.
            world.uptime.withLock { $0 = 1 }
            let later = try await world.launch(customer: "alice")
            #expect(await later.current().source == .nobody)
            world.clockError.withLock { $0 = 0 }
            #expect(await later.current().source == .lastStatement)
        }
    }

    @Test("A clock that stands still is gone on with by the uptime")
    func stopped() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try await backend.refresh()
            world.line.set(.down)
            world.uptime.withLock { $0 += 2 * 86_400 }
            #expect(await backend.current().source == .lastStatement)
            world.uptime.withLock { $0 += 86_400 }
            #expect(await backend.current().source == .nobody)
        }
    }

    // MARK: Somebody in between

    @Test("An old answer that is sent again is not believed")
    func replay() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try await Self.buyAndUpload(world, backend, SampleShop.greenhouse)
            try await backend.refresh()
            let old = try #require(world.line.responses.last)
            world.line.set(.altered { _, _ in old })
            await expect(.wrongNonce) { try await backend.refresh() }
            #expect(await backend.access().source == .lastStatement)
            #expect(world.problemCodes == [.wrongNonce])
        }
    }

    @Test("An answer about another customer is not believed, also with this request's nonce")
    func otherCustomer() async throws {
        try await BackendWorld.withOpen { world in
            let bob = try await world.launch(customer: "bob")
            try await Self.buyAndUpload(world, bob, SampleShop.greenhouse)
            let swapped = BobsAnswers(inner: world.line)
            let alice = try await world.launch(customer: "alice") { $0.transport = swapped }
            await expect(.wrongCustomer) { try await alice.refresh() }
            #expect(await alice.current().source == .nobody)
        }
    }

    @Test("Only pinned keys are believed, and an app with an older pin goes on after a rotation")
    func pins() async throws {
        try await BackendWorld.withOpen { world in
            let old = try #require(try await world.server.keys.statementKeys().first)
            let foreign = try await world.launch(customer: "alice", pins: [StatementPin("00ff")])
            await expect(.refused, "unknown-statement-key") { try await foreign.refresh() }
            let none = try await world.launch(customer: "alice", pins: [])
            await expect(.unpinnedKey) { try await none.refresh() }
            _ = try await world.server.keys.rotateStatementKey(grace: 86_400)
            world.uptime.withLock { $0 += 10 }
            let aged = try await world.launch(customer: "alice", pins: [StatementPin(old.id)])
            #expect(try await aged.refresh().source == .server)
            let today = try await world.launch(customer: "alice")
            #expect(try await today.refresh().source == .server)
        }
    }

    @Test("A proxy's page, and an answer that is not signed, are not believed")
    func pages() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            for mood in [
                Line.Mood.answers(200, "<html>log in</html>"), .answers(200, "{}"), .answers(302, ""),
                .answers(403, "<html>"), .answers(200, #"{"signedStatement":"a.b.c"}"#),
            ] {
                world.line.set(mood)
                await expect(.malformedAnswer) { try await backend.refresh() }
            }
            #expect(await backend.current().source == .nobody)
        }
    }

    @Test("What was kept and is damaged, or another customer's, counts for nothing, and the app goes on")
    func damagedCache() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try await Self.buyAndUpload(world, backend, SampleShop.greenhouse)
            try await backend.refresh()
            let key = "purchase-server-statement"
            let kept = try #require(world.storage.data(forKey: key))
            world.line.set(.down)
            let text = String(decoding: kept, as: UTF8.self)
            for damaged in ["", "{}", "x", String(text.dropLast(9)), text.replacingOccurrences(of: "ey", with: "ex")] {
                world.storage.set(Data(damaged.utf8), forKey: key)
                let again = try await world.launch(customer: "alice")
                #expect(await again.current().source == .nobody)
                #expect(!(world.problemCodes.isEmpty))
                #expect(world.storage.data(forKey: key) == nil)
            }
            world.storage.set(kept, forKey: key)
            #expect(await (try await world.launch(customer: "bob")).current().source == .nobody)
            world.storage.set(kept, forKey: key)
            #expect(await (try await world.launch(customer: "alice")).current().source == .lastStatement)
        }
    }

    @Test("When the last word was said it says itself: a date that somebody writes beside it makes it no younger")
    func editedDate() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try await Self.buyAndUpload(world, backend, SampleShop.greenhouse)
            try await backend.refresh()
            world.line.set(.down)
            try world.wait(days: 4)
            let key = "purchase-server-statement"
            let kept = try #require(world.storage.data(forKey: key))
            var record = try #require(try JSONValue(parsing: kept).object)
            var clock = try #require(record[object: "clock"])
            clock[milliseconds: "serverDate"] = world.store.now - 30 * 86_400
            record["clock"] = .object(clock)
            world.storage.set(JSONValue.object(record).jsonData, forKey: key)
            #expect(await (try await world.launch(customer: "alice")).current().source == .nobody)
        }
    }

    // MARK: Beside it

    @Test("Streams begin with the last answer and hear of what changes, not of what stays")
    func stream() async throws {
        try await BackendWorld.withOpen { world in
            let backend = try await world.launch(customer: "alice")
            try await backend.refresh()
            var updates = backend.updates().makeAsyncIterator()
            #expect(await updates.next()?.entitlements == [])
            try world.wait(days: 0.1)
            try await backend.refresh()
            try await Self.buyAndUpload(world, backend, SampleShop.greenhouse)
            try await backend.refresh()
            #expect(await updates.next()?.owns(SampleShop.greenhouse) == true)
            world.line.set(.down)
            _ = await backend.access()
            #expect(await updates.next()?.source == .lastStatement)
        }
    }

    @Test("Offerings come as the developer made them")
    func offerings() async throws {
        try await BackendWorld.withOpen { world in
            let body = #"{"productIds":["b","a"],"isCurrent":true,"metadata":{"title":"Spring"}}"#
            _ = try await BackendWorld.plain.send(
                HTTPTransportRequest(
                    url: world.url.appendingPathComponent("v1/offerings/spring"),
                    method: "PUT",
                    body: Data(body.utf8)
                )
            )
            let offerings = try await world.launch(customer: "alice").offerings()
            #expect(offerings.map(\.name) == ["spring"])
            #expect(offerings.first?.productIDs == ["b", "a"])
            #expect(offerings.first?.isCurrent == true)
            #expect(offerings.first?.metadata?[string: "title"] == "Spring")
        }
    }
}
