import AppStoreModels
import Entitlements

/// What a change states about each purchase, in the order of the indexes: rows that are read together then lie
/// together, and few pages change at a time.
///
/// Put in order once for the whole change, because an upload may bring thousands of purchases and facts are dear to
/// copy.
struct StatedChains {
    struct Chain {
        let key: ChainKey
        /// In the order of their identifiers.
        let purchases: ArraySlice<PurchaseFact>
        let renewals: [RenewalFact]

        /// Whether it renews.
        var renews: Bool {
            !renewals.isEmpty || purchases.indices.contains { purchases[$0].expiresDate != nil }
        }
    }

    /// In a fixed order, so that the same facts make the same feed.
    let all: [Chain]

    var keys: [ChainKey] { all.map(\.key) }

    init(_ facts: PurchaseFacts) {
        let renewals = facts.renewals.isEmpty ? [:] : Dictionary(grouping: facts.renewals, by: ChainKey.init)
        let purchases = Self.sorted(facts.purchases)
        var chains: [Chain] = []
        var withoutPurchases = Set(renewals.keys)
        var start = purchases.startIndex
        while start < purchases.endIndex {
            let key = ChainKey(purchases[start])
            var end = start + 1
            while end < purchases.endIndex, purchases[end].isOf(key) { end += 1 }
            chains.append(Chain(key: key, purchases: purchases[start..<end], renewals: renewals[key] ?? []))
            withoutPurchases.remove(key)
            start = end
        }
        let others = withoutPurchases.map { Chain(key: $0, purchases: [], renewals: renewals[$0] ?? []) }
        all = others.isEmpty ? chains : (chains + others).sorted { $0.key.sortKey < $1.key.sortKey }
    }

    /// The places are sorted instead of the facts, which are large, by identifiers that are taken out of them once.
    private static func sorted(_ facts: Set<PurchaseFact>) -> [PurchaseFact] {
        guard facts.count > 1 else { return Array(facts) }
        let facts = Array(facts)
        // The App Store's identifiers are short; whoever sends others waits a little longer.
        let places = facts.indices.compactMap { ShortPlace(facts[$0], index: $0) }
        guard places.count == facts.count else {
            return facts.indices.map { Place(facts[$0], index: $0) }.sorted(by: Place.precedes).map { facts[$0.index] }
        }
        return places.sorted(by: ShortPlace.precedes).map { facts[$0.index] }
    }

    /// A place whose identifiers are short.
    private struct ShortPlace {
        let environment: ShortText
        let originalTransactionID: ShortText
        let transactionID: ShortText
        let index: Int

        init?(_ fact: PurchaseFact, index: Int) {
            guard let environment = ShortText(fact.environment.rawValue),
                let originalTransactionID = ShortText(fact.originalTransactionID),
                let transactionID = ShortText(fact.transactionID)
            else { return nil }
            (self.environment, self.originalTransactionID) = (environment, originalTransactionID)
            (self.transactionID, self.index) = (transactionID, index)
        }

        static func precedes(_ one: Self, _ other: Self) -> Bool {
            (one.environment, one.originalTransactionID, one.transactionID)
                < (other.environment, other.originalTransactionID, other.transactionID)
        }
    }

    /// Where a fact stands, and by what it is put in order.
    private struct Place {
        let environment: String
        let originalTransactionID: String
        let transactionID: String
        let index: Int

        init(_ fact: PurchaseFact, index: Int) {
            environment = fact.environment.rawValue
            originalTransactionID = fact.originalTransactionID
            transactionID = fact.transactionID
            self.index = index
        }

        static func precedes(_ one: Self, _ other: Self) -> Bool {
            if one.environment != other.environment { return one.environment < other.environment }
            if one.originalTransactionID != other.originalTransactionID {
                return one.originalTransactionID < other.originalTransactionID
            }
            return one.transactionID < other.transactionID
        }
    }
}

extension PurchaseFact {
    fileprivate func isOf(_ chain: ChainKey) -> Bool {
        originalTransactionID == chain.originalTransactionID && environment == chain.environment
    }
}
