import AppStoreModels
import Entitlements
import Foundation

/// Rules and purchases for ledgers: `coins` give 100 coins, `chest` gives 500 coins and 2 gems.
enum LedgerSample {
    static let products: [LedgerRules.Product] = [
        .init("coins", gives: ["coins": 100]), .init("chest", gives: ["coins": 500, "gems": 2]),
    ]

    static func rules(
        _ policy: RefundPolicy = .takeBackToZero,
        environments: Set<AppStoreEnvironment> = [.production]
    ) throws -> LedgerRules {
        try LedgerRules(products: products, refundPolicy: policy, environments: environments)
    }

    static func ledger(
        _ policy: RefundPolicy = .takeBackToZero,
        _ purchases: PurchaseFact...
    ) throws -> ConsumableLedger {
        try ConsumableLedger(rules: try rules(policy), purchases: PurchaseFacts(purchases: purchases))
    }

    static func coins(
        _ id: String,
        on day: Double,
        stated: Double? = nil,
        refunded: Double? = nil,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) -> PurchaseFact {
        Sample.purchase(id, product: "coins", on: day, stated: stated ?? refunded) {
            $0.productType = .consumable
            $0.revocationDate = refunded.map(Sample.day)
            change(&$0)
        }
    }

    /// Why something is refused; nil if it is not.
    static func refusal(_ body: () throws(LedgerError) -> Void) -> LedgerError? {
        do throws(LedgerError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
