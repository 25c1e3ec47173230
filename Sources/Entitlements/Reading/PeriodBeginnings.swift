import Foundation

/// Which products begin in a receipt, by the chain and the moment.
///
/// A receipt says with one date that a purchase was refunded and that a higher level took its place. It was the latter
/// if a period of another product of the chain begins at that moment. Source: Apple, "Receipt Fields", cancellation
/// date.
///
/// Whoever reads receipts goes by this, on the device and on the server. Signed transactions say it in words.
package struct PeriodBeginnings: Sendable {
    private struct Beginning: Hashable {
        let chain: SubscriptionChain.Key
        let date: Date
    }

    private var products: [Beginning: Set<String>] = [:]

    /// - Parameter facts: What one receipt states.
    package init(_ facts: [PurchaseFact]) {
        // Most receipts have nothing that was cancelled.
        guard facts.contains(where: { $0.revocationDate != nil }) else { return }
        for fact in facts where fact.expiresDate != nil {
            products[Beginning(chain: fact.chain, date: fact.purchaseDate), default: []].insert(fact.productID)
        }
    }

    /// Whether nothing of the receipt can have been replaced.
    package var isEmpty: Bool { products.isEmpty }

    /// Whether another product took the place of a purchase when it was cancelled.
    package func replace(_ fact: PurchaseFact) -> Bool {
        guard let date = fact.revocationDate, fact.expiresDate != nil else { return false }
        let begun = products[Beginning(chain: fact.chain, date: date)] ?? []
        return begun.contains { $0 != fact.productID }
    }
}
