import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What events show of a customer after a change")
struct EntitlementsAfterwardsTests {
    /// The chains of very many new purchases.
    private static let vases = (0..<300).map { "chain-\(1_000 + $0)" }

    private static func facts(_ chains: some Sequence<String>) -> [PurchaseFact] {
        chains.map { Purchases.fact($0, product: "product of \($0)", lasts: nil) }
    }

    private static func afterwards(_ news: NewPurchases) -> EntitlementsAfterwards {
        EntitlementsAfterwards(
            date: Purchases.start,
            rules: EntitlementRules(),
            sandbox: .nobody,
            knowing: news.known,
            news
        )
    }

    /// What the first event of a change that brings the vases shows of somebody who has other purchases afterwards.
    private static func shown(having chains: [String]) async throws -> (products: Set<String>, facts: PurchaseFacts?) {
        let stated = StatedChains(PurchaseFacts(purchases: facts(vases)))
        let news = NewPurchases(stated, of: Set(stated.keys), at: Purchases.start, EntitlementRules())
        #expect(news.together?.entitlements.count == 300)
        return try await withTemporaryFolder { folder in
            let storage = try PurchaseDatabase(file: folder.appendingPathComponent("purchases.sqlite"))
            try await storage.upload(facts(chains), by: "alice")
            return try storage.writeNow { database in
                var afterwards = afterwards(news)
                var body = EventBody(identifier: "evt", type: .oneTimePurchased, createdDate: Purchases.start)
                try afterwards.show(in: &body, of: "alice", in: database)
                return (Set(body.entitlements.map(\.productID)), afterwards.facts["alice"])
            }
        }
    }

    @Test("Who has all that is new, and nothing else, has what follows from it")
    func all() async throws {
        let (products, facts) = try await Self.shown(having: Self.vases)
        #expect(products.count == 100)
        #expect(facts == PurchaseFacts(purchases: Self.facts(Self.vases)))
    }

    @Test("Who has as many, of which one is somebody else's and one was there before, has their own")
    func other() async throws {
        let chains = Array(Self.vases.dropLast()) + ["chain-0-pot"]
        let (_, facts) = try await Self.shown(having: chains)
        #expect(facts == PurchaseFacts(purchases: Self.facts(chains)))
    }

    @Test("Who has some of it has no more than that", arguments: [1, 2, 50])
    func some(count: Int) async throws {
        let chains = Array(Self.vases.prefix(count))
        let (products, facts) = try await Self.shown(having: chains)
        #expect(products == Set(chains.map { "product of \($0)" }))
        #expect(facts == PurchaseFacts(purchases: Self.facts(chains)))
    }
}
