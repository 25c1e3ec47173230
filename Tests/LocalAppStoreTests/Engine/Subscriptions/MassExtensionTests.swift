import AppStoreModels
import Foundation
import Locking
import StoreConfiguration
import Testing

@testable import LocalAppStore

@Suite("Extending all subscribers of a product")
struct MassExtensionTests {
    /// Six customers: who pays in Germany and in the United States, who is in a free week, who could not be charged, who has
    /// ended, and who has another product.
    private func engine() throws -> StoreEngine {
        var engine = try Shop.engine(start: "2026-01-01T00:00:00Z")
        let customers = [
            ("paying", "USA", Shop.bouquet), ("german", "DEU", Shop.bouquet), ("broke", "USA", Shop.bouquet),
            ("gone", "USA", Shop.bouquet), ("other", "USA", Shop.posy),
        ]
        for (name, storefront, product) in customers {
            try engine.createAccount(id: name, storefront: storefront)
            _ = try engine.purchase(PurchaseRequest(productID: product, accountID: name))
        }
        try engine.setRules(AccountRules(renewalChargesFail: true), account: "broke")
        let gone = try #require(engine.subscriptions(account: "gone").first)
        try engine.setAutoRenew(false, originalTransactionID: gone.id)
        try engine.advance(to: "2026-02-02T00:00:00Z")
        _ = engine.takeEvents()
        return engine
    }

    private func order(_ storefronts: [String]? = nil, days: Int = 10, name: String = "outage") -> MassExtension {
        MassExtension(
            requestIdentifier: name,
            productID: Shop.bouquet,
            extendByDays: days,
            extendReasonCode: 3,
            storefrontCountryCodes: storefronts
        )
    }

    @Test("Each subscriber is extended or reported, and a summary ends it")
    func everywhere() throws {
        var engine = try engine()
        let done = try engine.extendAll(order())
        #expect((done.succeededCount, done.failedCount) == (2, 1))
        #expect(done.completeDate == engine.now)
        #expect(
            engine.takeNotifications() == [
                "RENEWAL_EXTENDED", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION/FAILURE", "RENEWAL_EXTENSION/SUMMARY",
            ]
        )
        #expect(
            engine.subscriptions(account: "paying").map(\.expiresDate) == [Shop.date("2026-03-11T00:00:00Z")]
        )
        #expect(engine.massExtension(productID: Shop.bouquet, requestIdentifier: "outage") == done)
        #expect(engine.massExtension(productID: Shop.posy, requestIdentifier: "outage") == nil)
    }

    @Test("Only where it is wanted")
    func storefronts() throws {
        var engine = try engine()
        let done = try engine.extendAll(order(["DEU", "FRA"]))
        #expect((done.succeededCount, done.failedCount) == (1, 0))
        #expect(engine.subscriptions(account: "paying").map(\.expiresDate) == [Shop.date("2026-03-01T00:00:00Z")])
    }

    @Test(
        "Asked again the same changes nothing; the same name for something else is refused; the third time fails for all"
    )
    func again() throws {
        var engine = try engine()
        let done = try engine.extendAll(order(["USA", "DEU"]))
        let before = engine
        #expect(try engine.extendAll(order(["DEU", "USA"])) == done)
        #expect(engine == before)
        #expect(throws: StoreError(.invalidValue, "")) { try engine.extendAll(order(days: 11)) }
        #expect(try engine.extendAll(order(name: "second")).succeededCount == 2)
        let third = try engine.extendAll(order(name: "third"))
        #expect((third.succeededCount, third.failedCount) == (0, 3))
    }

    @Test("What makes no sense is refused, and nothing has changed")
    func refused() throws {
        var engine = try engine()
        let before = engine
        let wrong = [
            order(days: 0), order(days: 91), order([]), order(name: ""),
            order(name: String(repeating: "x", count: 129)),
            MassExtension(requestIdentifier: "a", productID: Shop.seeds, extendByDays: 1),
            MassExtension(requestIdentifier: "a", productID: Shop.bouquet, extendByDays: 1, extendReasonCode: 4),
        ]
        for order in wrong {
            #expect(throws: StoreError(.invalidValue, ""), "\(order)") { try engine.extendAll(order) }
        }
        #expect(throws: StoreError(.unknownStorefront, "")) { try engine.extendAll(order(["XXX"])) }
        #expect(throws: StoreError(.unknownProduct, "")) {
            try engine.extendAll(MassExtension(requestIdentifier: "a", productID: "b", extendByDays: 1))
        }
        #expect(engine == before)
    }

    @Test("It outlives snapshots and logs, and can be taken back")
    func kept() throws {
        var engine = try engine()
        var twin = engine
        twin.beginChange()
        try twin.extendAll(order())
        twin.undoChange()
        #expect(twin == engine)
        try engine.extendAll(order())
        for event in engine.takeEvents() { twin.replay(event) }
        #expect(twin == engine)
        #expect(
            try StoreEngine(snapshot: try engine.snapshot(), configuration: try Shop.configuration()) == engine
        )
    }

    @Test("The summary's notification has counts in the place of a transaction")
    func summary() throws {
        let store = try Shop.store()
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        let events = Locked([StoreEvent]())
        let observation = store.observe { event in events.withLock { $0.append(event) } }
        defer { observation.cancel() }
        try store.extendAll(order(["USA"]))
        let signed = try events.withLock { $0 }.compactMap { try store.signedNotification(for: $0) }
        #expect(signed.map(\.subtype) == [nil, .summary])
        let payload = try #require(signed.last.flatMap { Self.payload($0.signedPayload) })
        #expect(payload["data"] == nil)
        let summary = try #require(payload[object: "summary"])
        #expect(summary[string: "requestIdentifier"] == "outage")
        #expect(summary[string: "productId"] == Shop.bouquet)
        #expect(summary[string: "bundleId"] == Shop.app.bundleID)
        #expect(summary[string: "environment"] == store.environment.rawValue)
        #expect(summary["storefrontCountryCodes"] == ["USA"])
        #expect(summary[integer: "succeededCount"] == 1)
        #expect(summary[integer: "failedCount"] == 0)
        #expect(summary["appAppleId"] == nil)
    }

    private static func payload(_ jws: String) -> JSONObject? {
        let parts = jws.split(separator: ".")
        guard parts.count == 3 else { return nil }
        return Base64.urlSafe(decoding: parts[1]).flatMap { try? JSONValue(parsing: $0) }?.object
    }
}
