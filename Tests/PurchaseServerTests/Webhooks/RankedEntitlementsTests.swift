import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("What an event shows of very many entitlements")
struct RankedEntitlementsTests {
    /// Two that have ended, then three that give access, each bought a day after the one before.
    private static let all: [Entitlement] = {
        let facts = (0..<5).map { number in
            Purchases.fact(
                "chain-\(number)",
                product: "product.\(number)",
                lasts: number < 2 ? 3_600 : nil,
                at: Purchases.start + Double(number) * 86_400
            )
        }
        return PurchaseFacts(purchases: facts).entitlements(at: Purchases.start + 30 * 86_400)
    }()

    private static func shown(about chain: String?, limit: Int) -> [String] {
        let key = chain.map { ChainKey(environment: .production, originalTransactionID: $0) }
        return RankedEntitlements(all).shown(about: key, limit: limit).map(\.originalTransactionID)
    }

    @Test(
        "First what it is about, then what gives access, then the newest",
        arguments: [
            (nil, 1, ["chain-4"]), (nil, 4, ["chain-4", "chain-3", "chain-2", "chain-1"]),
            ("chain-0", 1, ["chain-0"]), ("chain-0", 3, ["chain-0", "chain-4", "chain-3"]),
            ("chain-3", 4, ["chain-3", "chain-4", "chain-2", "chain-1"]), ("elsewhere", 2, ["chain-4", "chain-3"]),
        ] as [(String?, Int, [String])]
    )
    func order(chain: String?, limit: Int, expected: [String]) {
        #expect(Self.shown(about: chain, limit: limit) == expected)
    }

    @Test("Where there are no more than it may show, all of them as they stand", arguments: [5, 6, 100])
    func few(limit: Int) {
        #expect(Self.all.count == 5)
        #expect(Self.shown(about: "chain-3", limit: limit) == Self.all.map(\.originalTransactionID))
    }
}
