import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("What a change states, put in order")
struct StatedChainsTests {
    private static func facts(_ identifiers: [(original: String, transaction: String)]) -> PurchaseFacts {
        PurchaseFacts(
            purchases: identifiers.map { original, transaction in
                PurchaseFact(
                    transactionID: transaction,
                    originalTransactionID: original,
                    productID: "com.example.posy",
                    environment: .production,
                    purchaseDate: Date(timeIntervalSince1970: 1_690_000_000),
                    statedDate: Date(timeIntervalSince1970: 1_700_000_000)
                )
            }
        )
    }

    private static func order(_ facts: PurchaseFacts) -> [String] {
        StatedChains(facts).all.flatMap { chain in
            chain.purchases.map { "\(chain.key.originalTransactionID) \($0.transactionID)" }
        }
    }

    @Test(
        "Chains lie in the order of their identifiers, and so do the purchases of each, short identifiers or not",
        arguments: ["", "-which-is-longer-than-sixteen-octets", "-größer"]
    )
    func order(ending: String) {
        let identifiers = ["30", "4", "200", "2000", "1"].flatMap { original in
            ["9", "10", "7"].map { (original + ending, original + $0 + ending) }
        }
        let wanted = identifiers.sorted { $0 < $1 }.map { "\($0.0) \($0.1)" }
        #expect(Self.order(Self.facts(identifiers)) == wanted)
        #expect(Self.order(Self.facts(identifiers.reversed())) == wanted)
    }

    @Test("Every chain stands there once, also where one identifier among them is long")
    func once() {
        let long = String(repeating: "7", count: 40)
        let chains = StatedChains(Self.facts([("5", "50"), (long, "1"), ("5", "51"), (long, "2")])).all
        #expect(chains.map(\.key.originalTransactionID) == ["5", long])
        #expect(chains.map(\.purchases.count) == [2, 2])
    }
}
