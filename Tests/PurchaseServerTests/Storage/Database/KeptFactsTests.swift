import AppStoreModels
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What a change knows of the facts that it has kept")
struct KeptFactsTests {
    private static let renewal: RenewalFact = {
        var fact = RenewalFact(
            originalTransactionID: "with-renewal",
            environment: .production,
            statedDate: Purchases.start + 0.0004
        )
        fact.autoRenewStatus = .on
        fact.renewalPrice = Decimal(string: "12.99")
        return fact
    }()

    private static let full = Purchases.fact("full") {
        $0.appAccountToken = UUID(uuidString: "9B7CBB4D-3F57-4F9C-A1E4-2D3D8C7E5A10")
        $0.price = Decimal(string: "10.99")
        $0.currency = "EUR"
        $0.productType = .autoRenewableSubscription
        $0.originalPurchaseDate = Purchases.start - 86_400
        $0.webOrderLineItemID = "Zoë \"\\"
    }

    private static let samples: [PurchaseFacts] = [
        PurchaseFacts(purchases: [Purchases.fact("one")]),
        PurchaseFacts(purchases: [full]),
        // Stated between two milliseconds, as by a clock of ours.
        PurchaseFacts(purchases: [Purchases.fact("fraction") { $0.statedDate = Purchases.start + 0.123456 }]),
        PurchaseFacts(
            purchases: [
                Purchases.fact("two"), Purchases.fact("two", transaction: "two-2", at: Purchases.start + 30 * 86_400),
            ]
        ),
        // The same said twice, and taken back in between.
        PurchaseFacts(
            purchases: [0, 10, 20].map { seconds in
                Purchases.fact("repeated") {
                    $0.statedDate = Purchases.start + seconds
                    $0.revocationDate = seconds == 10 ? Purchases.start + 5 : nil
                }
            }
        ),
        PurchaseFacts(purchases: [Purchases.fact("with-renewal")], renewals: [renewal]),
        PurchaseFacts(renewals: [renewal]),
    ]

    private static func claims(in database: StorageDatabase) -> ChainClaims {
        ChainClaims(
            database: database,
            terms: ClaimTerms(),
            clock: ServerClock(now: Purchases.start, statement: .answered(Purchases.start))
        )
    }

    @Test("Of what is new it knows what the database tells", arguments: 0..<7)
    func new(index: Int) throws {
        let facts = try #require(Self.samples.dropFirst(index).first)
        try withTemporaryFolder { folder in
            let storage = try PurchaseDatabase(file: folder.appendingPathComponent("purchases.sqlite"))
            try storage.writeNow { database in
                let claims = Self.claims(in: database)
                let owner = try CustomerNames(database: database).remember("alice", at: Purchases.start)
                let kept = try PurchaseDatabase.keep(facts, from: .upload(owner), claims)
                #expect(kept.new == facts.chains && Set(kept.chains) == facts.chains)
                var known = try PurchaseDatabase.reschedule(kept, { _ in nil }, claims.clock, in: database)
                for chain in kept.chains {
                    let stored = try PurchaseDatabase.facts(of: chain, in: database)
                    #expect((known.removeValue(forKey: chain) ?? stored) == stored)
                }
                #expect(known.isEmpty)
            }
        }
    }

    @Test("Of what was there before it knows nothing by itself, and its owners stay")
    func again() throws {
        try withTemporaryFolder { folder in
            let storage = try PurchaseDatabase(file: folder.appendingPathComponent("purchases.sqlite"))
            try storage.writeNow { database in
                let names = CustomerNames(database: database)
                let claims = Self.claims(in: database)
                let first = PurchaseFacts(purchases: [Purchases.fact("one", lasts: nil)])
                let owner = try names.remember("alice", at: Purchases.start)
                _ = try PurchaseDatabase.keep(first, from: .upload(owner), claims)
                let more = PurchaseFacts(
                    purchases: [Purchases.fact("one", transaction: "one-2"), Purchases.fact("two")]
                )
                let kept = try PurchaseDatabase.keep(more, from: .notification, claims)
                #expect(kept.chains.map(\.originalTransactionID) == ["one", "two"])
                #expect(kept.new.map(\.originalTransactionID) == ["two"])
                #expect(kept.news.known.keys.map(\.originalTransactionID) == ["two"])
                let known = try PurchaseDatabase.reschedule(kept, { _ in nil }, claims.clock, in: database)
                let one = try #require(kept.chains.first)
                let both = [Purchases.fact("one", lasts: nil), Purchases.fact("one", transaction: "one-2")]
                #expect(known[one] == PurchaseFacts(purchases: both))
                #expect(try PurchaseDatabase.owners(of: one, in: database).map(\.customer) == ["alice"])
                // What began as a purchase of its own has become one that renews.
                let renewing = "SELECT original_transaction_id FROM chain WHERE renews ORDER BY 1"
                #expect(try String.fetchAll(database, sql: renewing) == ["one", "two"])
            }
        }
    }
}
