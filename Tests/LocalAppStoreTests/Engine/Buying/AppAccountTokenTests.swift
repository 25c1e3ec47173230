import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("Naming the customer of a purchase")
struct AppAccountTokenTests {
    private static let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))

    @Test("A subscription has the token in its current period and all that come; what is past keeps what it had")
    func subscription() throws {
        var engine = try Shop.engine(start: "2026-01-01T00:00:00Z")
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.advance(to: "2026-03-02T00:00:00Z")
        _ = engine.takeEvents()
        try engine.setAppAccountToken(Self.token, originalTransactionID: id)
        let event = try #require(engine.takeEvents().last)
        #expect(event.name == .appAccountTokenSet)
        #expect(event.notification == nil)
        try engine.advance(to: "2026-04-02T00:00:00Z")
        let transactions = engine.transactions(account: Shop.flora)
        #expect(transactions.map(\.appAccountToken) == [Self.token, nil, Self.token, Self.token])
        #expect(try engine.subscription(id).appAccountToken == Self.token)
        #expect(engine.takeEvents().compactMap(\.transaction?.appAccountToken) == [Self.token])
    }

    @Test("A purchase that is made once has it, too", arguments: [Shop.seeds, Shop.greenhouse, Shop.season])
    func oneTime(_ product: String) throws {
        var engine = try Shop.engine()
        let id = try engine.buy(product).transactionID
        try engine.setAppAccountToken(Self.token, originalTransactionID: id)
        #expect(try engine.transaction(id).appAccountToken == Self.token)
    }

    @Test("Only the first transaction of what was bought can be named")
    func refused() throws {
        var engine = try OfferShop.engine()
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        _ = try engine.buy(Shop.bouquet)
        try engine.advance(to: "2026-03-02T00:00:00Z")
        let renewal = try #require(engine.transactions(account: Shop.flora).last)
        let shared = try #require(engine.transactions(account: "fern").first)
        let before = engine
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.setAppAccountToken(Self.token, originalTransactionID: renewal.transactionID)
        }
        #expect(throws: StoreError(.familyShared, "")) {
            try engine.setAppAccountToken(Self.token, originalTransactionID: shared.transactionID)
        }
        #expect(throws: StoreError(.unknownTransaction, "")) {
            try engine.setAppAccountToken(Self.token, originalTransactionID: "1")
        }
        #expect(engine == before)
    }
}
